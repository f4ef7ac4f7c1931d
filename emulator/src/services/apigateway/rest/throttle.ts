// Step: limits the rate of requests (of a method, then of a key in its plan), and counts the quota of the key.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
import type { Ctx } from '#core/ctx';
import { plans, stages } from '#services/apigateway/rest-state';
import { countRequest, remainingOn } from '#services/apigateway/usage/quota';
import { takeToken } from '#services/apigateway/usage/token-buckets';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { methodSettingOf } from './method-setting.ts';

interface Limits {
  readonly rateLimit?: number | undefined;
  readonly burstLimit?: number | undefined;
}

/** The limits of a new account hold where only one of the two is set. */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5000;

export function throttle(exchange: MatchedExchange, ctx: Ctx): void {
  const { stage, plan: planId, apiKey, request, matched } = exchange;
  const take = (name: string, limits: Limits | undefined): void => {
    if (limits?.rateLimit === undefined && limits?.burstLimit === undefined) return;
    const { rateLimit: rate = ACCOUNT_RATE, burstLimit: burst = ACCOUNT_BURST } = limits;
    if (!takeToken(name, { rate, burst }, ctx))
      throw new GatewayError('THROTTLED', { reason: `its limit is ${rate} requests a second, and ${burst} at once` });
  };
  const method = `${matched.resourcePath}/${request.method}`;
  take(`${stage.apiId}/${stage.stage}/${method}`, methodLimits(exchange, ctx));
  const plan = planId === undefined ? undefined : ctx.records(plans).get([planId]);
  if (!plan || !apiKey) return;
  const own = plan.apiStages.find((each) => each.apiId === stage.apiId && each.stage === stage.stage)?.throttle?.[method];
  take(`${plan.id}/${apiKey.id}/${stage.apiId}/${stage.stage}/${method}`, own);
  take(`${plan.id}/${apiKey.id}`, plan.throttle);
  const left = remainingOn(plan, apiKey.id, ctx.now(), ctx);
  if (left === 0)
    throw new GatewayError('QUOTA_EXCEEDED', { reason: `the quota of the usage plan ${plan.name} is used up by its API key` });
  countRequest(plan, apiKey.id, ctx);
}

/** As set on the stage: of the method, else of all methods. */
function methodLimits({ stage, matched, request }: MatchedExchange, ctx: Ctx): Limits | undefined {
  const settings = ctx.records(stages).get([stage.apiId, stage.stage])?.methodSettings ?? {};
  const own = methodSettingOf(settings, matched.resourcePath, request.method);
  return own && { rateLimit: limitOf(own.throttlingRateLimit), burstLimit: limitOf(own.throttlingBurstLimit) };
}

/** -1 sets no limit: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/api_gateway_method_settings */
const limitOf = (value: number | undefined): number | undefined => (value === undefined || value < 0 ? undefined : value);
