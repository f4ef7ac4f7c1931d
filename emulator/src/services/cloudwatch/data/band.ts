// The band of what is expected: mean and deviation of the metric at the same hour of the day. The cloud's model is not public; this one is simple.
import type { Series, Workspace } from '#services/cloudwatch/math/series';

const HOUR_MS = 3_600_000;

interface Sums {
  count: number;
  sum: number;
  squares: number;
}

/** Upper and lower bound, `width` deviations from the mean. */
export function expectedBand(series: Series, width: number, work: Workspace): [Series, Series] {
  const hours = new Map<number, Sums>();
  const hourOf = (at: number): number => Math.floor(work.timeMs(at) / HOUR_MS) % 24;
  for (const [at, value] of series.values.entries()) {
    if (Number.isNaN(value)) continue;
    const sums = hours.get(hourOf(at)) ?? { count: 0, sum: 0, squares: 0 };
    hours.set(hourOf(at), { count: sums.count + 1, sum: sums.sum + value, squares: sums.squares + value * value });
  }
  const bound = (sign: number) => (at: number) => {
    const sums = hours.get(hourOf(at));
    if (!sums) return Number.NaN;
    const mean = sums.sum / sums.count;
    return mean + sign * width * Math.sqrt(Math.max(0, sums.squares / sums.count - mean * mean));
  };
  return [
    work.series(bound(1), { ...series, label: `${series.label} High` }),
    work.series(bound(-1), { ...series, label: `${series.label} Low` }),
  ];
}
