// Retention of a log group: which of its events are expired, and when the first of them will be. Reads leave expired events out at once, due work removes them.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { events, type LogGroup, NO_TALLY, tallies } from '#services/logs/state';

const DAY_MS = 86_400_000;

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
