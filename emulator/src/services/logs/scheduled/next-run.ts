// When a scheduled query runs next.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { nextOfCron } from '#lib/cron';
import { parseSchedule, type Schedule } from '#lib/schedule';
import { type TimeZone, timeZone } from '#lib/time-zone';
import type { ScheduledQuery } from '#services/logs/query-state';

const RUN = 'logs.run-scheduled-query';

/** Undefined for a text that is neither a rate nor a cron expression. */
export const parseExpression = (text: string): Schedule | undefined => parseSchedule(text);

/** Schedules the next run, or removes the schedule of a query without a next run. */
export function arm(tx: Tx, id: string, query: Frozen<ScheduledQuery>, ctx: Ctx): void {
  const nextMs = query.state === 'ENABLED' ? nextRun(query, ctx.now()) : undefined;
  if (nextMs === undefined) disarm(tx, id, ctx);
  else ctx.later(tx, RUN, [id], nextMs);
}

export const disarm = (tx: Tx, id: string, ctx: Ctx): void => ctx.unschedule(tx, RUN, [id]);

type Timing = Pick<Frozen<ScheduledQuery>, 'expression' | 'timezone' | 'scheduleStart' | 'scheduleEnd' | 'createdMs'>;

/** The first run after `afterMs`; rates begin at the start of the schedule, or with the query. */
export function nextRun({ expression, timezone, scheduleStart, scheduleEnd, createdMs }: Timing, afterMs: number): number | undefined {
  const schedule = parseExpression(expression);
  const zone = timeZone(timezone ?? 'UTC');
  if (!schedule || !zone) return undefined;
  const startMs = scheduleStart === undefined ? createdMs : momentMs(scheduleStart);
  const fromMs = Math.max(afterMs, startMs - 1);
  const nextMs = schedule.kind === 'rate' ? nextOfRate(startMs, schedule.everyMs, fromMs) : nextInZone(schedule, zone, fromMs);
  return nextMs === undefined || (scheduleEnd !== undefined && nextMs > momentMs(scheduleEnd)) ? undefined : nextMs;
}

const nextOfRate = (startMs: number, everyMs: number, afterMs: number): number =>
  startMs + Math.max(1, Math.floor((afterMs - startMs) / everyMs) + 1) * everyMs;

function nextInZone({ cron }: Extract<Schedule, { kind: 'cron' }>, zone: TimeZone, fromMs: number): number | undefined {
  for (let afterMs = zone.localMs(fromMs); ; ) {
    const localMs = nextOfCron(cron, afterMs);
    if (localMs === undefined) return undefined;
    const instantMs = zone.instantMs(localMs);
    if (instantMs !== undefined && instantMs > fromMs) return instantMs;
    afterMs = localMs;
  }
}

/** Times of a schedule are seconds since 1970; milliseconds, which some clients send, are told by their size. */
export const momentMs = (time: number): number => (time < 100_000_000_000 ? time * 1000 : time);
