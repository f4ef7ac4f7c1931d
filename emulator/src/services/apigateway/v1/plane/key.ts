// Checks the API key of methods that need one: it must be enabled, and in a usage plan of the stage.
import type { Ctx } from '#core/ctx';
import { planOfKey } from '#services/apigateway/v1/keys/plan-of-key';
import { type Exchange, required } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf } from './rest-request.ts';

export function checkKey(exchange: Exchange, ctx: Ctx): void {
  if (!required(exchange.matched).method.apiKeyRequired) return;
  const isFromAuthorizer = exchange.program.snapshot.api.apiKeySource === 'AUTHORIZER';
  const value = isFromAuthorizer ? exchange.authorizer?.['usageIdentifierKey'] : headerOf(exchange.request.headers, 'x-api-key');
  const found = planOfKey(value, exchange.stage.apiId, exchange.stage.stage, ctx);
  if (!found) throw new GatewayError('INVALID_API_KEY');
  const { key, plan } = found;
  exchange.apiKey = { id: key.id, value: key.value };
  exchange.plan = plan.id;
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) identity.set('apiKey', key.value).set('apiKeyId', key.id);
}
