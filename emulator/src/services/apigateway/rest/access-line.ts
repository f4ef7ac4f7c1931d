// The line of an access log: the stage's format with the variables of the request put in; `-` for what there is not.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import { jsonOf, textOf } from '#services/apigateway/vtl/print';
import { Rendering } from '#services/apigateway/vtl/rendering';
import { List, type Value } from '#services/apigateway/vtl/values';
import type { Exchange } from './exchange.ts';

const VARIABLE = /\$context\.([A-Za-z0-9_.-]*[A-Za-z0-9_-])/g;
const NOTHING = '-';

export function accessLine(format: string, exchange: Exchange, ctx: Ctx): string {
  const facts = answerFacts(exchange, ctx);
  return format.replace(VARIABLE, (_, name: string) => own(facts, name) ?? contextText(name, exchange) ?? NOTHING);
}

/** Values that are known only once the request is answered. */
function answerFacts(exchange: Exchange, ctx: Ctx): Readonly<Record<string, string | undefined>> {
  const { answer, failed, integrationAnswer, integrationMs } = exchange;
  const integrationStatus = integrationAnswer === undefined ? undefined : String(integrationAnswer.status);
  return {
    status: String(answer?.status ?? ''),
    responseLength: answer?.body instanceof Uint8Array ? String(answer.body.length) : undefined,
    responseLatency: String(ctx.now() - exchange.startedMs),
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
