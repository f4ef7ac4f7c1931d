// Opens a queue within a write, and closes it, which stores everything that changed.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { secondsMs } from '#services/sqs/settings';
import { byGroup, byVisibility, groups, messages, type Queue, receivableGroups, type Tally, tallies } from '#services/sqs/state';
import { refreshGroup } from './groups.ts';
import { type QueueTx, type QueueView, wakeKey } from './queue-tx.ts';

export const NO_TALLY: Tally = {
  visible: 0,
  delayed: 0,
  inFlight: 0,
  countedMs: 0,
  numbered: 0,
  expiryMs: 0,
  fresh: 0,
  behindMs: 0,
  behindNumber: 0,
};

/** Opens the queue within a write in progress. `closeQueue` must follow. */
export function openQueue(tx: Tx, queue: Frozen<Queue>, ctx: Ctx): QueueTx {
  const q: QueueTx = {
    ctx,
    tx,
    queue,
    nowMs: ctx.now(),
    retentionMs: secondsMs(queue.settings, 'MessageRetentionPeriod'),
    tally: { ...(ctx.records(tallies).get([queue.id]) ?? NO_TALLY) },
    messages: ctx.records(messages),
    byVisibility: ctx.records(byVisibility),
    byGroup: ctx.records(byGroup),
    groups: ctx.records(groups),
    receivableGroups: ctx.records(receivableGroups),
    touched: new Set(),
    changed: false,
    mustWake: false,
  };
  q.changed = advanceCounters(q);
  return q;
}

export function closeQueue(q: QueueTx): void {
  const { ctx, tx, queue, tally } = q;
  for (const group of q.touched) refreshGroup(q, group);
  if (q.changed) tx.put(ctx.records(tallies), [queue.id], tally);
  if (q.mustWake) tx.after(() => ctx.wake(wakeKey(queue)));
}

/** Runs `decide` on one queue, in a write of its own. */
export const inQueue = <T>(queue: Frozen<Queue>, decide: (q: QueueTx) => T, ctx: Ctx): T =>
  ctx.write((tx) => {
    const q = openQueue(tx, queue, ctx);
    const answer = decide(q);
    closeQueue(q);
    return answer;
  });

/** Opens the queue for reading. Writes nothing, so it works on a full disk, too. The tally is a copy. */
export function viewQueue(queue: Frozen<Queue>, ctx: Pick<Ctx, 'now' | 'records'>): QueueView {
  const view: QueueView = {
    queue,
    nowMs: ctx.now(),
    retentionMs: secondsMs(queue.settings, 'MessageRetentionPeriod'),
    tally: { ...(ctx.records(tallies).get([queue.id]) ?? NO_TALLY) },
    messages: ctx.records(messages),
    byVisibility: ctx.records(byVisibility),
  };
  advanceCounters(view);
  return view;
}

/**
 * Counts the messages that have become visible since the last call. Each is walked once per time it was hidden.
 * True if there were any.
 */
function advanceCounters({ queue, nowMs, tally, byVisibility }: QueueView): boolean {
  const { storeId } = queue;
  let changed = false;
  if (nowMs <= tally.countedMs) return false;
  if (tally.delayed + tally.inFlight > 0)
    for (const { received } of byVisibility.range([storeId], {
      after: [storeId, tally.countedMs + 1, 0, 0],
      before: [storeId, nowMs + 1, 0, 0],
    })) {
      if (received) tally.inFlight--;
      else tally.delayed--;
      tally.visible++;
      changed = true;
    }
  tally.countedMs = nowMs;
  return changed;
}
