// The records of the queue service. The messages of a queue are keyed by its `storeId`: purging gives the queue a new id, and the old messages are swept later.
import { type BlobRef, collection } from '#core/records';

/** Attributes as clients give and get them: text by name. */
export type QueueSettings = Readonly<Record<string, string>>;

export interface Queue {
  readonly name: string;
  /** Unique to this life of the name. */
  readonly id: string;
  /** `<id>-<n>`: names the messages of the queue; each purge adds one to `n`. */
  readonly storeId: string;
  readonly fifo: boolean;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** 0: never. */
  readonly purgedMs: number;
  readonly settings: QueueSettings;
  /** In the order of their keys. */
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

/** How many messages a queue holds in which state at `countedMs`, and what counts on with them. */
export interface Tally {
  visible: number;
  delayed: number;
  inFlight: number;
  countedMs: number;
  /** The last number given to a message. */
  numbered: number;
  /** When the work that removes expired messages is due; 0: not at all. */
  expiryMs: number;
  /** How many are fresh (messages/fresh.ts), and behind which one they all lie. */
  fresh: number;
  behindMs: number;
  behindNumber: number;
}

export interface StoredAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: string | Uint8Array;
}

/** What the sender gave. */
export interface Content {
  readonly body: string;
  readonly attributes: readonly StoredAttribute[];
}

export interface Message {
  readonly id: string;
  readonly number: number;
  /** A text without attributes is kept as it is; what is over 64 KB lies in a blob. */
  readonly content: string | Content | BlobRef;
  readonly senderId: string;
  readonly traceHeader?: string;
  readonly groupId?: string;
  readonly deduplicationId?: string;
  readonly sentMs: number;
  /** 0: was never hidden. */
  readonly visibleMs: number;
  readonly receives: number;
  readonly firstReceivedMs?: number;
  /** The last time; visibility may last 12 hours from there. */
  readonly receivedMs?: number;
  /** ARN of the queue that gave up on it. */
  readonly deadLetterSource?: string;
}

export type MessageKey = readonly [storeId: string, sentMs: number, number: number];

/** Version 1 kept texts as contents, and what was never hidden as visible since it was sent. */
function asNow({ content, visibleMs, ...message }: Message): Message {
  const text = typeof content === 'object' && 'body' in content && content.attributes.length === 0 ? content.body : content;
  return { ...message, content: text, visibleMs: visibleMs === message.sentMs ? 0 : visibleMs };
}

/** Version 1 called the store a box. */
const withStore = ({ box, storeId = box, ...queue }: Queue & { readonly box: string }): Queue => ({ ...queue, storeId });

export const queues = collection<[name: string], Queue>('sqs.queues', { version: 2, upgrade: withStore });
export const tallies = collection<[queueId: string], Tally>('sqs.tallies');
/** Oldest first: the first message of a store is the next to expire. */
export const messages = collection<MessageKey, Message>('sqs.messages', { bulk: true, version: 2, upgrade: asNow });
/** Messages by the time they become visible. Standard: all but the fresh ones. FIFO: those that have ever been hidden. */
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
/** FIFO: groups by the time their first message may be received. */
export const receivableGroups = collection<[storeId: string, readyMs: number, group: string], { ready: true }>('sqs.ready', { bulk: true });

/** What a FIFO queue remembers for five minutes: deduplication ids and receive attempts. */
export interface RecentRecord {
  readonly atMs: number;
  /** Of the message that was sent; '' for attempts. */
  readonly messageId: string;
  readonly number: number;
  /** What an attempt received. */
  readonly received: readonly { readonly sentMs: number; readonly number: number; readonly receives: number; readonly visibleMs: number }[];
}
export const recentIds = collection<[queueId: string, kind: string, scope: string, id: string], RecentRecord>('sqs.remembered', {
  bulk: true,
});
export const recentExpiries = collection<[queueId: string, atMs: number, kind: string, scope: string, id: string], { forget: true }>(
  'sqs.forgetting',
  { bulk: true },
);

/** Which queues name a dead-letter queue. */
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
}
export const moveTasks = collection<[source: string, number: number], MoveTask>('sqs.move-tasks');
