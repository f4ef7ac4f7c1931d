// Schedules the runs of a schedule, and the invocations of runs with a flexible time window.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { openWindows, type Schedule, schedules } from '#services/scheduler/state';
import { nextRun } from './next-run.ts';

/** Due work at the time of a run; its key is `[group, name]`. */
export const RUN = 'scheduler.run';
/** Due work within a flexible time window; its key is `[group, name, scheduledMs]`. */
export const INVOKE = 'scheduler.invoke';

/** Writes the schedule with the time of its next run, from `fromMs` on, and makes that run due, in place of an earlier one. */
export function arm(tx: Tx, schedule: Frozen<Omit<Schedule, 'nextMs'>>, fromMs: number, ctx: Ctx): Frozen<Schedule> {
  const { group, name, state } = schedule;
  const armed = { ...schedule, nextMs: state === 'ENABLED' ? nextRun(schedule, fromMs) : undefined };
  tx.put(ctx.records(schedules), [group, name], armed);
  if (armed.nextMs === undefined) disarm(tx, group, name, ctx);
  else ctx.later(tx, RUN, [group, name], armed.nextMs);
  return armed;
}

export const disarm = (tx: Tx, group: string, name: string, ctx: Ctx): void => ctx.unschedule(tx, RUN, [group, name]);

/** Takes back the invocations of all open windows. */
export function closeWindows(tx: Tx, group: string, name: string, ctx: Ctx): void {
  for (const [key] of ctx.records(openWindows).entries([group, name])) {
    tx.delete(ctx.records(openWindows), key);
    ctx.unschedule(tx, INVOKE, key);
  }
}
