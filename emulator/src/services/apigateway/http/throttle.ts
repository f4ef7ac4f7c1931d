// Step: the rate limits of the stage and of the route.
import { routeSettingsOf } from '#services/apigateway/calls/route-settings';
import { takeToken } from '#services/apigateway/usage/token-buckets';
import { refused, TOO_MANY } from './answers.ts';
import type { MatchedExchange } from './exchange.ts';

export function throttle({ ctx, api, stage, route: { RouteKey: key } }: MatchedExchange): void {
  const { ThrottlingRateLimit, ThrottlingBurstLimit } = routeSettingsOf(stage, key);
  if (ThrottlingRateLimit === undefined && ThrottlingBurstLimit === undefined) return;
  const burst = ThrottlingBurstLimit ?? Math.max(1, Math.ceil(ThrottlingRateLimit ?? 0));
  const rate = ThrottlingRateLimit ?? burst;
  if (takeToken(`${api.id}/${stage.name}/${key}`, { rate, burst }, ctx)) return;
  throw refused(TOO_MANY, { reason: `the stage ${stage.name} takes ${rate} requests a second, and ${burst} at once` });
}
