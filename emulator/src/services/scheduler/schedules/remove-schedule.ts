// Deletes a schedule with all that is due for it. Invocations that wait for a retry are made all the same.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { closeWindows, disarm } from '#services/scheduler/runs/arm';
import { type Schedule, schedules } from '#services/scheduler/state';

export function removeSchedule(tx: Tx, { group, name }: Pick<Frozen<Schedule>, 'group' | 'name'>, ctx: Ctx): void {
  tx.delete(ctx.records(schedules), [group, name]);
  disarm(tx, group, name, ctx);
  closeWindows(tx, group, name, ctx);
}
