// Recorded answers of delivery streams.
import { ANY, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const DeliveryStreamName = '{id}';
const bucket: Step = { call: 's3.CreateBucket', input: { Bucket: '{id}' } };
const RoleARN = 'arn:aws:iam::{account}:role/delivery';
const BucketARN = 'arn:aws:s3:::{id}';
const list = (Tags: readonly object[]): Step => ({
  call: 'firehose.ListTagsForDeliveryStream',
  input: { DeliveryStreamName },
  answer: { HasMoreTags: false, Tags },
});

const cases: RecordedCase[] = [
  {
    title: 'tags of a delivery stream are listed, removed, also those that are not there, and added',
    source: localstack('firehose/test_firehose.py::TestFirehoseResourceTagging::test_resource_tagging'),
    recorded: '2026-03',
    steps: [
      bucket,
      {
        call: 'firehose.CreateDeliveryStream',
        input: {
          DeliveryStreamName,
          DeliveryStreamType: 'DirectPut',
          S3DestinationConfiguration: { RoleARN, BucketARN },
          Tags: [{ Key: 'subject', Value: 'taboo' }],
        },
      },
      list([{ Key: 'subject', Value: 'taboo' }]),
      { call: 'firehose.UntagDeliveryStream', input: { DeliveryStreamName, TagKeys: ['subject', 'moment'] }, answer: {} },
      list([]),
      {
        call: 'firehose.TagDeliveryStream',
        input: { DeliveryStreamName, Tags: [{ Key: 'feeling', Value: 'uncomfortable' }] },
        answer: {},
      },
      list([{ Key: 'feeling', Value: 'uncomfortable' }]),
    ],
  },
  {
    title: 'a file extension ends the keys of objects',
    source: localstack('firehose/test_firehose.py::TestFirehoseIntegration::test_kinesis_firehose_s3_as_destination_with_file_extension'),
    recorded: '2024-05',
    steps: [
      bucket,
      {
        call: 'firehose.CreateDeliveryStream',
        input: {
          DeliveryStreamName,
          DeliveryStreamType: 'DirectPut',
          ExtendedS3DestinationConfiguration: { RoleARN, BucketARN, FileExtension: '.txt', ErrorOutputPrefix: 'errors' },
        },
      },
      {
        http: 'POST /',
        service: 'firehose',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'Firehose_20150804.PutRecord' },
        body: JSON.stringify({ DeliveryStreamName, Record: { Data: 'VGVzdA==' } }),
        status: 200,
      },
      { wait: '300s' },
      { call: 's3.ListObjectsV2', input: { Bucket: '{id}' }, contains: { Contents: [{ Key: /\.txt$/ }] } },
    ],
  },
];

const SHARED = {
  BucketARN,
  RoleARN,
  BufferingHints: { IntervalInSeconds: 60, SizeInMBs: 64 },
  ErrorOutputPrefix: 'firehoseTest-errors/!{firehose:error-output-type}/',
  Prefix: 'firehoseTest/!{partitionKeyFromQuery:s3Prefix}',
};
const ProcessingConfiguration = {
  Enabled: true,
  Processors: [
    {
      Type: 'MetadataExtraction',
      Parameters: [
        { ParameterName: 'MetadataExtractionQuery', ParameterValue: '{s3Prefix: .tableName}' },
        { ParameterName: 'JsonParsingEngine', ParameterValue: 'JQ-1.6' },
      ],
    },
  ],
};
const SHOWN = {
  ...SHARED,
  CloudWatchLoggingOptions: { Enabled: false },
  CompressionFormat: 'UNCOMPRESSED',
  EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' },
};
const KinesisStreamARN = 'arn:aws:kinesis:us-east-1:{account}:stream/{id}';

const sources: RecordedCase[] = [
  {
    title: 'a delivery stream with a data stream as its source is described with all defaults',
    source: localstack('cloudformation/resources/test_firehose.py::test_firehose_stack_with_kinesis_as_source'),
    recorded: '2022-09',
    differs: 'Recorded before prefixes had time zones (2024): now a description tells CustomTimeZone.',
    steps: [
      bucket,
      { call: 'kinesis.CreateStream', input: { StreamName: '{id}', ShardCount: 2 } },
      {
        call: 'firehose.CreateDeliveryStream',
        input: {
          DeliveryStreamName,
          DeliveryStreamType: 'KinesisStreamAsSource',
          KinesisStreamSourceConfiguration: { KinesisStreamARN, RoleARN },
          ExtendedS3DestinationConfiguration: {
            ...SHARED,
            ProcessingConfiguration,
            DynamicPartitioningConfiguration: { Enabled: true },
            DataFormatConversionConfiguration: { Enabled: false },
          },
        },
      },
      { wait: '60s' },
      {
        call: 'firehose.DescribeDeliveryStream',
        input: { DeliveryStreamName },
        answer: {
          DeliveryStreamDescription: {
            CreateTimestamp: ANY,
            DeliveryStreamARN: 'arn:aws:firehose:us-east-1:{account}:deliverystream/{id}',
            DeliveryStreamName,
            DeliveryStreamStatus: 'ACTIVE',
            DeliveryStreamType: 'KinesisStreamAsSource',
            Destinations: [
              {
                DestinationId: 'destinationId-000000000001',
                ExtendedS3DestinationDescription: {
                  ...SHOWN,
                  DataFormatConversionConfiguration: { Enabled: false },
                  DynamicPartitioningConfiguration: { Enabled: true, RetryOptions: { DurationInSeconds: 300 } },
                  ProcessingConfiguration,
                  S3BackupMode: 'Disabled',
                },
                S3DestinationDescription: SHOWN,
              },
            ],
            HasMoreDestinations: false,
            Source: { KinesisStreamSourceDescription: { DeliveryStartTimestamp: ANY, KinesisStreamARN, RoleARN } },
            VersionId: '1',
          },
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'firehose', cases: [...cases, ...sources] };
