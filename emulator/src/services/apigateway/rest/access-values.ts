// The values of a request's variables in an access log.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { jsonOf, textOf } from '#lib/vtl/print';
import { Rendering } from '#lib/vtl/rendering';
import { List, type Value } from '#lib/vtl/values';
import type { Exchange, RestAnswer } from './exchange.ts';

/** The values of variables by their names, which come without `$context.`. */
export function accessValues(exchange: Exchange, answer: RestAnswer, ctx: Ctx): (name: string) => string | undefined {
  const facts = answerFacts(exchange, answer, ctx);
  return (name) => own(facts, name) ?? contextText(name, exchange);
}

/** Values that are known only once the request is answered. */
function answerFacts(
  { startedMs, failed, integrationAnswer, integrationMs }: Exchange,
  { status, body }: RestAnswer,
  ctx: Ctx,
): Readonly<Record<string, string | undefined>> {
  const integrationStatus = integrationAnswer === undefined ? undefined : String(integrationAnswer.status);
  return {
    status: String(status),
    responseLength: body instanceof Uint8Array ? String(body.length) : undefined,
    responseLatency: String(ctx.now() - startedMs),
    integrationLatency: integrationMs === undefined ? undefined : String(integrationMs),
    'integration.latency': integrationMs === undefined ? undefined : String(integrationMs),
    integrationStatus,
    'integration.status': integrationStatus,
    'integration.integrationStatus': integrationStatus,
    'error.message': failed?.text ?? undefined,
    'error.messageString': failed && JSON.stringify(failed.text),
    'error.responseType': failed?.type,
    'error.validationErrorString': failed && failed.validationErrors.length > 0 ? `[${failed.validationErrors.join(', ')}]` : undefined,
  };
}

function contextText(name: string, { context }: Exchange): string | undefined {
  let value: Value = context;
  for (const part of name.split('.')) value = value instanceof Map ? value.get(part) : undefined;
  if (value === undefined || value === null) return undefined;
  const budget = new Rendering(new Map());
  return value instanceof Map || value instanceof List ? jsonOf(value, budget) : textOf(value, budget);
}
