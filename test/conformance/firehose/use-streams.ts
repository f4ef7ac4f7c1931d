// An emulator with a manual clock, clients for delivery streams and buckets, and what lies in a bucket after a while.
import {
  type CreateDeliveryStreamCommandInput,
  type ExtendedS3DestinationConfiguration,
  Firehose,
  type Processor,
} from '@aws-sdk/client-firehose';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/delivery';

export interface StoredObject {
  readonly key: string;
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
  readonly type: string | undefined;
}

export interface Streams {
  readonly emulator: TestEmulator;
  readonly firehose: Firehose;
  readonly s3: S3;
  readonly lambda: Lambda;
  /** A new bucket, and a new stream that delivers into it. */
  create(
    name: string,
    settings?: Partial<ExtendedS3DestinationConfiguration>,
    more?: Partial<CreateDeliveryStreamCommandInput>,
  ): Promise<void>;
  put(name: string, ...texts: (string | Uint8Array)[]): Promise<void>;
  /** Moves the clock by a second, then reads all objects of the bucket that has the stream's name, in the order of their keys. */
  delivered(name: string): Promise<StoredObject[]>;
  objects(bucket: string): Promise<StoredObject[]>;
}

export async function useStreams(start: StartOptions = {}): Promise<Streams> {
  const emulator = await startTestEmulator({ clock: 'manual', ...start });
  const [firehose, s3, lambda] = [emulator.client(Firehose), emulator.client(S3), emulator.client(Lambda)];
  const objects = async (Bucket: string): Promise<StoredObject[]> => {
    const { Contents = [] } = await s3.listObjectsV2({ Bucket });
    return Promise.all(
      Contents.map(async ({ Key = '' }) => {
        const { Body, ContentEncoding, ContentType } = await s3.getObject({ Bucket, Key });
        return { key: Key, bytes: Buffer.from(await Body!.transformToByteArray()), encoding: ContentEncoding, type: ContentType };
      }),
    );
  };
  return {
    emulator,
    firehose,
    s3,
    lambda,
    create: async (name, settings = {}, more = {}) => {
      await s3.createBucket({ Bucket: name });
      await firehose.createDeliveryStream({
        DeliveryStreamName: name,
        ExtendedS3DestinationConfiguration: { RoleARN: ROLE, BucketARN: `arn:aws:s3:::${name}`, ...settings },
        ...more,
      });
    },
    put: async (name, ...texts) => {
      for (const text of texts) await firehose.putRecord({ DeliveryStreamName: name, Record: { Data: Buffer.from(text) } });
    },
    delivered: async (name) => {
      await emulator.clock.advance('1s');
      await emulator.idle();
      return objects(name);
    },
    objects,
  };
}

/** A processor with parameters by name. */
export const processor = (Type: string, parameters: Record<string, string> = {}): Processor =>
  ({
    Type,
    Parameters: Object.entries(parameters).map(([ParameterName, ParameterValue]) => ({ ParameterName, ParameterValue })),
  }) as Processor;

export const processing = (...Processors: Processor[]) => ({ ProcessingConfiguration: { Enabled: true, Processors } });

export const textsOf = (objects: readonly StoredObject[]): string[] => objects.map(({ bytes }) => bytes.toString());
