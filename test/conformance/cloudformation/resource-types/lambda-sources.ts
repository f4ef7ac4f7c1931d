// Layers, who may use them, event source mappings, function URLs.
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { zipOf } from '../../lambda/fixture.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const Bucket = 'layers';
const layer = { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: { S3Bucket: Bucket, S3Key: 'layer.zip' } } };
const fn = {
  Type: 'AWS::Lambda::Function',
  Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => {};' } },
};

const streamed = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  },
};

/** A layer's archive in a bucket, in one version. */
export async function putLayer(emulator: TestEmulator): Promise<Record<string, string>> {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  const Body = zipOf({ 'nodejs/node_modules/colour/index.js': 'module.exports = "from the layer";' });
  const { VersionId } = await s3.putObject({ Bucket, Key: 'layer.zip', Body });
  return { LayerObject: VersionId! };
}

const urlOf = (emulator: TestEmulator, FunctionName: string) => emulator.client(Lambda).getFunctionUrlConfig({ FunctionName });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Lambda::LayerVersion',
    properties: {
      LayerName: 'every-property',
      Description: 'colours',
      LicenseInfo: 'MIT',
      CompatibleRuntimes: ['nodejs20.x', 'nodejs22.x'],
      CompatibleArchitectures: ['arm64'],
      Content: { S3Bucket: Bucket, S3Key: 'layer.zip', S3ObjectVersion: ref('LayerObject'), S3ObjectStorageMode: 'COPY' },
    },
    readBack: (emulator, { ref: { It: Arn } }) => emulator.client(Lambda).getLayerVersionByArn({ Arn: Arn! }),
    ref: /^arn:aws:lambda:us-east-1:000000000000:layer:every-property:\d$/,
    expected: {
      Description: 'colours',
      LicenseInfo: 'MIT',
      CompatibleRuntimes: ['nodejs20.x', 'nodejs22.x'],
      CompatibleArchitectures: ['arm64'],
      Content: { CodeSize: expect.any(Number) },
    },
  },
  {
    type: 'AWS::Lambda::LayerVersionPermission',
    needs: { Layer: layer },
    properties: { LayerVersionArn: ref('Layer'), Action: 'lambda:GetLayerVersion', Principal: '*', OrganizationId: 'o-aaaaaaaaaa' },
    readBack: async (emulator, { ref: { Layer, It } }) => {
      const [, LayerName, version] = /^(.*):(\d+)$/.exec(Layer!)!;
      const asked = { LayerName: LayerName!, VersionNumber: Number(version) };
      const { Policy } = await emulator.client(Lambda).getLayerVersionPolicy(asked);
      return (JSON.parse(Policy!) as { Statement: { Sid: string }[] }).Statement.find(({ Sid }) => It!.endsWith(`#${Sid}`));
    },
    ref: /:layer:[A-Za-z0-9-]+:1#t-Lambda-[A-Za-z0-9-]+$/,
    expected: {
      Principal: '*',
      Action: 'lambda:GetLayerVersion',
      Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-aaaaaaaaaa' } },
    },
  },
  {
    type: 'AWS::Lambda::EventSourceMapping',
    needs: { Fn: fn, Queue: { Type: 'AWS::SQS::Queue' }, Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      FunctionName: ref('Fn'),
      EventSourceArn: getAtt('Queue', 'Arn'),
      Enabled: 'true',
      BatchSize: '50',
      MaximumBatchingWindowInSeconds: '3',
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[1]}}' }] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: '7' },
      MetricsConfig: { Metrics: ['EventCount'] },
      KmsKeyArn: getAtt('Key', 'Arn'),
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: UUID } }) => {
      const found = await emulator.client(Lambda).getEventSourceMapping({ UUID: UUID! });
      return { ...found, ...(await emulator.client(Lambda).listTags({ Resource: found.EventSourceMappingArn! })) };
    },
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      State: 'Enabled',
      FunctionArn: expect.stringContaining('-Fn-'),
      BatchSize: 50,
      MaximumBatchingWindowInSeconds: 3,
      FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[1]}}' }] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 7 },
      MetricsConfig: { Metrics: ['EventCount'] },
      KMSKeyArn: expect.stringContaining(':key/'),
      Tags: { team: 'blue', stage: 'test' },
    },
    slow: 'a mapping is not changed while it is being disabled, and the change does that',
    change: {
      properties: {
        FunctionName: getAtt('Fn', 'Arn'),
        EventSourceArn: getAtt('Queue', 'Arn'),
        Enabled: false,
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        State: 'Disabled',
        BatchSize: 10,
        MaximumBatchingWindowInSeconds: 0,
        FilterCriteria: undefined,
        FunctionResponseTypes: [],
        ScalingConfig: undefined,
        MetricsConfig: undefined,
        KMSKeyArn: undefined,
        Tags: { team: 'red' },
      },
    },
  },
  {
    type: 'AWS::Lambda::EventSourceMapping',
    title: 'of-a-stream',
    needs: { Fn: fn, Lost: { Type: 'AWS::SQS::Queue' }, Table: streamed },
    properties: {
      FunctionName: ref('Fn'),
      EventSourceArn: getAtt('Table', 'StreamArn'),
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: 'true',
      DestinationConfig: { OnFailure: { Destination: getAtt('Lost', 'Arn') } },
      MaximumRecordAgeInSeconds: '120',
      MaximumRetryAttempts: '4',
      ParallelizationFactor: '2',
      TumblingWindowInSeconds: '30',
    },
    readBack: (emulator, { ref: { It: UUID } }) => emulator.client(Lambda).getEventSourceMapping({ UUID: UUID! }),
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      State: 'Enabled',
      BatchSize: 100,
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: expect.stringContaining('-Lost-') } },
      MaximumRecordAgeInSeconds: 120,
      MaximumRetryAttempts: 4,
      ParallelizationFactor: 2,
      TumblingWindowInSeconds: 30,
    },
    slow: 'a mapping is not changed while it is being disabled, and the change does that',
    change: {
      properties: {
        FunctionName: ref('Fn'),
        EventSourceArn: getAtt('Table', 'StreamArn'),
        StartingPosition: 'TRIM_HORIZON',
        Enabled: false,
      },
      expected: {
        State: 'Disabled',
        BatchSize: 100,
        BisectBatchOnFunctionError: false,
        DestinationConfig: { OnFailure: {} },
        MaximumRecordAgeInSeconds: -1,
        MaximumRetryAttempts: -1,
        ParallelizationFactor: 1,
        TumblingWindowInSeconds: 0,
      },
    },
    untested: {
      StartingPositionTimestamp: 'reading of a table stream cannot begin at a time',
      'DestinationConfig.OnSuccess': 'the service refuses it for every source',
    },
  },
  {
    type: 'AWS::Lambda::Url',
    needs: { Fn: fn },
    properties: {
      TargetFunctionArn: ref('Fn'),
      AuthType: 'AWS_IAM',
      InvokeMode: 'RESPONSE_STREAM',
      Cors: {
        AllowCredentials: 'true',
        AllowHeaders: ['x-one'],
        AllowMethods: ['GET', 'POST'],
        AllowOrigins: ['https://example.com'],
        ExposeHeaders: ['x-two'],
        MaxAge: '60',
      },
    },
    readBack: (emulator, { ref: { It: FunctionName } }) => urlOf(emulator, FunctionName!),
    ref: /^arn:aws:lambda:us-east-1:000000000000:function:t-Lambda-Url-Fn-[A-Za-z0-9]+$/,
    expected: {
      AuthType: 'AWS_IAM',
      InvokeMode: 'RESPONSE_STREAM',
      Cors: {
        AllowCredentials: true,
        AllowHeaders: ['x-one'],
        AllowMethods: ['GET', 'POST'],
        AllowOrigins: ['https://example.com'],
        ExposeHeaders: ['x-two'],
        MaxAge: 60,
      },
    },
    change: {
      properties: { TargetFunctionArn: ref('Fn'), AuthType: 'NONE' },
      expected: { AuthType: 'NONE', InvokeMode: 'BUFFERED', Cors: undefined },
    },
  },
  {
    type: 'AWS::Lambda::Url',
    title: 'of-an-alias',
    needs: {
      Fn: fn,
      One: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: ref('Fn') } },
      Live: {
        Type: 'AWS::Lambda::Alias',
        Properties: { FunctionName: ref('Fn'), FunctionVersion: getAtt('One', 'Version'), Name: 'live' },
        DependsOn: 'One',
      },
    },
    properties: {
      TargetFunctionArn: getAtt('Fn', 'Arn'),
      Qualifier: { 'Fn::Select': [7, { 'Fn::Split': [':', ref('Live')] }] },
      AuthType: 'NONE',
    },
    readBack: (emulator, { ref: { It: FunctionName } }) => urlOf(emulator, FunctionName!),
    ref: /:function:t-Lambda-Url-of-an-alias-Fn-[A-Za-z0-9]+:live$/,
    expected: { AuthType: 'NONE', FunctionArn: expect.stringMatching(/:live$/) },
  },
];
