// A resource that reads a log with shards in batches (an event source mapping, a pipe), as the service that owns it declares it.
import type { Ctx } from '#core/ctx';
import type { LogReading, LogRecord } from '#core/log-records';
import type { Tx } from '#core/records';
import type { LogPoller } from './log-poller.ts';

/** How a log is read. */
export interface LogReader {
  readonly sourceArn: string;
  readonly reading: LogReading;
  /** Records of a batch, at most. */
  readonly batchSize: number;
  /** Seconds for which a batch that is not full stays open; 0 sends it at once. */
  readonly windowS: number;
  /** Event patterns. Records that match none of them are passed over. */
  readonly filters: readonly string[];
  /** Is told which records no filter matched: at least one. */
  readonly dropped?: ((records: readonly { readonly trace?: string | undefined }[]) => void) | undefined;
  /** Batches of one shard at once. Records of one group stay in one lane, so they stay in order. */
  readonly lanes: number;
  /** Attempts after the first one; Infinity for no limit. */
  readonly maxRetries: number;
  /** Records that are older are given up; Infinity for as long as the log keeps them. */
  readonly maxAgeMs: number;
  /** Splits a failed batch into halves before it is tried again. */
  readonly bisects: boolean;
  /** Seconds of a tumbling window, through which a state is handed from batch to batch; 0 for none. */
  readonly tumblingS: number;
}

/** The tumbling window that a batch belongs to. */
export interface WindowPart {
  readonly startMs: number;
  readonly endMs: number;
  /** The state that the consumer answered for the previous batch: JSON. */
  readonly state: string;
  /** The window is over: the batch has no records. */
  readonly isFinal: boolean;
  /** The state became too large, so the window ends before its time. */
  readonly isEarly: boolean;
}

export interface LogBatch {
  readonly shard: string;
  readonly records: readonly LogRecord[];
  readonly window?: WindowPart | undefined;
}

export interface BatchFailure {
  /** Index of the first record that was not processed; absent when that is not known: then all failed. */
  readonly from?: number | undefined;
  /** The consumer could not try at all (no free concurrency): not counted as an attempt. */
  readonly isRefused: boolean;
  /** For people. */
  readonly reason: string;
  /** Id of the invocation that failed. */
  readonly requestId?: string | undefined;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
  /** Details that the consumer adds to the failure record. */
  readonly response?: object | undefined;
}

export interface BatchResult {
  readonly failure?: BatchFailure | undefined;
  /** The window's next state: JSON. */
  readonly state?: string | undefined;
}

/** Why records are given up. */
export type LossCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export interface LostBatch {
  readonly condition: LossCondition;
  readonly shard: string;
  /** At least one. */
  readonly records: readonly LogRecord[];
  /** How often they were tried. */
  readonly attempts: number;
  readonly failure?: BatchFailure | undefined;
  /** Describes the batch in failure records: `DDBStreamBatchInfo`. */
  readonly info: Readonly<Record<string, object>>;
}

export interface LogConsumer<R extends LogReader> {
  /** The due work that reads; its key is `[id]`. */
  readonly work: string;
  /** The ARN of the log; undefined once the resource is gone. */
  sourceArn(id: string, ctx: Ctx): string | undefined;
  /**
   * Takes the resource to the state that it is on its way to. Answers how to read while batches may be begun, otherwise undefined. Settings only
   * change while no batch runs (`poller.running`), and then the consumer forgets what was gathered (`forgetGathered`).
   */
  reader(id: string, poller: LogPoller, ctx: Ctx): R | undefined;
  /** Nothing can be read at the moment, and why. */
  hindered(reader: R, problem: string, ctx: Ctx): void;
  process(reader: R, batch: LogBatch, ctx: Ctx): Promise<BatchResult>;
  /** A batch failed, and is tried again after these seconds. */
  retried(reader: R, batch: LogBatch, failure: BatchFailure, inS: number, ctx: Ctx): void;
  /** Records are given up, in the write that goes past them. */
  lost(tx: Tx, reader: R, batch: LostBatch, ctx: Ctx): void;
}
