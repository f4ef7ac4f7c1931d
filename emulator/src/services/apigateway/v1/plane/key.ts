// Checks the API key of methods that need one: it must be enabled, and in a usage plan of the stage.
import type { Ctx } from '#core/ctx';
import { keys, keyValues, planKeys, plans } from '#services/apigateway/v1/state';
import { type Exchange, required } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf } from './rest-request.ts';

export function checkKey(exchange: Exchange, ctx: Ctx): void {
  if (!required(exchange.matched).method.apiKeyRequired) return;
  const isFromAuthorizer = exchange.program.snapshot.api.apiKeySource === 'AUTHORIZER';
  const value = isFromAuthorizer ? exchange.authorizer?.['usageIdentifierKey'] : headerOf(exchange.request.headers, 'x-api-key');
  const id = typeof value === 'string' ? ctx.records(keyValues).get([value])?.id : undefined;
  const key = id === undefined ? undefined : ctx.records(keys).get([id]);
  const { apiId, stage } = exchange.stage;
  const plan =
    key?.enabled === true &&
    ctx
      .records(plans)
      .range([])
      .find(
        (plan) =>
          plan.apiStages.some((each) => each.apiId === apiId && each.stage === stage) && ctx.records(planKeys).has([plan.id, key.id]),
      );
  if (!key || !plan) throw new GatewayError('INVALID_API_KEY');
  exchange.apiKey = { id: key.id, value: key.value };
  exchange.plan = plan.id;
  const identity = exchange.context.get('identity');
  if (identity instanceof Map) identity.set('apiKey', key.value).set('apiKeyId', key.id);
}
