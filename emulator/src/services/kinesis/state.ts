// The collections of data streams: streams, their shards, the records of each shard, and consumers with throughput of their own.
import { type BlobRef, collection } from '#core/records';
import type { Tag } from '#core/tags';

export type StreamMode = 'PROVISIONED' | 'ON_DEMAND';

/** A shard that takes records, by the first hash key of its range: 32 hexadecimal digits, which compare as text as the numbers do. */
export interface OpenShard {
  readonly start: string;
  readonly index: number;
}

export interface Stream {
  readonly name: string;
  /** Unique; the first part of the keys of shards and records, so that a stream of the same name begins empty. */
  readonly id: string;
  readonly createdMs: number;
  readonly mode: StreamMode;
  readonly retentionHours: number;
  /** ARN, alias or id of the key that the stream is said to be encrypted with. */
  readonly keyId?: string | undefined;
  readonly metrics: readonly string[];
  readonly tags: readonly Tag[];
  readonly warmMiBps?: number | undefined;
  readonly maxRecordKiB: number;
  readonly distribution: string;
  readonly policy?: string | undefined;
  /** Shards that were ever made: the number of the next one. */
  readonly shardsMade: number;
  /** In the order of their ranges. */
  readonly open: readonly OpenShard[];
}
export const streams = collection<[name: string], Stream>('kinesis.streams');

export interface Shard {
  readonly index: number;
  /** Bounds of the range of hash keys: 32 hexadecimal digits, both inclusive. */
  readonly start: string;
  readonly end: string;
  /** Part of its sequence numbers. Shards that come from others begin a second after these were closed. */
  readonly createdMs: number;
  /** Numbers of the shards that were split or merged into this one. */
  readonly parents: readonly number[];
  readonly closedMs?: number | undefined;
}
export const shards = collection<[streamId: string, index: number], Shard>('kinesis.shards');

/** The number of the record that comes next in a shard, and of the first that is still there. */
export interface ShardEnds {
  readonly next: number;
  readonly first: number;
}
export const shardEnds = collection<[streamId: string, index: number], ShardEnds>('kinesis.shard-ends');

export interface StreamRecord {
  /** A blob where it is large. */
  readonly data: Uint8Array | BlobRef;
  readonly key: string;
  readonly atMs: number;
  /** The request that put it. Records of earlier versions have none. */
  readonly trace?: string | undefined;
}
export const streamRecords = collection<[streamId: string, index: number, number: number], StreamRecord>('kinesis.records', { bulk: true });

export interface Consumer {
  readonly name: string;
  readonly streamName: string;
  readonly createdMs: number;
  readonly tags: readonly Tag[];
  readonly policy?: string | undefined;
}
export const consumers = collection<[streamId: string, name: string], Consumer>('kinesis.consumers');

/** Settings of the account in a region: one record. */
export interface AccountSettings {
  readonly commitment: 'ENABLED' | 'DISABLED';
  readonly startedMs?: number | undefined;
  readonly endedMs?: number | undefined;
}
export const accountSettings = collection<[name: 'settings'], AccountSettings>('kinesis.account-settings');
