// The unit of work on one queue within a write, called `q` in this folder: its records, its tally counted up to now, and the changes that
// `closeQueue` still has to store.
import type { Ctx } from '#core/ctx';
import type { Frozen, Records, Tx } from '#core/records';
import type { byGroup, byVisibility, groups, Message, MessageKey, Queue, receivableGroups, Tally } from '#services/sqs/state';

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

/** The part of a queue needed to read it: its messages, and its counters at the present time. */
export type QueueView = Pick<QueueTx, 'queue' | 'nowMs' | 'retentionMs' | 'tally' | 'messages' | 'byVisibility'>;

/** Waiting receivers are woken by queue name: they also hear of the next queue with the same name. */
export const wakeKey = (queue: { readonly name: string }): string => `sqs/${queue.name}`;

export type MessageState = 'visible' | 'delayed' | 'inFlight';

export const stateOf = (
  { tally }: Pick<QueueTx, 'tally'>,
  { visibleMs, receives }: Pick<Message, 'visibleMs' | 'receives'>,
): MessageState => (visibleMs <= tally.countedMs ? 'visible' : receives > 0 ? 'inFlight' : 'delayed');

export const keyOf = (q: QueueTx, { sentMs, number }: Pick<Message, 'sentMs' | 'number'>): MessageKey => [q.queue.storeId, sentMs, number];

export const hasExpired = ({ nowMs, retentionMs }: Pick<QueueTx, 'nowMs' | 'retentionMs'>, { sentMs }: Pick<Message, 'sentMs'>): boolean =>
  sentMs + retentionMs <= nowMs;
