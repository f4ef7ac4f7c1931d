// Tables.
import { expect } from 'vitest';
import { attributes, BY_LOOK, BY_RANK, key, readBack, readDestination, reading } from './dynamodb-parts.ts';
import { getAtt, TAGS, type TypeCase } from './type-case.ts';

const units = (ReadCapacityUnits: number | string, WriteCapacityUnits: number | string) => ({ ReadCapacityUnits, WriteCapacityUnits });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::DynamoDB::Table',
    title: 'provisioned',
    untested: { ImportSourceSpecification: 'needs objects in a bucket: see dynamodb/imports.test.ts' },
    history: ['dynamodb.positions'],
    needs: { Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      TableName: 'every-property',
      AttributeDefinitions: attributes('pk', 'sk', 'owner', 'rank'),
      KeySchema: key('pk', 'sk'),
      ProvisionedThroughput: units('5', 6),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-owner',
          KeySchema: key('owner'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] },
          ProvisionedThroughput: units(1, 2),
          WarmThroughput: { ReadUnitsPerSecond: 7, WriteUnitsPerSecond: 8 },
          ContributorInsightsSpecification: { Enabled: true, Mode: 'THROTTLED_KEYS' },
        },
      ],
      ContributorInsightsSpecification: { Enabled: 'true', Mode: 'ACCESSED_AND_THROTTLED_KEYS' },
      LocalSecondaryIndexes: BY_RANK,
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: getAtt('Key', 'Arn') },
      TableClass: 'STANDARD_INFREQUENT_ACCESS',
      DeletionProtectionEnabled: 'false',
      TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
      WarmThroughput: { ReadUnitsPerSecond: 10, WriteUnitsPerSecond: 20 },
      ResourcePolicy: { PolicyDocument: reading },
      Tags: TAGS,
    },
    readBack,
    ref: /^every-property$/,
    expected: {
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
      GlobalSecondaryIndexes: [{ IndexName: 'by-owner', Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] } }],
      LocalSecondaryIndexes: [{ IndexName: 'by-rank' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      SSEDescription: { Status: 'ENABLED', KMSMasterKeyArn: expect.stringContaining(':key/') },
      TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
      WarmThroughput: { ReadUnitsPerSecond: 10, WriteUnitsPerSecond: 20 },
      ttl: { TimeToLiveStatus: 'ENABLED', AttributeName: 'until' },
      recovery: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 7 },
      policy: reading,
      insights: [
        ['', 'ACCESSED_AND_THROTTLED_KEYS'],
        ['by-owner', 'THROTTLED_KEYS'],
      ],
      Tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: {
        TableName: 'every-property',
        AttributeDefinitions: attributes('pk', 'sk', 'rank'),
        KeySchema: key('pk', 'sk'),
        BillingMode: 'PAY_PER_REQUEST',
        LocalSecondaryIndexes: BY_RANK,
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        ResourcePolicy: { PolicyDocument: reading },
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        GlobalSecondaryIndexes: undefined,
        SSEDescription: undefined,
        TableClassSummary: { TableClass: 'STANDARD' },
        ttl: { TimeToLiveStatus: 'DISABLED' },
        recovery: { PointInTimeRecoveryStatus: 'DISABLED' },
        insights: [],
        Tags: { team: 'red' },
      },
    },
  },
  {
    type: 'AWS::DynamoDB::Table',
    title: 'on-demand',
    needs: { Other: { Type: 'AWS::SQS::Queue' } },
    properties: {
      AttributeDefinitions: attributes('pk', 'owner'),
      KeySchema: key('pk'),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-owner',
          KeySchema: key('owner'),
          Projection: { ProjectionType: 'ALL' },
          OnDemandThroughput: { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 2 },
        },
      ],
    },
    readBack,
    ref: /-It-/,
    expected: {
      OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 },
      GlobalSecondaryIndexes: [{ IndexName: 'by-owner', OnDemandThroughput: { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 2 } }],
    },
    change: {
      properties: {
        AttributeDefinitions: attributes('pk', 'owner', 'town'),
        KeySchema: key('pk'),
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: false,
        StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
        GlobalSecondaryIndexes: [
          { IndexName: 'by-owner', KeySchema: key('owner'), Projection: { ProjectionType: 'ALL' } },
          { IndexName: 'by-town', KeySchema: key('town'), Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
      },
      expected: {
        OnDemandThroughput: { MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 },
        GlobalSecondaryIndexes: [
          { IndexName: 'by-owner', IndexStatus: 'ACTIVE', OnDemandThroughput: { MaxReadRequestUnits: -1 } },
          { IndexName: 'by-town', IndexStatus: 'ACTIVE' },
        ],
      },
    },
  },
  {
    type: 'AWS::DynamoDB::Table',
    title: 'streamed',
    history: ['dynamodb.positions'],
    needs: { Stream: { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } } },
    properties: {
      AttributeDefinitions: attributes('pk'),
      KeySchema: key('pk'),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      KinesisStreamSpecification: { StreamArn: getAtt('Stream', 'Arn'), ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    },
    readBack: readDestination,
    ref: /-It-/,
    expected: { DestinationStatus: 'ACTIVE', ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    change: {
      properties: {
        AttributeDefinitions: attributes('pk'),
        KeySchema: key('pk'),
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        KinesisStreamSpecification: { StreamArn: getAtt('Stream', 'Arn'), ApproximateCreationDateTimePrecision: 'MILLISECOND' },
      },
      expected: { DestinationStatus: 'ACTIVE', ApproximateCreationDateTimePrecision: 'MILLISECOND' },
    },
  },
  {
    type: 'AWS::DynamoDB::Table',
    title: 'vectors',
    properties: {
      AttributeDefinitions: attributes('pk', 'owner', 'kind'),
      KeySchema: key('pk'),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      VectorIndexes: BY_LOOK,
    },
    readBack,
    ref: /-It-/,
    expected: {
      VectorIndexes: [
        { IndexName: 'by-look', IndexStatus: 'ACTIVE', Dimensions: 3, Projection: { NonKeyAttributes: ['n'] }, SearchSchema: [{}, {}] },
      ],
    },
    change: {
      properties: {
        AttributeDefinitions: attributes('pk'),
        KeySchema: key('pk'),
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      },
      expected: { VectorIndexes: undefined, AttributeDefinitions: [{ AttributeName: 'pk' }] },
    },
  },
];
