// The points that were written since metric streams were sent last. They are in memory: `kill -9` may lose a minute of a stream, as of what is counted.
import type { Ctx } from '#core/ctx';
import type { MetricDatum, MetricIdentity } from '#core/metrics/metric-datum';
import type { Owned } from '#core/owned';
import { metricStreams } from '#services/cloudwatch/state';

/** The signal of the watch by which points are followed again after a restart: nothing wakes it. */
export const STREAMING = 'cloudwatch/streams';
const MINUTE_MS = 60_000;
/** Points of one minute that are sent; further ones are left out. */
const MAX_CHANGED = 100_000;

/** A minute of a series. */
export interface ChangedPoint extends MetricIdentity {
  readonly unit: string;
  /** Seconds since 1970. */
  readonly minute: number;
}

class Followed {
  readonly changed = new Map<string, ChangedPoint>();
  readonly #ctx: Ctx;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  add(data: readonly MetricDatum[]): void {
    const isFirst = this.changed.size === 0;
    for (const { namespace, name, dimensions, unit, atMs } of data) {
      if (this.changed.size >= MAX_CHANGED) break;
      const minute = Math.floor(atMs / MINUTE_MS) * 60;
      const key = JSON.stringify([namespace, name, unit, minute, dimensions.map((each) => [each.name, each.value])]);
      if (!this.changed.has(key)) this.changed.set(key, { namespace, name, dimensions, unit, minute });
    }
    if (!isFirst || this.changed.size === 0 || !this.#ctx.writable) return;
    const ctx = this.#ctx;
    ctx.write((tx) => ctx.later(tx, 'cloudwatch.stream', ['all'], (Math.floor(ctx.now() / MINUTE_MS) + 1) * MINUTE_MS));
  }
}

class ChangedPoints implements Owned {
  readonly #places = new Map<string, Followed>();
  #unfollow: (() => void) | undefined;

  /** Follows the points of this account and region while a stream runs there. */
  look(work: Ctx): void {
    const key = `${work.account}/${work.region}`;
    if (
      !work
        .records(metricStreams)
        .entries([])
        .some(([, { isRunning }]) => isRunning)
    ) {
      this.#places.delete(key);
      return;
    }
    this.#unfollow ??= work.metrics.follow((data, { account, region }) => this.#places.get(`${account}/${region}`)?.add(data));
    const before = this.#places.get(key);
    const followed = new Followed(work.detached());
    for (const [each, point] of before?.changed ?? []) followed.changed.set(each, point);
    this.#places.set(key, followed);
  }

  take({ account, region }: Ctx): ChangedPoint[] {
    const changed = this.#places.get(`${account}/${region}`)?.changed;
    const points = [...(changed?.values() ?? [])];
    changed?.clear();
    return points;
  }

  async stop(): Promise<void> {
    this.#unfollow?.();
  }
}

export const changedPoints = (ctx: Ctx): ChangedPoints => ctx.own('cloudwatch.changed-points', () => new ChangedPoints());
