// Removes the events whose retention is over.
import type { Ctx } from '#core/ctx';
import { expectExpiry, expiredBeforeMs } from '#services/logs/groups/expiry';
import { events, groups } from '#services/logs/state';
import { removeEvents } from './remove-events.ts';

const AT_ONCE = 500;

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
