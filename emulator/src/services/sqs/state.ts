// Records of the queue service. Messages are keyed by their queue's `storeId`: a purge gives the queue a new one, and the old messages are
// swept later.
import type { Trace } from '#core/call';
import { type BlobRef, collection } from '#core/records';

/** Attributes as clients set and read them: texts by name. */
export type QueueSettings = Readonly<Record<string, string>>;

export interface Queue {
  readonly name: string;
  /** Unique: another queue of the same name gets another id. */
  readonly id: string;
  /** `<id>-<n>`, the first part of message keys. Each purge adds one to `n`. */
  readonly storeId: string;
  readonly fifo: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Time of the last purge, 0 if there was none. */
  readonly purgedMs: number;
  readonly settings: QueueSettings;
  /** Sorted by key. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

/** How many messages a queue holds in each state at `countedMs`, and counters that go on with them. */
export interface Tally {
  visible: number;
  delayed: number;
  inFlight: number;
  countedMs: number;
  /** The number given to the last message. */
  numbered: number;
  /** When the removal of expired messages is due, 0 if it is not scheduled. */
  expiryMs: number;
  /** How many messages are fresh (messages/fresh.ts), and the position of the last one taken: all fresh ones come after it. */
  fresh: number;
  behindMs: number;
  behindNumber: number;
}

export interface StoredAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: string | Uint8Array;
}

/** A message as its sender gave it, if it has attributes. */
export interface Content {
  readonly body: string;
  readonly attributes: readonly StoredAttribute[];
}

export interface Message {
  readonly id: string;
  readonly number: number;
  /** A text if there are no attributes. Over 64 KB it is in a blob. */
  readonly content: string | Content | BlobRef;
  readonly senderId: string;
  /** The X-Ray header. */
  readonly traceHeader?: string;
  /** The request that sent it: what becomes of the message is told there. Messages of earlier versions have none. */
  readonly trace?: string;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly sentMs: number;
  /** 0 if it was never hidden. */
  readonly visibleMs: number;
  readonly receives: number;
  readonly firstReceivedMs?: number;
  /** Time of the last receive. Visibility can be extended up to 12 hours from there. */
  readonly receivedMs?: number;
  /** ARN of the queue that moved it to a dead-letter queue. */
  readonly deadLetterSource?: string;
}

export type MessageKey = readonly [storeId: string, sentMs: number, number: number];

/** Version 1 stored plain texts as contents, and the send time as `visibleMs` of messages that were never hidden. */
function asNow({ content, visibleMs, ...message }: Message): Message {
  const text = typeof content === 'object' && 'body' in content && content.attributes.length === 0 ? content.body : content;
  return { ...message, content: text, visibleMs: visibleMs === message.sentMs ? 0 : visibleMs };
}

/** Version 1 called `storeId` `box`. */
const withStore = ({ box, storeId = box, ...queue }: Queue & { readonly box: string }): Queue => ({ ...queue, storeId });

export const queues = collection<[name: string], Queue>('sqs.queues', { version: 2, upgrade: withStore });
export const tallies = collection<[queueId: string], Tally>('sqs.tallies');
/** Oldest first: the first message of a store is the next to expire. */
export const messages = collection<MessageKey, Message>('sqs.messages', { bulk: true, version: 2, upgrade: asNow });
/** Messages by the time they become visible. Standard: all but the fresh ones. FIFO: messages that were ever hidden. */
export const byVisibility = collection<[storeId: string, visibleMs: number, sentMs: number, number: number], { received: boolean }>(
  'sqs.moments',
  {
    bulk: true,
  },
);
/** FIFO: the messages of each group, in order. */
export const byGroup = collection<[storeId: string, group: string, number: number], { sentMs: number }>('sqs.lines', { bulk: true });
/** FIFO: groups that hold messages. */
export const groups = collection<[storeId: string, group: string], { readyMs: number }>('sqs.groups', { bulk: true });
/** FIFO: groups by the time from which their first message may be received. */
export const receivableGroups = collection<[storeId: string, readyMs: number, group: string], { ready: true }>('sqs.ready', { bulk: true });

/** An id that a FIFO queue remembers for five minutes: a deduplication id or a receive attempt. */
export interface RecentRecord {
  readonly atMs: number;
  /** The store of the queue at that time: a purge forgets ids. Older records have none, and are forgotten by time alone. */
  readonly storeId?: string;
  /** Id of the message that was sent; '' for attempts. */
  readonly messageId: string;
  readonly number: number;
  /** The messages that an attempt received. */
  readonly received: readonly { readonly sentMs: number; readonly number: number; readonly receives: number; readonly visibleMs: number }[];
}
export const recentIds = collection<[queueId: string, kind: string, scope: string, id: string], RecentRecord>('sqs.remembered', {
  bulk: true,
});
export const recentExpiries = collection<[queueId: string, atMs: number, kind: string, scope: string, id: string], { forget: true }>(
  'sqs.forgetting',
  { bulk: true },
);

/** The source queues of each dead-letter queue. */
export const deadLetterSources = collection<[deadLetterArn: string, source: string], { source: string }>('sqs.dead-letter-sources');

export type MoveStatus = 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
export interface MoveTask {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly destinationArn?: string;
  readonly maxPerSecond?: number;
  readonly status: MoveStatus;
  readonly moved: number;
  readonly toMove: number;
  readonly startedMs: number;
  readonly failure?: string;
  /** Trace of the request that began it. */
  readonly trace?: Trace;
}
export const moveTasks = collection<[source: string, number: number], MoveTask>('sqs.move-tasks');
