// When a schedule runs next. Times in its zone that the clock skips are left out, times that it repeats count once, the first time:
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#daylist-savings-time
import type { Frozen } from '#core/records';
import { type Cron, nextOfCron } from '#lib/cron';
import { type TimeZone, timeZone } from '#lib/time-zone';
import type { Schedule } from '#services/scheduler/state';
import { parseExpression } from './expression.ts';

type Timing = Pick<Frozen<Schedule>, 'expression' | 'timezone' | 'startMs' | 'endMs' | 'baseMs' | 'lastMs'>;

/** The latest time that a Date can hold. */
const MAX_DATE_MS = 8.64e15;

/**
 * The first run from `nowMs` on that was not made yet; undefined when none is left. A schedule for one time runs even if that time has
 * passed, and disregards start and end.
 */
export function nextRun({ expression: text, timezone, startMs, endMs, baseMs, lastMs }: Timing, nowMs: number): number | undefined {
  const expression = parseExpression(text);
  const zone = timeZone(timezone);
  if (!expression || !zone) return undefined;
  if (expression.kind === 'at') return lastMs === undefined ? zone.instantMs(expression.localMs) : undefined;
  const fromMs = Math.max(nowMs, startMs ?? 0, lastMs === undefined ? 0 : lastMs + 1);
  const nextMs =
    expression.kind === 'rate' ? nextOfRate(startMs ?? baseMs, expression.everyMs, fromMs) : nextInZone(expression.cron, zone, fromMs);
  return nextMs !== undefined && nextMs <= (endMs ?? MAX_DATE_MS) ? nextMs : undefined;
}

/** Rates begin at their start. A day has 24 hours in every zone. */
const nextOfRate = (startMs: number, everyMs: number, fromMs: number): number =>
  startMs + Math.max(0, Math.ceil((fromMs - startMs) / everyMs)) * everyMs;

function nextInZone(cron: Cron, zone: TimeZone, fromMs: number): number | undefined {
  for (let afterMs = zone.localMs(fromMs - 1); ; ) {
    const localMs = nextOfCron(cron, afterMs);
    if (localMs === undefined) return undefined;
    const instantMs = zone.instantMs(localMs);
    if (instantMs !== undefined && instantMs >= fromMs) return instantMs;
    afterMs = localMs;
  }
}
