// AWS::KinesisFirehose::DeliveryStream
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { changed, flag, number, object, tagList, text } from '#core/resources/resource-properties';
import { asGiven, each, must, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { isObject } from '#lib/json-object';
import type { DeliveryStreamDescription, DestinationDescription } from '#model/firehose';

const NO_DESTINATION = 'delivery streams deliver to buckets and HTTP endpoints only.';
const NO_SOURCE = 'delivery streams take records that are put, and those of data streams only.';
const NO_CONVERSION = 'records are delivered as they are: formats are not converted.';

const hints = shape({ SizeInMBs: number, IntervalInSeconds: number });
const logging = shape({ Enabled: flag, LogGroupName: text, LogStreamName: text });
const encryption = shape({ NoEncryptionConfig: text, KMSEncryptionConfig: shape({ AWSKMSKeyARN: must(text) }) });
const processing = shape({
  Enabled: flag,
  Processors: each(
    shape({ Type: must(text), Parameters: each(shape({ ParameterName: must(text), ParameterValue: must(text) })) }),
  ) as never,
});
const bucketShape = {
  RoleARN: must(text),
  BucketARN: must(text),
  Prefix: text,
  ErrorOutputPrefix: text,
  BufferingHints: hints,
  CompressionFormat: text,
  EncryptionConfiguration: encryption,
  CloudWatchLoggingOptions: logging,
};
const bucket = shape(bucketShape);
const extendedBucket = shape({
  ...bucketShape,
  ProcessingConfiguration: processing,
  S3BackupMode: text,
  S3BackupConfiguration: bucket,
  DataFormatConversionConfiguration: shape({ Enabled: flag }),
  DynamicPartitioningConfiguration: shape({ Enabled: flag, RetryOptions: shape({ DurationInSeconds: number }) }),
  FileExtension: text,
  CustomTimeZone: text,
});
const endpoint = shape({
  EndpointConfiguration: must(shape({ Url: must(text), Name: text, AccessKey: text })),
  S3Configuration: must(bucket),
  BufferingHints: hints,
  CloudWatchLoggingOptions: logging,
  RequestConfiguration: shape({
    ContentEncoding: text,
    CommonAttributes: each(must(shape({ AttributeName: must(text), AttributeValue: must(text) }))) as never,
  }),
  ProcessingConfiguration: processing,
  RoleARN: text,
  RetryOptions: shape({ DurationInSeconds: number }),
  S3BackupMode: text,
  SecretsManagerConfiguration: shape({ Enabled: must(flag), SecretARN: text, RoleARN: text }),
});
const key = shape({ KeyType: must(text), KeyARN: text });
const source = shape({ KinesisStreamARN: must(text), RoleARN: must(text) });

/** An update keeps what is not sent, so what the template leaves out is sent as it is by default. */
const DEFAULT_HINTS = { SizeInMBs: 5, IntervalInSeconds: 300 };
const DEFAULT_LOGGING = { Enabled: false };
const DEFAULT_PROCESSING = { Enabled: false, Processors: [] };
const DEFAULT_BUCKET = {
  Prefix: '',
  ErrorOutputPrefix: '',
  BufferingHints: DEFAULT_HINTS,
  CompressionFormat: 'UNCOMPRESSED',
  EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' },
  CloudWatchLoggingOptions: DEFAULT_LOGGING,
};

function destinationUpdate(properties: Properties): object {
  const http = endpoint(properties.HttpEndpointDestinationConfiguration);
  if (http) {
    const { S3Configuration, ...rest } = http;
    const defaults = {
      BufferingHints: DEFAULT_HINTS,
      CloudWatchLoggingOptions: DEFAULT_LOGGING,
      ProcessingConfiguration: DEFAULT_PROCESSING,
      RequestConfiguration: { ContentEncoding: 'NONE', CommonAttributes: [] },
      RetryOptions: { DurationInSeconds: 300 },
      S3BackupMode: 'FailedDataOnly',
      SecretsManagerConfiguration: { Enabled: false },
    };
    return { HttpEndpointDestinationUpdate: { ...defaults, ...rest, S3Update: { ...DEFAULT_BUCKET, ...S3Configuration } } };
  }
  const { S3BackupConfiguration, ...given }: Partial<ReturnType<typeof extendedBucket>> = (extendedBucket(
    properties.ExtendedS3DestinationConfiguration,
  ) ?? extendedBucket(properties.S3DestinationConfiguration))!;
  return {
    ExtendedS3DestinationUpdate: {
      ...DEFAULT_BUCKET,
      ProcessingConfiguration: DEFAULT_PROCESSING,
      S3BackupMode: 'Disabled',
      FileExtension: '',
      CustomTimeZone: 'UTC',
      ...given,
      ...(S3BackupConfiguration && { S3BackupUpdate: { ...DEFAULT_BUCKET, ...S3BackupConfiguration } }),
    },
  };
}

async function describe(DeliveryStreamName: string, ctx: ResourceContext): Promise<DeliveryStreamDescription> {
  return (await ctx.call('firehose', 'DescribeDeliveryStream', { DeliveryStreamName })).DeliveryStreamDescription;
}

const directPut = shape({ ThroughputHintInMBs: must(number) });
const DESTINATIONS = ['S3DestinationConfiguration', 'ExtendedS3DestinationConfiguration', 'HttpEndpointDestinationConfiguration'] as const;

async function changeDestination(DeliveryStreamName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  if (changed(DESTINATIONS, next, before).length === 0) return;
  const { VersionId, Destinations } = await describe(DeliveryStreamName, ctx);
  await ctx.call('firehose', 'UpdateDestination', {
    DeliveryStreamName,
    CurrentDeliveryStreamVersionId: VersionId,
    DestinationId: Destinations[0]?.DestinationId ?? '',
    ...destinationUpdate(next),
  });
}

export const resource: ResourceType = crudType({
  id: 'DeliveryStreamName',
  newName: 64,
  gone: ['ResourceNotFoundException'],
  refuse: {
    ...Object.fromEntries(
      ['Redshift', 'Elasticsearch', 'Amazonopensearchservice', 'AmazonOpenSearchServerless', 'Splunk', 'Snowflake', 'Iceberg'].map(
        (name) => [`${name}DestinationConfiguration`, NO_DESTINATION],
      ),
    ),
    MSKSourceConfiguration: NO_SOURCE,
    DatabaseSourceConfiguration: NO_SOURCE,
    'ExtendedS3DestinationConfiguration.DataFormatConversionConfiguration.InputFormatConfiguration': NO_CONVERSION,
    'ExtendedS3DestinationConfiguration.DataFormatConversionConfiguration.OutputFormatConfiguration': NO_CONVERSION,
    'ExtendedS3DestinationConfiguration.DataFormatConversionConfiguration.SchemaConfiguration': NO_CONVERSION,
  },
  properties: {
    DeliveryStreamType: text,
    DirectPutSourceConfiguration: directPut,
    KinesisStreamSourceConfiguration: source,
    DeliveryStreamEncryptionConfigurationInput: key,
    S3DestinationConfiguration: bucket,
    ExtendedS3DestinationConfiguration: extendedBucket,
    HttpEndpointDestinationConfiguration: endpoint,
  },
  unread: DESTINATIONS,
  create(DeliveryStreamName, given, properties, ctx) {
    const Tags = tagList(properties.Tags);
    return ctx.call('firehose', 'CreateDeliveryStream', { DeliveryStreamName, ...given, ...(Tags.length > 0 && { Tags }) });
  },
  delete: (DeliveryStreamName, _properties, ctx) => ctx.call('firehose', 'DeleteDeliveryStream', { DeliveryStreamName }),
  find: (DeliveryStreamName, _properties, ctx) => describe(DeliveryStreamName, ctx),
  changes: [changeDestination, encrypt],
  tags: {
    told: async (_found, DeliveryStreamName, ctx) => (await ctx.call('firehose', 'ListTagsForDeliveryStream', { DeliveryStreamName })).Tags,
    put: (DeliveryStreamName, Tags, _found, ctx) => ctx.call('firehose', 'TagDeliveryStream', { DeliveryStreamName, Tags }),
    remove: (DeliveryStreamName, TagKeys, _found, ctx) => ctx.call('firehose', 'UntagDeliveryStream', { DeliveryStreamName, TagKeys }),
  },
  attributes: ({ DeliveryStreamARN: Arn }) => ({ Arn }),
  shown(found, properties) {
    const { KeyType, KeyARN } = found.DeliveryStreamEncryptionConfiguration ?? {};
    return {
      Arn: found.DeliveryStreamARN,
      DirectPutSourceConfiguration: found.Source?.DirectPutSourceDescription,
      KinesisStreamSourceConfiguration: readSource(found),
      DeliveryStreamEncryptionConfigurationInput: KeyType === undefined ? undefined : { KeyType, KeyARN },
      ...readDestination(found.Destinations[0], properties),
    };
  },
  async list(token, _filter, ctx) {
    const page = await ctx.call('firehose', 'ListDeliveryStreams', { ExclusiveStartDeliveryStreamName: token });
    const { DeliveryStreamNames: names, HasMoreDeliveryStreams: hasMore } = page;
    return { names, NextToken: hasMore ? names.at(-1) : undefined };
  },
  listed: ({ names }) => names,
});

async function encrypt(DeliveryStreamName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  if (changed(['DeliveryStreamEncryptionConfigurationInput'], properties, previous).length === 0) return;
  const DeliveryStreamEncryptionConfigurationInput = key(properties.DeliveryStreamEncryptionConfigurationInput);
  if (!DeliveryStreamEncryptionConfigurationInput) await ctx.call('firehose', 'StopDeliveryStreamEncryption', { DeliveryStreamName });
  else await ctx.call('firehose', 'StartDeliveryStreamEncryption', { DeliveryStreamName, DeliveryStreamEncryptionConfigurationInput });
}

function readSource({ Source }: DeliveryStreamDescription): object | undefined {
  const { KinesisStreamARN, RoleARN } = Source?.KinesisStreamSourceDescription ?? {};
  return KinesisStreamARN === undefined ? undefined : { KinesisStreamARN, RoleARN };
}

/** The destination by the property that the template has, or by all that show it. */
function readDestination(shown: DestinationDescription | undefined, properties: Properties): Record<string, unknown> {
  const { S3DestinationDescription, ExtendedS3DestinationDescription, HttpEndpointDestinationDescription } = shown ?? {};
  if (HttpEndpointDestinationDescription) {
    const { S3DestinationDescription: S3Configuration, EndpointConfiguration, ...rest } = HttpEndpointDestinationDescription;
    const given = object(properties.HttpEndpointDestinationConfiguration);
    // The access key is never shown.
    const { AccessKey } = object(given.EndpointConfiguration);
    const all = { ...rest, S3Configuration, EndpointConfiguration: { ...EndpointConfiguration, AccessKey } };
    return { HttpEndpointDestinationConfiguration: membersGiven(all, properties.HttpEndpointDestinationConfiguration) };
  }
  const { S3DestinationConfiguration, ExtendedS3DestinationConfiguration } = properties;
  const { S3BackupDescription: S3BackupConfiguration, ...rest } = ExtendedS3DestinationDescription ?? {};
  return {
    ...(!ExtendedS3DestinationConfiguration && {
      S3DestinationConfiguration: membersGiven(S3DestinationDescription, S3DestinationConfiguration),
    }),
    ...(!S3DestinationConfiguration && {
      ExtendedS3DestinationConfiguration: membersGiven({ ...rest, S3BackupConfiguration }, ExtendedS3DestinationConfiguration),
    }),
  };
}

/** Reduces blocks that have defaults, and those in them, to the members that the template gives. */
function membersGiven(answer: unknown, given: Value | undefined): Value | undefined {
  const reduced = asGiven(answer, given);
  if (!isObject<Properties>(reduced) || given === undefined) return reduced;
  return Object.fromEntries(
    Object.entries(reduced as Properties).map(([name, value]) => {
      const inner = object(given)[name];
      return [name, isObject(value) && isObject(inner) ? membersGiven(value, inner)! : value];
    }),
  );
}
