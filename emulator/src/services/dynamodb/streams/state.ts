// Records of streams. A stream outlives its being disabled, and its table, by the time for which records are kept.
import { collection } from '#core/records';
import type { KeyElement, StreamView } from '#services/dynamodb/state';

export interface Stream {
  readonly table: string;
  readonly label: string;
  readonly view: StreamView;
  readonly key: readonly KeyElement[];
  readonly createdMs: number;
  /** Set once no record will follow. */
  readonly closedMs?: number | undefined;
  /** Unique; the first part of the keys of its records. */
  readonly storeId: string;
}
export const streams = collection<[table: string, label: string], Stream>('dynamodb.streams');

/** The number of the record that comes next, and of the first that is still there. */
export interface StreamEnds {
  readonly next: number;
  readonly first: number;
}
export const streamEnds = collection<[storeId: string], StreamEnds>('dynamodb.stream-ends');

export interface StreamRecord {
  readonly id: string;
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly createdMs: number;
  /** The request that made the change. Records of earlier versions have none. */
  readonly trace?: string | undefined;
  /** Items as JSON in wire form. */
  readonly keys: string;
  readonly newImage?: string | undefined;
  readonly oldImage?: string | undefined;
  /** Size of the keys and the images. */
  readonly bytes: number;
  /** The item's time had come. */
  readonly expired?: true | undefined;
}
export const streamRecords = collection<[storeId: string, number: number], StreamRecord>('dynamodb.stream-records', { bulk: true });

/** For this long a record can be read. */
export const RETENTION_MS = 86_400_000;
