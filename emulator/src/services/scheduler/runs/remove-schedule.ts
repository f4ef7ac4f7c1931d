// Deletes a schedule with all that is due for it. Invocations that wait for a retry are made all the same.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Schedule, schedules } from '#services/scheduler/state';
import { closeWindows, disarm } from './arm.ts';

export function removeSchedule(tx: Tx, { group, name }: Pick<Frozen<Schedule>, 'group' | 'name'>, ctx: Ctx): void {
  tx.delete(ctx.records(schedules), [group, name]);
  disarm(tx, group, name, ctx);
  closeWindows(tx, group, name, ctx);
}
