// Retention: reads leave expired events out at once, due work removes them.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { events, groups, type LogGroup, NO_TALLY, tallies } from '#services/logs/state';
import { removeEvents } from './remove-events.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/** Events before this time are expired. */
export const expiredBeforeMs = (group: Frozen<LogGroup>, nowMs: number): number =>
  group.retentionDays === undefined ? 0 : Math.max(0, nowMs - group.retentionDays * DAY_MS);

/** Schedules the removal for when the group's first event expires. */
export function expectExpiry(tx: Tx, group: Frozen<LogGroup>, ctx: Ctx): void {
  const tally = ctx.records(tallies).get([group.id]) ?? NO_TALLY;
  const [first] = ctx.records(events).entries([group.id], { limit: 1 });
  const expiryMs = first && group.retentionDays !== undefined ? Math.max(1, first[0][1] + group.retentionDays * DAY_MS + 1) : 0;
  if (expiryMs === tally.expiryMs) return;
  tx.put(ctx.records(tallies), [group.id], { ...tally, expiryMs });
  if (expiryMs === 0) ctx.unschedule(tx, 'logs.expire', [group.name, group.id]);
  else ctx.later(tx, 'logs.expire', [group.name, group.id], expiryMs);
}

/** Removes some expired events; true if there may be more. */
export function expireSome(name: string, groupId: string, ctx: Ctx): boolean {
  const group = ctx.records(groups).get([name]);
  if (group?.id !== groupId) return false;
  return ctx.write((tx) => {
    const before: [string, number, number] = [groupId, expiredBeforeMs(group, ctx.now()), 0];
    const expired = ctx.records(events).entries([groupId], { before, limit: AT_ONCE });
    removeEvents(tx, group, expired, ctx);
    if (expired.length === AT_ONCE) return true;
    expectExpiry(tx, group, ctx);
    return false;
  });
}
