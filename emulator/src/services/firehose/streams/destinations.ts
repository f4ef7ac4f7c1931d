// The one destination of a stream: made from what creates it, merged with what updates it. Kinds that are not emulated are refused by name.
import type { Frozen } from '#core/records';
import type {
  CreateDeliveryStreamInput,
  ExtendedS3DestinationConfiguration,
  ExtendedS3DestinationUpdate,
  HttpEndpointDestinationConfiguration,
  HttpEndpointDestinationUpdate,
  S3DestinationConfiguration,
  S3DestinationUpdate,
  UpdateDestinationInput,
} from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import type { BucketDestination, BucketSettings, EndpointDestination, StreamDestination } from '#services/firehose/state';
import { readBucketDestination } from './bucket-settings.ts';
import { readEndpoint } from './endpoint-settings.ts';

/** Why the members of this name are refused, each followed by `Configuration` or `Update`. */
const REFUSED = {
  RedshiftDestination: 'Data warehouses are',
  ElasticsearchDestination: 'Search domains are',
  AmazonopensearchserviceDestination: 'Search domains are',
  AmazonOpenSearchServerlessDestination: 'Search collections are',
  SplunkDestination: 'Splunk is',
  SnowflakeDestination: 'Snowflake is',
  IcebergDestination: 'Iceberg tables are',
} as const;

const given = (input: object, suffix: 'Configuration' | 'Update'): string[] =>
  Object.entries(input)
    .filter(([name, value]) => value !== undefined && name.endsWith(`Destination${suffix}`))
    .map(([name]) => name);

/** @throws InvalidArgument */
function checkEmulated(names: readonly string[], suffix: string): void {
  for (const [kind, sentence] of Object.entries(REFUSED))
    if (names.includes(`${kind}${suffix}`))
      throw invalid(`${sentence} not emulated as destinations: ${kind}${suffix} cannot be used here. Buckets and HTTP endpoints can.`);
}

/** @throws InvalidArgument */
export function newDestination(input: CreateDeliveryStreamInput): StreamDestination {
  const names = given(input, 'Configuration');
  if (names.length !== 1) throw invalid('Exactly one destination configuration is supported for a Firehose');
  checkEmulated(names, 'Configuration');
  const { S3DestinationConfiguration, ExtendedS3DestinationConfiguration, HttpEndpointDestinationConfiguration } = input;
  if (HttpEndpointDestinationConfiguration) return { kind: 'endpoint', settings: readEndpoint(HttpEndpointDestinationConfiguration) };
  return { kind: 'bucket', settings: readBucketDestination((ExtendedS3DestinationConfiguration ?? S3DestinationConfiguration)!) };
}

/** @throws InvalidArgument */
export function updatedDestination(before: Frozen<StreamDestination>, input: UpdateDestinationInput): StreamDestination {
  const names = given(input, 'Update');
  if (names.length !== 1) throw invalid('Exactly one destination update is supported for a Firehose');
  checkEmulated(names, 'Update');
  const { S3DestinationUpdate, ExtendedS3DestinationUpdate, HttpEndpointDestinationUpdate } = input;
  if (HttpEndpointDestinationUpdate) {
    if (before.kind !== 'endpoint') throw changedKind();
    return { kind: 'endpoint', settings: readEndpoint(mergedEndpoint(before.settings, HttpEndpointDestinationUpdate)) };
  }
  if (before.kind !== 'bucket') throw changedKind();
  const settings = readBucketDestination(mergedDestination(before.settings, (ExtendedS3DestinationUpdate ?? S3DestinationUpdate)!));
  checkFixed(before.settings, settings);
  return { kind: 'bucket', settings };
}

const changedKind = () => invalid('Changing the destination type to or from HttpEndpoint is not supported at this time.');

/** @throws InvalidArgument for what can only be chosen when the stream is created */
function checkFixed(before: Frozen<BucketDestination>, after: BucketDestination): void {
  if ((before.DynamicPartitioningConfiguration?.Enabled ?? false) !== (after.DynamicPartitioningConfiguration?.Enabled ?? false))
    throw invalid('Dynamic Partitioning can only be enabled or disabled when the delivery stream is created.');
  if (before.S3BackupMode === 'Enabled' && after.S3BackupMode === 'Disabled')
    throw invalid('S3 backup cannot be disabled once it has been enabled.');
}

/** The values that are given, over the values that were there. */
const over = <T extends object>(before: T, update: object): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)),
});

const mergedBucket = (before: Frozen<BucketSettings>, update: S3DestinationUpdate): S3DestinationConfiguration => ({
  ...over(before, update),
  BufferingHints: over(before.BufferingHints, update.BufferingHints ?? {}),
});

function mergedDestination(
  { S3Backup, ...before }: Frozen<BucketDestination>,
  { S3BackupUpdate, ProcessingConfiguration: processing, ...update }: ExtendedS3DestinationUpdate,
): ExtendedS3DestinationConfiguration {
  const S3BackupConfiguration = S3BackupUpdate
    ? S3Backup
      ? mergedBucket(S3Backup, S3BackupUpdate)
      : (S3BackupUpdate as S3DestinationConfiguration)
    : S3Backup;
  return {
    ...over(before, update),
    BufferingHints: over(before.BufferingHints, update.BufferingHints ?? {}),
    S3BackupConfiguration,
    ProcessingConfiguration: mergedProcessing(before.ProcessingConfiguration, processing),
  };
}

/** Without `Enabled` it stays as it was; without `Processors` there are none. */
const mergedProcessing = (
  before: Frozen<BucketDestination['ProcessingConfiguration']>,
  update: BucketDestination['ProcessingConfiguration'] | undefined,
): Frozen<BucketDestination['ProcessingConfiguration']> =>
  update ? { Enabled: update.Enabled ?? before.Enabled, Processors: update.Processors ?? [] } : before;

function mergedEndpoint(before: Frozen<EndpointDestination>, update: HttpEndpointDestinationUpdate): HttpEndpointDestinationConfiguration {
  const { Url, Name, AccessKey, ContentEncoding, CommonAttributes, RetryS, S3, ...same } = before;
  const { S3Update, ProcessingConfiguration, ...rest } = update;
  return {
    ...over(same, rest),
    BufferingHints: over(same.BufferingHints, update.BufferingHints ?? {}),
    EndpointConfiguration: update.EndpointConfiguration ?? { Url, Name, AccessKey },
    RequestConfiguration: update.RequestConfiguration ?? { ContentEncoding, CommonAttributes },
    RetryOptions: update.RetryOptions ?? { DurationInSeconds: RetryS },
    ProcessingConfiguration: mergedProcessing(same.ProcessingConfiguration, ProcessingConfiguration),
    S3Configuration: S3Update ? mergedBucket(S3, S3Update) : S3,
  };
}
