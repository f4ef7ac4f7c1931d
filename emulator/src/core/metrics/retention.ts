// How long points are kept, and how fine: seconds for 3 hours, minutes for 15 days, 5 minutes for 63 days, hours for 455 days.
import type { Records, Tx } from '#core/records';
import { type MetricPoint, Tally } from './metric-point.ts';

interface Tier {
  /** Seconds. */
  readonly resolution: number;
  readonly keptSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

export const TIERS: readonly Tier[] = [
  { resolution: 1, keptSeconds: 3 * HOUR },
  { resolution: 60, keptSeconds: 15 * DAY },
  { resolution: 300, keptSeconds: 63 * DAY },
  { resolution: HOUR, keptSeconds: 455 * DAY },
];
/** Points that one write moves into the next tier: more wait for the next write of the series. */
const MAX_ROLLED = 500;

/** The shortest period in seconds in which points of that age can be read; undefined for points that are gone. */
export const finestPeriod = (ageSeconds: number): number | undefined =>
  TIERS.find(({ keptSeconds }) => ageSeconds <= keptSeconds)?.resolution;

type Points = Records<[string, number, number], MetricPoint>;

/** Moves the series' points that are too old for their tier into the next one. */
export function rollSeries(id: string, nowSeconds: number, points: Points, tx: Tx): void {
  for (const [at, { resolution, keptSeconds }] of TIERS.entries()) {
    const before = [id, resolution, Math.max(0, Math.floor(nowSeconds - keptSeconds))] as [string, number, number];
    const old = points.entries([id, resolution], { before, limit: MAX_ROLLED });
    const coarser = TIERS[at + 1]?.resolution;
    const sums = new Map<number, Tally>();
    for (const [key, point] of old) {
      tx.delete(points, key);
      if (coarser === undefined) continue;
      const second = key[2] - (key[2] % coarser);
      tallyAt(sums, second, points.get([id, coarser, second])).merge(point);
    }
    for (const [second, tally] of sums) tx.put(points, [id, coarser!, second], tally.point());
  }
}

function tallyAt(sums: Map<number, Tally>, second: number, before: MetricPoint | undefined): Tally {
  let tally = sums.get(second);
  if (tally) return tally;
  tally = new Tally();
  if (before) tally.merge(before);
  sums.set(second, tally);
  return tally;
}
