// Logs with shards that a service offers for processing in batches. Records stay where they are: each reader keeps its own position.

import type { NamedCall } from './call.ts';

/** One record of a shard. */
export interface LogRecord {
  /** Its number in the shard; numbers grow, and may have gaps. */
  readonly number: number;
  /** The sequence number, by which consumers report failures. */
  readonly id: string;
  /** The id of the event, as the event shows it. */
  readonly eventId: string;
  /** Records of the same group stay in order. */
  readonly group: string;
  readonly arrivedMs: number;
  /** The request that wrote it. */
  readonly trace?: string | undefined;
  /** The record as functions receive it: JSON. */
  readonly text: string;
  /** The value that filter patterns test: JSON. */
  filterable(): string;
}

export interface LogShard {
  readonly id: string;
  /** Shards whose records come before those of this one. */
  readonly parents: readonly string[];
  /** No record will follow. */
  readonly isClosed: boolean;
}

export interface LogFacts {
  /** Every shard that has records or may get some. */
  readonly shards: readonly LogShard[];
  /** The key that is woken, in the log's account and region, whenever there may be more to read. */
  readonly signal: string;
  /** Why nothing can be read at the moment, as the reader shows it. */
  readonly problem?: string | undefined;
}

/** Where the reading of a log begins. */
export interface LogStart {
  readonly from: 'TRIM_HORIZON' | 'LATEST' | 'AT_TIMESTAMP';
  /** For `AT_TIMESTAMP`: milliseconds since 1970. */
  readonly atMs?: number | undefined;
}

/** How a source presents records to this reader, where the source supports it. */
export interface LogReading {
  /** ARN of the role in which the reader reads. */
  readonly roleArn: string;
  /** The members of the record lie beside those of the event, as pipes have them. */
  readonly isFlat?: true | undefined;
}

export interface LogRead {
  readonly arn: string;
  readonly shard: string;
  /** Number of the first record that is wanted; records that are gone already are left out. */
  readonly from: number;
  readonly most: number;
  readonly reading?: LogReading | undefined;
}

export interface LogPage {
  readonly records: readonly LogRecord[];
  /** The number to go on from. */
  readonly next: number;
  /** The shard is closed, and this was all of it. */
  readonly isOver: boolean;
}

/**
 * Every function receives the context (`C`) of the account and region that the ARN names. Ctx refers to logs, so this file cannot import
 * it: services write `LogSource`.
 */
export interface LogSourceOver<C> {
  /** Begins the name of what describes a lost batch in failure records: `<prefix>BatchInfo`. */
  readonly failurePrefix: string;
  /** Whether reading may begin at a time. */
  readonly startsAtTime: boolean;
  /** A record's time of arrival as failure records show it. */
  timeText(ms: number): string;
  /** Calls that reading the log comes to: the role of a reader must be allowed to make them. */
  calls(arn: string): readonly NamedCall[];
  /** Undefined when no such log exists. */
  facts(arn: string, ctx: C): LogFacts | undefined;
  /** The number of the record with which reading begins. */
  position(arn: string, shard: string, start: LogStart, ctx: C): number;
  /** The records that are there, without waiting. */
  read(read: LogRead, ctx: C): Promise<LogPage>;
  /** Is told, after it was written down, that everything before a number is processed: logs whose owner keeps positions of its own. */
  commit?(arn: string, shard: string, next: number, ctx: C): void;
  /** The reader lets go of the log: it is disabled or deleted. */
  close?(arn: string, ctx: C): Promise<void>;
}
