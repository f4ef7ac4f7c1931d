// Spans of time in queries (`5m`, `2 quarters`), and moments rounded to them. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-operations-functions.html
import { table } from '#lib/table';

const DAY_MS = 86_400_000;

interface Unit {
  /** More than this counts as this: 300s is a minute. */
  readonly cap: number;
  /** Undefined for units that have no fixed length. */
  readonly ms?: number;
  readonly months?: number;
}

const UNITS: Readonly<Record<string, Unit>> = table(
  Object.fromEntries(
    [
      { names: ['millisecond', 'ms', 'msec'], cap: 1000, ms: 1 },
      { names: ['second', 's', 'sec'], cap: 60, ms: 1000 },
      { names: ['minute', 'm', 'min'], cap: 60, ms: 60_000 },
      { names: ['hour', 'h', 'hr'], cap: 24, ms: DAY_MS / 24 },
      { names: ['day', 'd'], cap: 31, ms: DAY_MS },
      { names: ['week', 'w'], cap: 53, ms: 7 * DAY_MS },
      { names: ['month', 'mo', 'mon'], cap: 12, months: 1 },
      { names: ['quarter', 'q', 'qtr'], cap: 4, months: 3 },
      { names: ['year', 'y', 'yr'], cap: 1000, months: 12 },
    ].flatMap(({ names, ...unit }) => names.flatMap((name) => (name.length > 1 ? [name, `${name}s`] : [name]).map((each) => [each, unit]))),
  ),
);

export interface Period {
  readonly ms?: number | undefined;
  readonly months?: number | undefined;
}

/** Undefined for a unit that does not exist. */
export function periodOf(count: number, unit: string): Period | undefined {
  const found = UNITS[unit.toLowerCase()];
  if (!found || count <= 0) return undefined;
  const times = Math.min(count, found.cap);
  return found.ms === undefined ? { months: Math.max(1, Math.floor(times * found.months!)) } : { ms: times * found.ms };
}

/** The beginning of the period that the moment is in. Months are counted from January of year 0. */
export function floorTo(ms: number, { ms: width, months = 1 }: Period): number {
  if (width !== undefined) return Math.floor(ms / width) * width;
  const at = new Date(ms);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  return startOfMonth(month - (month % months));
}

/** The beginning of the first period that does not begin before the moment. */
export function ceilTo(ms: number, period: Period): number {
  const floor = floorTo(ms, period);
  if (floor === ms || Number.isNaN(floor)) return floor;
  if (period.ms !== undefined) return floor + period.ms;
  const at = new Date(floor);
  return startOfMonth(at.getUTCFullYear() * 12 + at.getUTCMonth() + period.months!);
}

const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1);
