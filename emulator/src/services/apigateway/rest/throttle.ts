// Limits the rate of requests (of a method, then of a key in its plan), and counts the quota of the key.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { plans, stages } from '#services/apigateway/rest-state';
import { countRequest, remainingOn } from '#services/apigateway/usage/quota';
import { type Exchange, required } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { methodSettingOf } from './method-setting.ts';

interface Limits {
  readonly rateLimit?: number | undefined;
  readonly burstLimit?: number | undefined;
}

/** The limits of a new account hold where only one of the two is set. */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5000;

/** Token buckets by name: a bucket holds as many tokens as a burst may have, and gets as many each second as the rate says. */
class Buckets implements Owned {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  /** False where the bucket is empty. */
  take(name: string, { rateLimit = ACCOUNT_RATE, burstLimit = ACCOUNT_BURST }: Limits, nowMs: number): boolean {
    const bucket = this.#buckets.get(name) ?? { tokens: burstLimit, atMs: nowMs };
    this.#buckets.set(name, bucket);
    bucket.tokens = Math.min(burstLimit, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * rateLimit);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  stop(): Promise<void> {
    this.#buckets.clear();
    return Promise.resolve();
  }
}

export function throttle(exchange: Exchange, ctx: Ctx): void {
  const { stage, plan: planId, apiKey, request } = exchange;
  const { resourcePath } = required(exchange.matched);
  const take = (name: string, limits: Limits | undefined): void => {
    if (limits?.rateLimit === undefined && limits?.burstLimit === undefined) return;
    const buckets = ctx.own('apigateway.rest-buckets', () => new Buckets());
    if (buckets.take(name, limits, ctx.now())) return;
    const { rateLimit = ACCOUNT_RATE, burstLimit = ACCOUNT_BURST } = limits;
    throw new GatewayError('THROTTLED', { reason: `its limit is ${rateLimit} requests a second, and ${burstLimit} at once` });
  };
  const method = `${resourcePath}/${request.method}`;
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
function methodLimits({ stage, matched, request }: Exchange, ctx: Ctx): Limits | undefined {
  const settings = ctx.records(stages).get([stage.apiId, stage.stage])?.methodSettings ?? {};
  const own = methodSettingOf(settings, required(matched).resourcePath, request.method);
  return own && { rateLimit: limitOf(own.throttlingRateLimit), burstLimit: limitOf(own.throttlingBurstLimit) };
}

/** -1 sets no limit: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/api_gateway_method_settings */
const limitOf = (value: number | undefined): number | undefined => (value === undefined || value < 0 ? undefined : value);
