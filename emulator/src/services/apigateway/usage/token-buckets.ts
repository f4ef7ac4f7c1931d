// Rate limits as token buckets, on the emulator's clock: a bucket holds as many tokens as a burst may have, and gets as many each second as the rate says.
// In memory only.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

const MAX_BUCKETS = 10_000;

export interface RateLimit {
  /** Tokens per second. */
  readonly rate: number;
  /** The most tokens that a bucket holds. */
  readonly burst: number;
}

class TokenBuckets implements Owned {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  /** Takes a token; false where the bucket is empty. The oldest bucket makes room for a new one. */
  take(name: string, { rate, burst }: RateLimit, nowMs: number): boolean {
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      if (this.#buckets.size >= MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value!);
      bucket = { tokens: burst, atMs: nowMs };
      this.#buckets.set(name, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * rate);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  async stop(): Promise<void> {
    this.#buckets.clear();
  }
}

export const takeToken = (name: string, limit: RateLimit, ctx: Ctx): boolean =>
  ctx.own('apigateway.buckets', () => new TokenBuckets()).take(name, limit, ctx.now());
