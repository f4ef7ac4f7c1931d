// DescribeDeliveryStream and UpdateDestination.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import {
  type DeliveryStreamDescription,
  type DestinationDescription,
  fault,
  operation,
  type SourceDescription,
  type UpdateDestinationInput,
} from '#model/firehose';
import { streamArn } from '#services/firehose/arns';
import { invalid } from '#services/firehose/faults';
import { findStream, putStream } from '#services/firehose/find-stream';
import type { DeliveryStream, StreamDestination } from '#services/firehose/state';
import { showBucket, showBucketDestination } from './bucket-settings.ts';
import { checkQuery } from './check-query.ts';
import { updatedDestination } from './destinations.ts';
import { showEndpoint } from './endpoint-settings.ts';
import { typeOf } from './stream-type.ts';

/** A stream has one destination. */
const DESTINATION_ID = 'destinationId-000000000001';

export const DescribeDeliveryStream = operation('DescribeDeliveryStream', (input, ctx) => {
  const { DeliveryStreamName, ExclusiveStartDestinationId } = input;
  const stream = findStream(DeliveryStreamName, ctx);
  const isPast = ExclusiveStartDestinationId !== undefined && ExclusiveStartDestinationId >= DESTINATION_ID;
  return { DeliveryStreamDescription: describe(stream, isPast ? [] : [showDestination(stream.destination)], ctx) };
});

function describe(stream: Frozen<DeliveryStream>, Destinations: DestinationDescription[], ctx: Ctx): DeliveryStreamDescription {
  const { name, version, encryption, createdMs, updatedMs } = stream;
  return {
    DeliveryStreamName: name,
    DeliveryStreamARN: streamArn(ctx, name),
    DeliveryStreamStatus: 'ACTIVE',
    DeliveryStreamEncryptionConfiguration: encryption
      ? { Status: 'ENABLED', KeyType: encryption.keyType, KeyARN: encryption.keyArn }
      : typeOf(stream) === 'DirectPut'
        ? { Status: 'DISABLED' }
        : undefined,
    DeliveryStreamType: typeOf(stream),
    VersionId: String(version),
    CreateTimestamp: new Date(createdMs),
    LastUpdateTimestamp: updatedMs === undefined ? undefined : new Date(updatedMs),
    Source: showSource(stream),
    Destinations,
    HasMoreDestinations: false,
  };
}

function showSource({ source, throughputHintMBs }: Frozen<DeliveryStream>): SourceDescription | undefined {
  if (source) {
    const { arn: KinesisStreamARN, roleArn: RoleARN, startMs } = source;
    return { KinesisStreamSourceDescription: { KinesisStreamARN, RoleARN, DeliveryStartTimestamp: new Date(startMs) } };
  }
  return throughputHintMBs === undefined ? undefined : { DirectPutSourceDescription: { ThroughputHintInMBs: throughputHintMBs } };
}

/** A bucket is shown twice: with all settings, and with the settings that every bucket has. */
function showDestination(destination: Frozen<StreamDestination>): DestinationDescription {
  const DestinationId = DESTINATION_ID;
  if (destination.kind === 'endpoint') return { DestinationId, HttpEndpointDestinationDescription: showEndpoint(destination.settings) };
  const { settings } = destination;
  return {
    DestinationId,
    S3DestinationDescription: showBucket(settings),
    ExtendedS3DestinationDescription: showBucketDestination(settings),
  };
}

export const UpdateDestination = operation('UpdateDestination', async (input, ctx) => {
  const { DestinationId } = input;
  const known = currentVersion(input, ctx);
  if (DestinationId !== DESTINATION_ID) throw invalid(`Destination Id ${DestinationId} not found`);
  const destination = updatedDestination(known.destination, input);
  if (isDeepStrictEqual(defined(destination), defined(known.destination))) return;
  await checkQuery(destination, ctx);
  const stream = currentVersion(input, ctx);
  putStream({ ...stream, destination, version: stream.version + 1, updatedMs: ctx.now() }, ctx);
});

/** @throws ConcurrentModification where the stream has another version */
function currentVersion(input: UpdateDestinationInput, ctx: Ctx): Frozen<DeliveryStream> {
  const { DeliveryStreamName: name, CurrentDeliveryStreamVersionId: version } = input;
  const stream = findStream(name, ctx);
  if (version !== String(stream.version))
    throw fault(
      'ConcurrentModificationException',
      `Cannot update firehose: ${name} since the current version id: ${stream.version} and specified version id: ${version} do not match`,
    );
  return stream;
}

/** Without members that are undefined, as a store on disk gives records back. */
const defined = (value: object): unknown => JSON.parse(JSON.stringify(value)) as unknown;
