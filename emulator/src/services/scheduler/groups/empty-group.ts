// Deletes a group with its schedules, some at once: a group may hold very many.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { removeSchedule } from '#services/scheduler/runs/remove-schedule';
import { type ScheduleGroup, scheduleGroups, schedules } from '#services/scheduler/state';

export const EMPTY_GROUP = 'scheduler.empty-group';
const MAX_AT_ONCE = 500;

/** The group is `DELETING` while schedules are left, and gone with the last one. */
export function emptyGroup(tx: Tx, group: Frozen<ScheduleGroup>, ctx: Ctx): void {
  const left = ctx.records(schedules).range([group.name], { limit: MAX_AT_ONCE + 1 });
  for (const schedule of left.slice(0, MAX_AT_ONCE)) removeSchedule(tx, schedule, ctx);
  if (left.length <= MAX_AT_ONCE) {
    tx.delete(ctx.records(scheduleGroups), [group.name]);
    return;
  }
  tx.put(ctx.records(scheduleGroups), [group.name], { ...group, state: 'DELETING', modifiedMs: ctx.now() });
  ctx.later(tx, EMPTY_GROUP, [group.name], ctx.now());
}
