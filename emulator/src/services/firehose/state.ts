// The collections of the delivery stream service: streams, records that wait in buffers, and parcels on their way to destinations.
import type { BlobRef } from '#core/records';
import { collection } from '#core/records';
import type { Tag } from '#core/tags';
import type {
  CloudWatchLoggingOptions,
  DynamicPartitioningConfiguration,
  EncryptionConfiguration,
  HttpEndpointCommonAttribute,
  ProcessingConfiguration,
  SecretsManagerConfiguration,
} from '#model/firehose';

/** How much is buffered, and for how long. */
export interface Hints {
  readonly SizeInMBs: number;
  readonly IntervalInSeconds: number;
}

/** A bucket as a destination or as a backup, in the spelling of the API and with all defaults. */
export interface BucketSettings {
  readonly RoleARN: string;
  readonly BucketARN: string;
  readonly Prefix?: string | undefined;
  readonly ErrorOutputPrefix?: string | undefined;
  readonly BufferingHints: Hints;
  readonly CompressionFormat: string;
  readonly EncryptionConfiguration: EncryptionConfiguration;
  readonly CloudWatchLoggingOptions: CloudWatchLoggingOptions;
}

export interface BucketDestination extends BucketSettings {
  readonly ProcessingConfiguration: ProcessingConfiguration;
  readonly S3BackupMode: 'Disabled' | 'Enabled';
  readonly S3Backup?: BucketSettings | undefined;
  readonly DynamicPartitioningConfiguration?: DynamicPartitioningConfiguration | undefined;
  readonly FileExtension?: string | undefined;
  readonly CustomTimeZone: string;
}

export interface EndpointDestination {
  readonly Url: string;
  readonly Name?: string | undefined;
  /** Never shown. */
  readonly AccessKey?: string | undefined;
  readonly BufferingHints: Hints;
  readonly CloudWatchLoggingOptions: CloudWatchLoggingOptions;
  readonly ContentEncoding: string;
  readonly CommonAttributes: readonly HttpEndpointCommonAttribute[];
  readonly ProcessingConfiguration: ProcessingConfiguration;
  readonly RoleARN?: string | undefined;
  readonly RetryS: number;
  readonly S3BackupMode: 'FailedDataOnly' | 'AllData';
  readonly S3: BucketSettings;
  readonly SecretsManagerConfiguration?: SecretsManagerConfiguration | undefined;
}

export type StreamDestination =
  | { readonly kind: 'bucket'; readonly settings: BucketDestination }
  | { readonly kind: 'endpoint'; readonly settings: EndpointDestination };

export interface StreamEncryption {
  readonly keyType: string;
  readonly keyArn?: string | undefined;
}

/** The data stream that a delivery stream reads. */
export interface StreamSource {
  readonly arn: string;
  readonly roleArn: string;
  readonly startMs: number;
}

export interface DeliveryStream {
  readonly name: string;
  /** Names its buffers, so that a stream that is made again begins with empty ones. */
  readonly id: string;
  readonly version: number;
  readonly destination: StreamDestination;
  readonly source?: StreamSource | undefined;
  readonly throughputHintMBs?: number | undefined;
  readonly encryption?: StreamEncryption | undefined;
  readonly tags: readonly Tag[];
  readonly createdMs: number;
  readonly updatedMs?: number | undefined;
}

/** Where a record of a data stream came from. */
export interface RecordOrigin {
  readonly shard: string;
  readonly sequenceNumber: string;
  readonly partitionKey: string;
}

export interface BufferedRecord {
  readonly data: Uint8Array;
  readonly arrivedMs: number;
  readonly origin?: RecordOrigin | undefined;
  /** The request that put it. */
  readonly trace?: string | undefined;
}

/** The batch that takes records: once it is full or old enough it is delivered, and the next one begins. */
export interface Buffer {
  readonly batch: number;
  readonly count: number;
  readonly bytes: number;
}

interface OnTheWay {
  /** The trace of its batch. */
  readonly trace?: string | undefined;
  /** The requests that put its records. */
  readonly sentBy?: readonly string[] | undefined;
  readonly attempts: number;
  readonly createdMs: number;
  /** Its records, and when the first of them came. */
  readonly count?: number | undefined;
  readonly oldestMs?: number | undefined;
}

/** Bytes on their way to a bucket, under a key that stays the same in all attempts. */
export interface ObjectParcel extends OnTheWay {
  readonly to: 'bucket';
  readonly bucketArn: string;
  readonly roleArn: string;
  readonly key: string;
  readonly contentEncoding?: string | undefined;
  readonly kmsKeyArn?: string | undefined;
  readonly body: Uint8Array | BlobRef;
}

/** A request on its way to an HTTP endpoint, with an id that stays the same in all attempts. */
export interface RequestParcel extends OnTheWay {
  readonly to: 'endpoint';
  readonly requestId: string;
  /** JSON: the `data` and arrival of each record, see `delivery/endpoint-request.ts`. */
  readonly body: Uint8Array | BlobRef;
}

export type Parcel = ObjectParcel | RequestParcel;

export const streams = collection<[name: string], DeliveryStream>('firehose.streams');
export const buffers = collection<[streamId: string], Buffer>('firehose.buffers');
export const buffered = collection<[streamId: string, batch: number, n: number], BufferedRecord>('firehose.buffered', { bulk: true });
export const parcels = collection<[streamId: string, id: string], Parcel>('firehose.parcels', { bulk: true });
/** Number of the first record of a shard that is not in a buffer yet; written with the buffered records. */
export const positions = collection<[streamId: string, shard: string], { readonly next: number }>('firehose.positions');
/** Batches whose parcels are recorded: all that is left is to remove their records. */
export const flushed = collection<[streamId: string, batch: number], { readonly atMs: number }>('firehose.flushed');
