// Buckets as destinations and as backups: defaults, checks, and how they are shown. The texts of refusals are quoted from the service in
// https://github.com/badmintoncryer/cdk-preflight (rules/firehose), unless they speak of the emulator.
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { timeZone } from '#lib/time-zone';
import type {
  BufferingHints,
  CloudWatchLoggingOptions,
  ExtendedS3DestinationConfiguration,
  ExtendedS3DestinationDescription,
  S3DestinationConfiguration,
  S3DestinationDescription,
} from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import { checkLength, parsePrefix } from '#services/firehose/prefix/prefix';
import type { BucketDestination, BucketSettings, Hints } from '#services/firehose/state';
import { type Processors, readProcessors } from '#services/firehose/transform/processors';

const DEFAULT_HINTS = { SizeInMBs: 5, IntervalInSeconds: 300 };
/** Limit: megabytes of the buffer of a stream with dynamic partitioning. */
const MIN_PARTITIONED_MB = 64;
const DEFAULT_PARTITIONED_MB = 128;
const DEFAULT_RETRY_S = 300;

/** @throws InvalidArgument for logging without a group */
export function readLogging(options: Frozen<CloudWatchLoggingOptions> = {}): CloudWatchLoggingOptions {
  const { Enabled = false, LogGroupName, LogStreamName } = options;
  if (Enabled && !LogGroupName) throw invalid('CloudWatch Log Group Name is required if CloudWatch Logging is enabled');
  if (Enabled && !LogStreamName) throw invalid('CloudWatch Log Stream Name is required if CloudWatch Logging is enabled');
  return { Enabled, LogGroupName, LogStreamName };
}

export function readHints({ SizeInMBs, IntervalInSeconds }: Partial<Frozen<BufferingHints>> = {}): Hints {
  return {
    SizeInMBs: SizeInMBs ?? DEFAULT_HINTS.SizeInMBs,
    IntervalInSeconds: IntervalInSeconds ?? DEFAULT_HINTS.IntervalInSeconds,
  };
}

/** @throws InvalidArgument */
export function readBucket(given: S3DestinationConfiguration): BucketSettings {
  const { RoleARN, BucketARN, Prefix, ErrorOutputPrefix, CompressionFormat = 'UNCOMPRESSED', EncryptionConfiguration } = given;
  const { NoEncryptionConfig, KMSEncryptionConfig } = EncryptionConfiguration ?? { NoEncryptionConfig: 'NoEncryption' };
  if ((NoEncryptionConfig === undefined) === (KMSEncryptionConfig === undefined))
    throw invalid('Exactly one of NoEncryptionConfig or KMSEncryptionConfig must be specified');
  checkPrefixes(Prefix, ErrorOutputPrefix);
  return {
    RoleARN,
    BucketARN,
    Prefix,
    ErrorOutputPrefix,
    BufferingHints: readHints(given.BufferingHints),
    CompressionFormat,
    EncryptionConfiguration: KMSEncryptionConfig ? { KMSEncryptionConfig } : { NoEncryptionConfig },
    CloudWatchLoggingOptions: readLogging(given.CloudWatchLoggingOptions),
  };
}

function checkPrefixes(prefixText = '', errorText = ''): void {
  const [prefix, error] = [parsePrefix(prefixText, 'Prefix'), parsePrefix(errorText, 'ErrorOutputPrefix')];
  checkLength(prefix, 'Prefix');
  checkLength(error, 'ErrorOutputPrefix');
  if (prefix.hasErrorType) throw invalid('Prefix must not contain any occurrence of !{firehose:error-output-type}');
  if (error.queryKeys.length + error.functionKeys.length > 0)
    throw invalid("Dynamic Partitioning Namespaces can't be part of an error prefix expression");
  if (prefix.hasExpressions && errorText === '')
    throw invalid('ErrorOutputPrefix cannot be null or empty when Prefix contains expressions');
  if (error.hasExpressions && !error.hasErrorType)
    throw invalid('ErrorOutputPrefix must contain at least one occurrence of !{firehose:error-output-type}');
}

/** @throws InvalidArgument */
export function readBucketDestination(given: ExtendedS3DestinationConfiguration): BucketDestination {
  const { CustomTimeZone = 'UTC', S3BackupMode = 'Disabled', S3BackupConfiguration, FileExtension } = given;
  if (given.DataFormatConversionConfiguration?.Enabled)
    throw invalid(
      'Format conversion is not emulated: DataFormatConversionConfiguration cannot be enabled, records are delivered as they are.',
    );
  const zone = CustomTimeZone || 'UTC';
  if (!timeZone(zone) || (zone.length === 3 && zone !== 'UTC'))
    throw invalid('Provided custom time zone is not supported. Custom time zones are limited to UTC and non-3-letter IANA time zones.');
  if (S3BackupMode === 'Enabled' && !S3BackupConfiguration)
    throw invalid('S3 backup destination configuration is required when enabling S3 backup.');
  const backup = S3BackupConfiguration && readBucket(S3BackupConfiguration);
  const isPartitioned = given.DynamicPartitioningConfiguration?.Enabled === true;
  const bucket = readBucket(given);
  const processing = given.ProcessingConfiguration ?? {};
  const settings: BucketDestination = {
    ...bucket,
    ...(isPartitioned &&
      given.BufferingHints?.SizeInMBs === undefined && {
        BufferingHints: { ...bucket.BufferingHints, SizeInMBs: DEFAULT_PARTITIONED_MB },
      }),
    ProcessingConfiguration: { Enabled: processing.Enabled ?? false, Processors: processing.Processors ?? [] },
    S3BackupMode: S3BackupMode === 'Enabled' ? 'Enabled' : 'Disabled',
    S3Backup: backup,
    DynamicPartitioningConfiguration: given.DynamicPartitioningConfiguration && {
      Enabled: isPartitioned,
      ...(isPartitioned && {
        RetryOptions: { DurationInSeconds: given.DynamicPartitioningConfiguration.RetryOptions?.DurationInSeconds ?? DEFAULT_RETRY_S },
      }),
    },
    FileExtension: FileExtension || undefined,
    CustomTimeZone: zone,
  };
  checkPartitioning(settings, isPartitioned, readProcessors(settings.ProcessingConfiguration));
  return settings;
}

const ONLY_PARTITIONED = (processor: string): string =>
  `class com.amazonaws.services.firehose.internal.model.${processor}Processor can only be present when Dynamic Partitioning is enabled.`;

/** @throws InvalidArgument for partitions without keys, and for keys without partitions */
function checkPartitioning({ Prefix = '', BufferingHints }: BucketDestination, isPartitioned: boolean, processors: Processors): void {
  const { queryKeys, functionKeys } = parsePrefix(Prefix, 'Prefix');
  const hasKeys = queryKeys.length + functionKeys.length > 0;
  if (!isPartitioned) {
    if (hasKeys)
      throw invalid('Dynamic Partitioning Namespaces can only be part of a prefix expression when Dynamic Partitioning is enabled.');
    if (processors.query !== undefined) throw invalid(ONLY_PARTITIONED('MetadataExtraction'));
    if (processors.deaggregation) throw invalid(ONLY_PARTITIONED('RecordDeAggregation'));
    return;
  }
  if (BufferingHints.SizeInMBs < MIN_PARTITIONED_MB)
    throw invalid('BufferingHints.SizeInMBs must be at least 64 when Dynamic Partitioning is enabled.');
  if (!hasKeys) throw invalid('S3 Prefix should contain Dynamic Partitioning namespaces when Dynamic Partitioning is enabled');
  if (queryKeys.length > 0 && processors.query === undefined)
    throw invalid('MetadataExtraction processor should be present when S3 Prefix has partitionKeyFromQuery namespace.');
  if (functionKeys.length > 0 && !processors.function)
    throw invalid('Lambda processor should be present when S3 Prefix has partitionKeyFromLambda namespace.');
  const unused = simpleKeys(processors.query ?? '').filter((key) => !queryKeys.includes(key));
  if (unused.length > 0) throw invalid("MetaDataExtraction JQ Query can't contain keys that are not present in the S3 Prefix expression");
}

/** The keys of a program that is one object of plain paths; none where it is more than that. */
const simpleKeys = (query: string): string[] =>
  /^\s*\{(?:\s*"?[\w-]+"?\s*:\s*\.[\w.]*\s*[,}])+\s*$/.test(query) ? [...query.matchAll(/"?([\w-]+)"?\s*:/g)].map(([, key]) => key!) : [];

export function showBucket(settings: Frozen<BucketSettings>): S3DestinationDescription {
  const { RoleARN, BucketARN, Prefix, ErrorOutputPrefix, BufferingHints, CompressionFormat } = settings;
  const { EncryptionConfiguration, CloudWatchLoggingOptions } = settings;
  return {
    RoleARN,
    BucketARN,
    Prefix,
    ErrorOutputPrefix,
    BufferingHints,
    CompressionFormat,
    EncryptionConfiguration,
    CloudWatchLoggingOptions,
  };
}

export function showBucketDestination(settings: Frozen<BucketDestination>): ExtendedS3DestinationDescription {
  const { ProcessingConfiguration, S3BackupMode, S3Backup, DynamicPartitioningConfiguration, FileExtension, CustomTimeZone } = settings;
  return {
    ...showBucket(settings),
    ProcessingConfiguration,
    S3BackupMode,
    S3BackupDescription: S3Backup && showBucket(S3Backup),
    DataFormatConversionConfiguration: { Enabled: false },
    DynamicPartitioningConfiguration,
    FileExtension,
    CustomTimeZone,
  };
}

export const bucketName = (arn: string): string => parseArn(arn)?.resource ?? arn;
