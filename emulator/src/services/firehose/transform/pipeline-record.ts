// A record on its way through the processors of a stream.
import type { Frozen } from '#core/records';
import type { RecordOrigin } from '#services/firehose/state';

export interface PipelineRecord {
  /** As the processors so far have made it. */
  readonly data: Uint8Array;
  /** As it arrived. */
  readonly raw: Uint8Array;
  readonly arrivedMs: number;
  readonly origin?: Frozen<RecordOrigin> | undefined;
  /** The request that put it. */
  readonly trace?: string | undefined;
  /** Partition keys that the function returned. */
  readonly functionKeys?: Keys | undefined;
  /** The keys that its prefix names; undefined in streams without dynamic partitioning. */
  readonly partition?: PartitionKeys | undefined;
}

type Keys = Readonly<Record<string, string>>;

export interface PartitionKeys {
  readonly queryKeys: Keys;
  readonly functionKeys: Keys;
}

/** The values of `!{firehose:error-output-type}`. */
export type ErrorType = 'processing-failed' | 'decompression-failed' | 'metadata-extraction-failed' | 'http-endpoint-failed';

/** A record that goes to the error output instead of the destination. */
export interface FailedRecord {
  readonly record: Pick<PipelineRecord, 'raw' | 'arrivedMs'>;
  readonly errorType: ErrorType;
  readonly code: string;
  readonly message: string;
  readonly attempts: number;
  readonly functionArn?: string | undefined;
}

export interface Processed {
  readonly records: readonly PipelineRecord[];
  readonly failed: readonly FailedRecord[];
}
