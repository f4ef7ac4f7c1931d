import { KMS } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processing, processor, ROLE, type Streams, useStreams } from './use-streams.ts';

let streams: Streams;
const ARN = 'arn:aws:firehose:us-east-1:000000000000:deliverystream/';
const bucket = { RoleARN: ROLE, BucketARN: 'arn:aws:s3:::anywhere' };

beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const create = (DeliveryStreamName: string, more: object = {}) =>
  streams.firehose.createDeliveryStream({ DeliveryStreamName, ExtendedS3DestinationConfiguration: bucket, ...more });
const describeStream = async (DeliveryStreamName: string) =>
  (await streams.firehose.describeDeliveryStream({ DeliveryStreamName })).DeliveryStreamDescription!;

describe('a stream', () => {
  it('has defaults, is shown with them in both forms, and is there once', async () => {
    expect((await create('shown', { Tags: [{ Key: 'team', Value: 'data' }] })).DeliveryStreamARN).toBe(`${ARN}shown`);
    const S3DestinationDescription = {
      ...bucket,
      BufferingHints: { SizeInMBs: 5, IntervalInSeconds: 300 },
      CompressionFormat: 'UNCOMPRESSED',
      EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' },
      CloudWatchLoggingOptions: { Enabled: false },
    };
    expect(await describeStream('shown')).toEqual({
      DeliveryStreamName: 'shown',
      DeliveryStreamARN: `${ARN}shown`,
      DeliveryStreamStatus: 'ACTIVE',
      DeliveryStreamEncryptionConfiguration: { Status: 'DISABLED' },
      DeliveryStreamType: 'DirectPut',
      VersionId: '1',
      CreateTimestamp: expect.any(Date),
      Destinations: [
        {
          DestinationId: 'destinationId-000000000001',
          S3DestinationDescription,
          ExtendedS3DestinationDescription: {
            ...S3DestinationDescription,
            ProcessingConfiguration: { Enabled: false, Processors: [] },
            S3BackupMode: 'Disabled',
            DataFormatConversionConfiguration: { Enabled: false },
            CustomTimeZone: 'UTC',
          },
        },
      ],
      HasMoreDestinations: false,
    });
    await expect(create('shown')).rejects.toMatchObject({
      name: 'ResourceInUseException',
      message: 'Firehose shown under accountId 000000000000 already exists',
    });
    await streams.firehose.deleteDeliveryStream({ DeliveryStreamName: 'shown' });
    const gone = { name: 'ResourceNotFoundException', message: 'Firehose shown under account 000000000000 not found.' };
    await expect(describeStream('shown')).rejects.toMatchObject(gone);
    await expect(streams.put('shown', 'x')).rejects.toMatchObject(gone);
    await expect(streams.firehose.deleteDeliveryStream({ DeliveryStreamName: 'shown' })).rejects.toMatchObject(gone);
  });

  it('is listed in the order of names, page by page, by type', async () => {
    for (const name of ['list-c', 'list-a', 'list-b']) await create(name);
    const page = await streams.firehose.listDeliveryStreams({ Limit: 2 });
    expect(page).toMatchObject({ DeliveryStreamNames: ['list-a', 'list-b'], HasMoreDeliveryStreams: true });
    const rest = await streams.firehose.listDeliveryStreams({ ExclusiveStartDeliveryStreamName: 'list-b', Limit: 2 });
    expect(rest).toMatchObject({ DeliveryStreamNames: ['list-c'], HasMoreDeliveryStreams: false });
    const none = await streams.firehose.listDeliveryStreams({ DeliveryStreamType: 'KinesisStreamAsSource' });
    expect(none).toMatchObject({ DeliveryStreamNames: [], HasMoreDeliveryStreams: false });
  });

  it('is updated where the version is current, and keeps it where nothing changes', async () => {
    await create('updated');
    const update = (
      CurrentDeliveryStreamVersionId: string,
      ExtendedS3DestinationUpdate: object,
      DestinationId = 'destinationId-000000000001',
    ) =>
      streams.firehose.updateDestination({
        DeliveryStreamName: 'updated',
        CurrentDeliveryStreamVersionId,
        DestinationId,
        ExtendedS3DestinationUpdate,
      });
    await update('1', { Prefix: 'new/', BufferingHints: { SizeInMBs: 7 } });
    const changed = await describeStream('updated');
    expect(changed).toMatchObject({ VersionId: '2', LastUpdateTimestamp: expect.any(Date) });
    expect(changed.Destinations![0]!.ExtendedS3DestinationDescription).toMatchObject({
      Prefix: 'new/',
      BufferingHints: { SizeInMBs: 7, IntervalInSeconds: 300 },
      CompressionFormat: 'UNCOMPRESSED',
    });
    await update('2', { Prefix: 'new/' });
    expect((await describeStream('updated')).VersionId).toBe('2');
    await expect(update('1', {})).rejects.toMatchObject({
      name: 'ConcurrentModificationException',
      message: 'Cannot update firehose: updated since the current version id: 2 and specified version id: 1 do not match',
    });
    await expect(update('2', {}, 'destinationId-000000000002')).rejects.toMatchObject({
      message: 'Destination Id destinationId-000000000002 not found',
    });
    await expect(
      streams.firehose.updateDestination({
        DeliveryStreamName: 'updated',
        CurrentDeliveryStreamVersionId: '2',
        DestinationId: 'destinationId-000000000001',
        HttpEndpointDestinationUpdate: { EndpointConfiguration: { Url: 'https://a.example' } },
      }),
    ).rejects.toMatchObject({ message: 'Changing the destination type to or from HttpEndpoint is not supported at this time.' });
  });

  it('has tags, whose pages go on behind a key', async () => {
    const DeliveryStreamName = 'tagged';
    const Tags = [1, 2, 3].map((n) => ({ Key: `k${n}`, Value: `v${n}` }));
    await create(DeliveryStreamName, { Tags: Tags.slice(0, 1) });
    await streams.firehose.tagDeliveryStream({ DeliveryStreamName, Tags: [...Tags, { Key: 'k1', Value: 'last' }] });
    const page = await streams.firehose.listTagsForDeliveryStream({ DeliveryStreamName, Limit: 2 });
    expect(page).toMatchObject({ Tags: [{ Key: 'k1', Value: 'last' }, Tags[1]], HasMoreTags: true });
    await streams.firehose.untagDeliveryStream({ DeliveryStreamName, TagKeys: ['k2', 'unknown'] });
    const rest = await streams.firehose.listTagsForDeliveryStream({ DeliveryStreamName, ExclusiveStartTagKey: 'k1' });
    expect(rest).toMatchObject({ Tags: [Tags[2]], HasMoreTags: false });
  });

  it('says with which key its records would be encrypted', async () => {
    const DeliveryStreamName = 'encrypted';
    await create(DeliveryStreamName);
    await streams.firehose.startDeliveryStreamEncryption({ DeliveryStreamName });
    const encryption = async () => (await describeStream(DeliveryStreamName)).DeliveryStreamEncryptionConfiguration;
    expect(await encryption()).toEqual({ Status: 'ENABLED', KeyType: 'AWS_OWNED_CMK' });
    const { Encrypted } = await streams.firehose.putRecord({ DeliveryStreamName, Record: { Data: Buffer.from('x') } });
    expect(Encrypted).toBe(true);
    const { KeyMetadata } = await streams.emulator.client(KMS).createKey({});
    const KeyARN = KeyMetadata!.Arn!;
    const start = (input: object) =>
      streams.firehose.startDeliveryStreamEncryption({ DeliveryStreamName, DeliveryStreamEncryptionConfigurationInput: input as never });
    await start({ KeyType: 'CUSTOMER_MANAGED_CMK', KeyARN });
    expect(await encryption()).toEqual({ Status: 'ENABLED', KeyType: 'CUSTOMER_MANAGED_CMK', KeyARN });
    await expect(start({ KeyType: 'CUSTOMER_MANAGED_CMK', KeyARN: KeyARN.replace(/[^/]*$/, 'missing') })).rejects.toMatchObject({
      name: 'InvalidKMSResourceException',
    });
    await expect(start({ KeyType: 'CUSTOMER_MANAGED_CMK' })).rejects.toMatchObject({
      message: 'KeyARN has to be specified when KeyType is CUSTOMER_MANAGED_CMK',
    });
    await expect(start({ KeyType: 'AWS_OWNED_CMK', KeyARN })).rejects.toMatchObject({
      message: 'KeyARN cannot be specified when KeyType is AWS_OWNED_CMK',
    });
    await streams.firehose.stopDeliveryStreamEncryption({ DeliveryStreamName });
    expect(await encryption()).toEqual({ Status: 'DISABLED' });
  });
});

describe('records', () => {
  it('are taken one by one and in batches, of up to four megabytes', async () => {
    const DeliveryStreamName = 'taking';
    await create(DeliveryStreamName);
    const { RecordId, Encrypted } = await streams.firehose.putRecord({ DeliveryStreamName, Record: { Data: Buffer.from('x') } });
    expect(RecordId).toMatch(/^[A-Za-z0-9+/]{224}$/);
    expect(Encrypted).toBe(false);
    const batch = await streams.firehose.putRecordBatch({
      DeliveryStreamName,
      Records: [1, 2].map((n) => ({ Data: Buffer.from(`${n}`) })),
    });
    expect(batch).toMatchObject({ FailedPutCount: 0, Encrypted: false });
    expect(new Set(batch.RequestResponses!.map((each) => each.RecordId)).size).toBe(2);
    const Data = Buffer.alloc(1_000_000);
    await expect(streams.firehose.putRecordBatch({ DeliveryStreamName, Records: Array(5).fill({ Data }) })).rejects.toMatchObject({
      name: 'InvalidArgumentException',
    });
    await expect(
      streams.firehose.putRecordBatch({ DeliveryStreamName, Records: Array(501).fill({ Data: Buffer.from('x') }) }),
    ).rejects.toMatchObject({ name: 'ValidationException', message: /less than or equal to 500/ });
    await expect(streams.firehose.putRecord({ DeliveryStreamName, Record: { Data: Buffer.alloc(1_024_001) } })).rejects.toMatchObject({
      name: 'ValidationException',
      message: /less than or equal to 1024000/,
    });
  });
});

const partitioned = (query = '{k: .k}') => ({
  Prefix: '!{partitionKeyFromQuery:k}/',
  ErrorOutputPrefix: 'e/!{firehose:error-output-type}/',
  BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
  DynamicPartitioningConfiguration: { Enabled: true },
  ...processing(processor('MetadataExtraction', { MetadataExtractionQuery: query, JsonParsingEngine: 'JQ-1.6' })),
});

describe('a destination is refused', () => {
  const settings: readonly [string, object, string | RegExp][] = [
    ['without an end of an expression', { Prefix: 'a!{b' }, 'Invalid expression usage'],
    ['with an unknown namespace', { Prefix: '!{date:yyyy}' }, 'Namespace to the left of colon (date) is an invalid keyword!'],
    [
      'with an unknown letter',
      { Prefix: '!{timestamp:yyyy-bb}' },
      'Invalid conversion character used in the value of the expression in Prefix',
    ],
    ['with a letter that is not emulated', { Prefix: '!{timestamp:N}' }, /letter N of timestamps is not emulated/],
    [
      'with expressions and no error prefix',
      { Prefix: '!{timestamp:yyyy}/' },
      'ErrorOutputPrefix cannot be null or empty when Prefix contains expressions',
    ],
    [
      'with errors of no type',
      { ErrorOutputPrefix: '!{timestamp:yyyy}/' },
      'ErrorOutputPrefix must contain at least one occurrence of !{firehose:error-output-type}',
    ],
    [
      'with the type of errors among records',
      { Prefix: '!{firehose:error-output-type}/' },
      'Prefix must not contain any occurrence of !{firehose:error-output-type}',
    ],
    ['with a long prefix', { Prefix: 'p'.repeat(513) }, 'Length of evaluated prefix cannot be greater than 512'],
    ['in no time zone', { CustomTimeZone: 'Europe/Nowhere' }, /^Provided custom time zone is not supported/],
    ['with a backup nowhere', { S3BackupMode: 'Enabled' }, 'S3 backup destination configuration is required when enabling S3 backup.'],
    [
      'with a log that has no name',
      { CloudWatchLoggingOptions: { Enabled: true } },
      'CloudWatch Log Group Name is required if CloudWatch Logging is enabled',
    ],
    [
      'with keys and no partitions',
      { ...partitioned(), DynamicPartitioningConfiguration: undefined },
      /can only be part of a prefix expression when Dynamic Partitioning is enabled/,
    ],
    [
      'with small partitions',
      { ...partitioned(), BufferingHints: { SizeInMBs: 5, IntervalInSeconds: 60 } },
      'BufferingHints.SizeInMBs must be at least 64 when Dynamic Partitioning is enabled.',
    ],
    [
      'with partitions of no keys',
      { ...partitioned(), Prefix: 'x/' },
      'S3 Prefix should contain Dynamic Partitioning namespaces when Dynamic Partitioning is enabled',
    ],
    [
      'with keys that no prefix has',
      partitioned('{k: .k, other: .o}'),
      "MetaDataExtraction JQ Query can't contain keys that are not present in the S3 Prefix expression",
    ],
    ['with format conversion', { DataFormatConversionConfiguration: { Enabled: true } }, /^Format conversion is not emulated/],
    [
      'with two functions',
      processing(processor('Lambda', { LambdaArn: 'arn' }), processor('Lambda', { LambdaArn: 'arn' })),
      'Cannot have more than 1 Lambda processor.',
    ],
    [
      'with processing and no processor',
      processing(),
      'A maximum of 5 and a minimum of 1 processor needs to be supplied when processing is enabled.',
    ],
    [
      'with messages of packed events',
      processing(processor('CloudWatchLogProcessing', { DataMessageExtraction: 'true' })),
      'CloudWatchLogProcessingProcessor can only be enabled with DecompressionProcessor',
    ],
    [
      'with too many retries',
      processing(processor('Lambda', { LambdaArn: 'arn', NumberOfRetries: '301' })),
      'Number of retries for lambda must be between 0 and 300.',
    ],
    ['with no function', processing(processor('Lambda')), 'LambdaArn is required when Lambda processor is used.'],
  ];
  it.each(settings)('%s', async (_, given, message) => {
    const refused = create('refused', { ExtendedS3DestinationConfiguration: { ...bucket, ...given } });
    await expect(refused).rejects.toMatchObject({
      name: 'InvalidArgumentException',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('where there are several, none, or one of a kind that is not emulated', async () => {
    const one = 'Exactly one destination configuration is supported for a Firehose';
    await expect(create('refused', { S3DestinationConfiguration: bucket })).rejects.toMatchObject({ message: one });
    await expect(create('refused', { ExtendedS3DestinationConfiguration: undefined })).rejects.toMatchObject({ message: one });
    const SplunkDestinationConfiguration = { HECEndpoint: 'https://a.example', HECEndpointType: 'Raw', S3Configuration: bucket };
    await expect(
      create('refused', { ExtendedS3DestinationConfiguration: undefined, SplunkDestinationConfiguration }),
    ).rejects.toMatchObject({
      name: 'InvalidArgumentException',
      message:
        'Splunk is not emulated as destinations: SplunkDestinationConfiguration cannot be used here. Buckets and HTTP endpoints can.',
    });
  });

  it('with values that the model does not allow', async () => {
    const CompressionFormat = 'LZ4';
    await expect(create('refused', { ExtendedS3DestinationConfiguration: { ...bucket, CompressionFormat } })).rejects.toMatchObject({
      name: 'ValidationException',
      message:
        "1 validation error detected: Value 'LZ4' at 'extendedS3DestinationConfiguration.compressionFormat' failed to satisfy constraint: Member must satisfy enum value set: [ZIP, HADOOP_SNAPPY, Snappy, GZIP, UNCOMPRESSED]",
    });
  });
});
