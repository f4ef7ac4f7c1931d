// Due work of schedules: at the time of a run the target is invoked, or a flexible time window opens, within which it will be.
import { randomInt } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { SCHEDULE_COMPLETED, SCHEDULE_RUN_LATE } from '#services/scheduler/messages';
import { openWindows, type Schedule, schedules } from '#services/scheduler/state';
import { invoke } from '#services/scheduler/targets/invoke';
import { arm, INVOKE, RUN } from './arm.ts';
import { nextRun } from './next-run.ts';
import { removeSchedule } from './remove-schedule.ts';

const MINUTE_MS = 60_000;
/** The cloud invokes within the minute. A run that is later than this is worth a line. */
const LATE_MS = MINUTE_MS;

function run(group: string, name: string, ctx: Ctx): void {
  const schedule = ctx.records(schedules).get([group, name]);
  const scheduledMs = schedule?.nextMs;
  if (!schedule || scheduledMs === undefined || scheduledMs > ctx.now()) return;
  tellLate(schedule, scheduledMs, ctx);
  ctx.write((tx) => {
    const armed = arm(tx, { ...schedule, lastMs: scheduledMs }, ctx.now(), ctx);
    const { Mode, MaximumWindowInMinutes = 0 } = schedule.window;
    if (Mode === 'FLEXIBLE') openWindow(tx, schedule, scheduledMs, MaximumWindowInMinutes * MINUTE_MS, ctx);
    else invoke(tx, schedule, scheduledMs, ctx);
    complete(tx, armed, ctx);
  });
}

/** Any time in the window will do: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-flexible-time-windows.html */
function openWindow(tx: Tx, { group, name }: Frozen<Schedule>, scheduledMs: number, windowMs: number, ctx: Ctx): void {
  const invokedMs = Math.max(ctx.now(), scheduledMs + randomInt(windowMs));
  tx.put(ctx.records(openWindows), [group, name, scheduledMs], { invokedMs });
  ctx.later(tx, INVOKE, [group, name, scheduledMs], invokedMs);
}

/** The target is what the schedule has now; a schedule that was disabled meanwhile invokes nothing. */
function invokeInWindow(group: string, name: string, scheduledMs: number, ctx: Ctx): void {
  const schedule = ctx.records(schedules).get([group, name]);
  if (!schedule || !ctx.records(openWindows).has([group, name, scheduledMs])) return;
  ctx.write((tx) => {
    tx.delete(ctx.records(openWindows), [group, name, scheduledMs]);
    if (schedule.state === 'ENABLED') invoke(tx, schedule, scheduledMs, ctx);
    complete(tx, schedule, ctx);
  });
}

/** Ends a schedule that has no run ahead of it and no window open. */
function complete(tx: Tx, schedule: Frozen<Schedule>, ctx: Ctx): void {
  const { group, name, state, nextMs, afterCompletion } = schedule;
  if (nextMs !== undefined || state === 'DISABLED' || ctx.records(openWindows).range([group, name], { limit: 1 }).length > 0) return;
  const deleted = afterCompletion === 'DELETE';
  if (deleted) removeSchedule(tx, schedule, ctx);
  tx.after(() => ctx.log.write(SCHEDULE_COMPLETED, { schedule: `${group}/${name}`, deleted }));
}

function tellLate(schedule: Frozen<Schedule>, scheduledMs: number, ctx: Ctx): void {
  const lateMs = ctx.now() - scheduledMs;
  if (lateMs <= LATE_MS) return;
  const followingMs = nextRun({ ...schedule, lastMs: scheduledMs }, scheduledMs);
  const left =
    followingMs !== undefined && followingMs < ctx.now() ? `; those since ${new Date(followingMs).toISOString()} are left out` : '';
  const facts = { scheduled: new Date(scheduledMs).toISOString(), lateS: Math.round(lateMs / 1000), left };
  ctx.log.write(SCHEDULE_RUN_LATE, { schedule: `${schedule.group}/${schedule.name}`, ...facts });
}

export const work: Readonly<Record<string, DueWork>> = table({
  [RUN]: ([group, name], ctx) => run(String(group), String(name), ctx),
  [INVOKE]: ([group, name, scheduledMs], ctx) => invokeInWindow(String(group), String(name), Number(scheduledMs), ctx),
});
