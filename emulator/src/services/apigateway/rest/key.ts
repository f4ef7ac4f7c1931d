// Checks the API key of methods that need one: it must be enabled, and in a usage plan of the stage.
import type { Ctx } from '#core/ctx';
import { planOfKey } from '#services/apigateway/usage/plan-of-key';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import type { SentKey } from './proxy-event.ts';
import { headerOf } from './rest-request.ts';

/**
 * The key that a request brings to a method that needs one, as its authorizer sees it: not checked yet. Undefined if the request brings none.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html
 */
export function sentKey({ matched, program, request, stage }: MatchedExchange, ctx: Ctx): SentKey | undefined {
  if (!matched.method.apiKeyRequired || program.snapshot.api.apiKeySource === 'AUTHORIZER') return undefined;
  const value = headerOf(request.headers, 'x-api-key');
  return value === undefined ? undefined : { value, id: planOfKey(value, stage.apiId, stage.stage, ctx)?.key.id };
}

export function checkKey(exchange: MatchedExchange, ctx: Ctx): void {
  if (!exchange.matched.method.apiKeyRequired) return;
  const isFromAuthorizer = exchange.program.snapshot.api.apiKeySource === 'AUTHORIZER';
  const value = isFromAuthorizer ? exchange.authorizer?.['usageIdentifierKey'] : headerOf(exchange.request.headers, 'x-api-key');
  const found = planOfKey(value, exchange.stage.apiId, exchange.stage.stage, ctx);
  if (!found) {
    const sent = isFromAuthorizer ? 'the usageIdentifierKey of its authorizer' : 'its header x-api-key';
    const reason =
      value === undefined ? `${sent} is missing, and the method needs an API key` : `${sent} is no key of a usage plan of the stage`;
    throw new GatewayError('INVALID_API_KEY', { reason });
  }
  const { key, plan } = found;
  exchange.apiKey = { id: key.id, value: key.value };
  exchange.plan = plan.id;
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) identity.set('apiKey', key.value).set('apiKeyId', key.id);
}
