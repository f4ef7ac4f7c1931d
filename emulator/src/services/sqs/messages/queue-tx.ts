// Where messages of one queue are handled within one write: its records, its tally counted up to now, and what is still to be set right at the end.
import type { Ctx } from '#core/call';
import type { Frozen, Records, Tx } from '#core/records';
import { secondsMs } from '#services/sqs/settings';
import {
  groups,
  lines,
  type Message,
  type MessageKey,
  messages,
  moments,
  type Queue,
  ready,
  type Tally,
  tallies,
} from '#services/sqs/state';
import { refreshGroup } from './groups.ts';

type RecordsOf<C> = C extends { types?: [infer K extends readonly (string | number)[], infer V] } ? Records<K, V> : never;

export interface Desk {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly queue: Frozen<Queue>;
  readonly nowMs: number;
  readonly retentionMs: number;
  readonly tally: Tally;
  readonly messages: Records<MessageKey, Message>;
  readonly moments: RecordsOf<typeof moments>;
  readonly lines: RecordsOf<typeof lines>;
  readonly groups: RecordsOf<typeof groups>;
  readonly ready: RecordsOf<typeof ready>;
  /** FIFO groups whose first message may have changed. */
  readonly touched: Set<string>;
  /** A message or its count was: the tally belongs to it from here on. That only time has passed is not worth a write. */
  changed: boolean;
  /** Who waits for messages should look again. */
  stirred: boolean;
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

/** Opens the queue's desk in a write that goes on; `closeDesk` must follow. */
export function openDesk(ctx: Ctx, tx: Tx, queue: Frozen<Queue>): Desk {
  const desk: Desk = {
    ctx,
    tx,
    queue,
    nowMs: ctx.now(),
    retentionMs: secondsMs(queue.settings, 'MessageRetentionPeriod'),
    tally: { ...(ctx.records(tallies).get([queue.id]) ?? NO_TALLY) },
    messages: ctx.records(messages),
    moments: ctx.records(moments),
    lines: ctx.records(lines),
    groups: ctx.records(groups),
    ready: ctx.records(ready),
    touched: new Set(),
    changed: false,
    stirred: false,
  };
  countForward(desk);
  return desk;
}

export function closeDesk(desk: Desk): void {
  const { ctx, tx, queue, tally } = desk;
  for (const group of desk.touched) refreshGroup(desk, group);
  if (desk.changed) tx.put(ctx.records(tallies), [queue.id], tally);
  if (desk.stirred) tx.after(() => ctx.wake(wakeKey(queue)));
}

/** One write at one queue. */
export const atDesk = <T>(ctx: Ctx, queue: Frozen<Queue>, decide: (desk: Desk) => T): T =>
  ctx.write((tx) => {
    const desk = openDesk(ctx, tx, queue);
    const answer = decide(desk);
    closeDesk(desk);
    return answer;
  });

/** Counts the messages that have become visible since the last look: each is walked once for each time it was hidden. */
function countForward(desk: Desk): void {
  const { queue, nowMs, tally, moments } = desk;
  const { box } = queue;
  if (nowMs <= tally.countedMs) return;
  if (tally.delayed + tally.inFlight > 0)
    for (const { received } of moments.range([box], { after: [box, tally.countedMs + 1, 0, 0], before: [box, nowMs + 1, 0, 0] })) {
      if (received) tally.inFlight--;
      else tally.delayed--;
      tally.visible++;
      desk.changed = true;
    }
  tally.countedMs = nowMs;
}

export type MessageState = 'visible' | 'delayed' | 'inFlight';

export const stateOf = ({ tally }: Desk, { visibleMs, receives }: Pick<Message, 'visibleMs' | 'receives'>): MessageState =>
  visibleMs <= tally.countedMs ? 'visible' : receives > 0 ? 'inFlight' : 'delayed';

export const keyOf = (desk: Desk, { sentMs, number }: Pick<Message, 'sentMs' | 'number'>): MessageKey => [desk.queue.box, sentMs, number];

export const hasExpired = ({ nowMs, retentionMs }: Desk, { sentMs }: Pick<Message, 'sentMs'>): boolean => sentMs + retentionMs <= nowMs;
