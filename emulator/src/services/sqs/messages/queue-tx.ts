// The unit of work of one queue within a write, `q` in this folder: its records, its tally counted up to now, and what `closeQueue` still has to write.
import type { Ctx } from '#core/call';
import type { Frozen, Records, Tx } from '#core/records';
import { secondsMs } from '#services/sqs/settings';
import {
  byGroup,
  byVisibility,
  groups,
  type Message,
  type MessageKey,
  messages,
  type Queue,
  receivableGroups,
  type Tally,
  tallies,
} from '#services/sqs/state';
import { refreshGroup } from './groups.ts';

type RecordsOf<C> = C extends { types?: [infer K extends readonly (string | number)[], infer V] } ? Records<K, V> : never;

export interface QueueTx {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly queue: Frozen<Queue>;
  readonly nowMs: number;
  readonly retentionMs: number;
  readonly tally: Tally;
  readonly messages: Records<MessageKey, Message>;
  readonly byVisibility: RecordsOf<typeof byVisibility>;
  readonly byGroup: RecordsOf<typeof byGroup>;
  readonly groups: RecordsOf<typeof groups>;
  readonly receivableGroups: RecordsOf<typeof receivableGroups>;
  /** FIFO groups whose first message may have changed. */
  readonly touched: Set<string>;
  /** Set once a message or a counter changed, so that `closeQueue` writes the tally. Time passing alone is not worth a write. */
  changed: boolean;
  /** Set when waiting receivers must look again. */
  mustWake: boolean;
}

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

/** By name: who waits on behalf of a name also hears of the next queue that bears it. */
export const wakeKey = (queue: { readonly name: string }): string => `sqs/${queue.name}`;

/** Opens the queue within a write that goes on; `closeQueue` must follow. */
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
  advanceCounters(q);
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

/** Counts the messages that have become visible since the last call: each is walked once for each time it was hidden. */
function advanceCounters(q: QueueTx): void {
  const { queue, nowMs, tally, byVisibility } = q;
  const { storeId } = queue;
  if (nowMs <= tally.countedMs) return;
  if (tally.delayed + tally.inFlight > 0)
    for (const { received } of byVisibility.range([storeId], {
      after: [storeId, tally.countedMs + 1, 0, 0],
      before: [storeId, nowMs + 1, 0, 0],
    })) {
      if (received) tally.inFlight--;
      else tally.delayed--;
      tally.visible++;
      q.changed = true;
    }
  tally.countedMs = nowMs;
}

export type MessageState = 'visible' | 'delayed' | 'inFlight';

export const stateOf = ({ tally }: QueueTx, { visibleMs, receives }: Pick<Message, 'visibleMs' | 'receives'>): MessageState =>
  visibleMs <= tally.countedMs ? 'visible' : receives > 0 ? 'inFlight' : 'delayed';

export const keyOf = (q: QueueTx, { sentMs, number }: Pick<Message, 'sentMs' | 'number'>): MessageKey => [q.queue.storeId, sentMs, number];

export const hasExpired = ({ nowMs, retentionMs }: QueueTx, { sentMs }: Pick<Message, 'sentMs'>): boolean => sentMs + retentionMs <= nowMs;
