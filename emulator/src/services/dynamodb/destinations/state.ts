// Records of changes that are on their way to a data stream.
import { collection } from '#core/records';

export interface PendingChange {
  readonly streamArn: string;
  /** Changes of one item have the same partition key, and so the same shard. */
  readonly partitionKey: string;
  /** The record of the data stream, as JSON. */
  readonly text: string;
  readonly atMs: number;
  /** The request that changed the item. */
  readonly trace?: string | undefined;
}

/** Changes that the stream has not taken yet, in their order. */
export const pendingChanges = collection<[storeId: string, number: number], PendingChange>('dynamodb.pending-changes', { bulk: true });

export interface ChangeCounter {
  /** The number of the next change. */
  readonly next: number;
  /** The time of the last change, in microseconds: no two changes of a table have the same. */
  readonly lastMicros: number;
  /** Attempts that the stream has refused since it last took a change, and when the next one is due. */
  readonly retry?: { readonly failures: number; readonly atMs: number } | undefined;
}
export const changeCounters = collection<[storeId: string], ChangeCounter>('dynamodb.change-counters');
