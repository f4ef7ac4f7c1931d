// Step: the rate limits of the stage and of the route, as token buckets on the emulator's clock. In memory only.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { RouteSettings } from '#model/apigatewayv2';
import { TOO_MANY } from './answers.ts';
import type { Step } from './exchange.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

const MAX_BUCKETS = 10_000;

export class Buckets implements Owned {
  readonly #buckets = new Map<string, Bucket>();

  /** Takes a token. `rate`: tokens per second; `burst`: the most that there are. */
  take(key: string, rate: number, burst: number, nowMs: number): boolean {
    const before = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, before.tokens + ((nowMs - before.atMs) / 1000) * rate);
    const isTaken = tokens >= 1;
    if (!this.#buckets.has(key) && this.#buckets.size >= MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, atMs: nowMs });
    return isTaken;
  }

  async stop(): Promise<void> {
    this.#buckets.clear();
  }
}

export const bucketsOf = (ctx: Ctx): Buckets => ctx.own('apigatewayv2.buckets', () => new Buckets());

export const throttle: Step = (exchange) => {
  const { ctx, api, stage, route } = exchange;
  const key = route?.RouteKey ?? '';
  const settings: Frozen<RouteSettings> = { ...stage.defaultRouteSettings, ...own(stage.routeSettings, key) };
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings;
  if (rate === undefined && burst === undefined) return undefined;
  const most = burst ?? Math.max(1, Math.ceil(rate ?? 0));
  if (bucketsOf(ctx).take(`${api.id}/${stage.name}/${key}`, rate ?? most, most, ctx.now())) return undefined;
  exchange.failure = { reason: `the stage ${stage.name} takes ${rate ?? most} requests a second, and ${most} at once` };
  return TOO_MANY;
};
