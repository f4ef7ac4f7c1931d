// Delivery streams.
import { Firehose } from '@aws-sdk/client-firehose';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

async function streamOf(DeliveryStreamName: string, emulator: TestEmulator) {
  const firehose = emulator.client(Firehose);
  const { DeliveryStreamDescription } = await firehose.describeDeliveryStream({ DeliveryStreamName });
  const { Tags } = await firehose.listTagsForDeliveryStream({ DeliveryStreamName });
  return { ...DeliveryStreamDescription, Tags };
}

const statement = { Effect: 'Allow', Principal: '*', Action: 'kms:*', Resource: '*' };
const needs = {
  Bucket: { Type: 'AWS::S3::Bucket' },
  Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: policy(statement) } },
};
const logging = { Enabled: true, LogGroupName: '/firehose', LogStreamName: 'errors' };
const bucket = { RoleARN: ROLE, BucketARN: getAtt('Bucket', 'Arn') };
const every = {
  ...bucket,
  Prefix: 'raw/',
  ErrorOutputPrefix: 'errors/',
  BufferingHints: { SizeInMBs: '7', IntervalInSeconds: 60 },
  CompressionFormat: 'GZIP',
  EncryptionConfiguration: { KMSEncryptionConfig: { AWSKMSKeyARN: getAtt('Key', 'Arn') } },
  CloudWatchLoggingOptions: logging,
};
const shown = {
  Prefix: 'raw/',
  ErrorOutputPrefix: 'errors/',
  BufferingHints: { SizeInMBs: 7, IntervalInSeconds: 60 },
  CompressionFormat: 'GZIP',
  EncryptionConfiguration: { KMSEncryptionConfig: { AWSKMSKeyARN: expect.stringContaining(':key/') } },
  CloudWatchLoggingOptions: logging,
};
const processing = {
  Enabled: true,
  Processors: [{ Type: 'AppendDelimiterToRecord', Parameters: [{ ParameterName: 'Delimiter', ParameterValue: '\\n' }] }],
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::KinesisFirehose::DeliveryStream',
    title: 'bucket',
    needs,
    properties: {
      DeliveryStreamName: 'every-property',
      DeliveryStreamType: 'DirectPut',
      DirectPutSourceConfiguration: { ThroughputHintInMBs: 5 },
      DeliveryStreamEncryptionConfigurationInput: { KeyType: 'CUSTOMER_MANAGED_CMK', KeyARN: getAtt('Key', 'Arn') },
      ExtendedS3DestinationConfiguration: {
        ...every,
        ProcessingConfiguration: processing,
        S3BackupMode: 'Enabled',
        S3BackupConfiguration: { ...every, Prefix: 'backup/' },
        DataFormatConversionConfiguration: { Enabled: false },
        FileExtension: '.json.gz',
        CustomTimeZone: 'Asia/Tokyo',
      },
      Tags: TAGS,
    },
    readBack: (emulator) => streamOf('every-property', emulator),
    ref: /^every-property$/,
    expected: {
      DeliveryStreamType: 'DirectPut',
      Source: { DirectPutSourceDescription: { ThroughputHintInMBs: 5 } },
      DeliveryStreamEncryptionConfiguration: {
        Status: 'ENABLED',
        KeyType: 'CUSTOMER_MANAGED_CMK',
        KeyARN: expect.stringContaining(':key/'),
      },
      Destinations: [
        {
          ExtendedS3DestinationDescription: {
            ...shown,
            ProcessingConfiguration: processing,
            S3BackupMode: 'Enabled',
            S3BackupDescription: { ...shown, Prefix: 'backup/' },
            FileExtension: '.json.gz',
            CustomTimeZone: 'Asia/Tokyo',
          },
        },
      ],
      Tags: TAGS,
    },
    change: {
      properties: {
        DeliveryStreamName: 'every-property',
        DeliveryStreamType: 'DirectPut',
        DirectPutSourceConfiguration: { ThroughputHintInMBs: 5 },
        ExtendedS3DestinationConfiguration: { ...bucket, S3BackupMode: 'Enabled', S3BackupConfiguration: bucket, Prefix: 'changed/' },
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        DeliveryStreamEncryptionConfiguration: { Status: 'DISABLED' },
        Destinations: [
          {
            ExtendedS3DestinationDescription: {
              Prefix: 'changed/',
              BufferingHints: { SizeInMBs: 5, IntervalInSeconds: 300 },
              CompressionFormat: 'UNCOMPRESSED',
              ProcessingConfiguration: { Enabled: false, Processors: [] },
              CustomTimeZone: 'UTC',
            },
          },
        ],
        Tags: [{ Key: 'team', Value: 'red' }],
      },
    },
    history: ['firehose.streams'],
  },
  {
    type: 'AWS::KinesisFirehose::DeliveryStream',
    title: 'partitions',
    needs,
    properties: {
      ExtendedS3DestinationConfiguration: {
        ...bucket,
        Prefix: '!{partitionKeyFromQuery:k}/',
        ErrorOutputPrefix: '!{firehose:error-output-type}/',
        BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 60 },
        ProcessingConfiguration: {
          Enabled: true,
          Processors: [
            {
              Type: 'MetadataExtraction',
              Parameters: [
                { ParameterName: 'MetadataExtractionQuery', ParameterValue: '{k: .k}' },
                { ParameterName: 'JsonParsingEngine', ParameterValue: 'JQ-1.6' },
              ],
            },
          ],
        },
        DynamicPartitioningConfiguration: { Enabled: 'true', RetryOptions: { DurationInSeconds: 60 } },
      },
    },
    readBack: (emulator, { ref: refs }) => streamOf(refs['It']!, emulator),
    ref: /^.+-It-/,
    expected: {
      Destinations: [
        {
          ExtendedS3DestinationDescription: {
            DynamicPartitioningConfiguration: { Enabled: true, RetryOptions: { DurationInSeconds: 60 } },
          },
        },
      ],
    },
  },
  {
    type: 'AWS::KinesisFirehose::DeliveryStream',
    title: 'older',
    needs,
    properties: { S3DestinationConfiguration: { ...every, EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' } } },
    readBack: (emulator, { ref: refs }) => streamOf(refs['It']!, emulator),
    ref: /^.+-It-/,
    expected: {
      Destinations: [{ S3DestinationDescription: { ...shown, EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' } } }],
    },
  },
  {
    type: 'AWS::KinesisFirehose::DeliveryStream',
    title: 'endpoint',
    needs: { ...needs, Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: '{"api_key":"k"}' } } },
    properties: {
      HttpEndpointDestinationConfiguration: {
        EndpointConfiguration: { Url: 'https://endpoint.example', Name: 'inbox', AccessKey: 'key' },
        S3Configuration: every,
        BufferingHints: { SizeInMBs: 2, IntervalInSeconds: 10 },
        CloudWatchLoggingOptions: logging,
        RequestConfiguration: { ContentEncoding: 'GZIP', CommonAttributes: [{ AttributeName: 'a', AttributeValue: 'b' }] },
        ProcessingConfiguration: processing,
        RoleARN: ROLE,
        RetryOptions: { DurationInSeconds: 30 },
        S3BackupMode: 'AllData',
        SecretsManagerConfiguration: { Enabled: true, SecretARN: ref('Secret'), RoleARN: ROLE },
      },
    },
    readBack: (emulator, { ref: refs }) => streamOf(refs['It']!, emulator),
    ref: /^.+-It-/,
    expected: {
      Destinations: [
        {
          HttpEndpointDestinationDescription: {
            EndpointConfiguration: { Url: 'https://endpoint.example', Name: 'inbox' },
            S3DestinationDescription: shown,
            BufferingHints: { SizeInMBs: 2, IntervalInSeconds: 10 },
            CloudWatchLoggingOptions: logging,
            RequestConfiguration: { ContentEncoding: 'GZIP', CommonAttributes: [{ AttributeName: 'a', AttributeValue: 'b' }] },
            ProcessingConfiguration: processing,
            RoleARN: ROLE,
            RetryOptions: { DurationInSeconds: 30 },
            S3BackupMode: 'AllData',
            SecretsManagerConfiguration: { Enabled: true, SecretARN: expect.stringContaining(':secret:'), RoleARN: ROLE },
          },
        },
      ],
    },
    untested: {
      'S3DestinationConfiguration.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN': 'in the cases of the other destinations',
      KinesisStreamSourceConfiguration: 'followed in test/conformance/firehose/sources.test.ts',
      ...Object.fromEntries(
        [
          'HttpEndpointDestinationConfiguration.S3Configuration',
          'ExtendedS3DestinationConfiguration',
          'ExtendedS3DestinationConfiguration.S3BackupConfiguration',
        ].map((path) => [
          `${path}.EncryptionConfiguration.NoEncryptionConfig`,
          'excludes KMSEncryptionConfig; in the case of S3DestinationConfiguration',
        ]),
      ),
    },
  },
];
