// Global tables.
import { expect } from 'vitest';
import { attributes, BY_LOOK, BY_RANK, key, readBack, readDestination, reading } from './dynamodb-parts.ts';
import { getAtt, TAGS, type TypeCase } from './type-case.ts';

const scaling = (kind: 'Read' | 'Write', more: object = {}) => ({
  [`${kind}CapacityAutoScalingSettings`]: {
    MinCapacity: 2,
    MaxCapacity: 10,
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 70, ScaleInCooldown: 60, ScaleOutCooldown: 60, DisableScaleIn: true },
    ...more,
  },
});

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::DynamoDB::GlobalTable',
    title: 'provisioned',
    history: ['dynamodb.positions'],
    needs: { Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      TableName: 'every-region',
      AttributeDefinitions: attributes('pk', 'sk', 'owner', 'rank'),
      KeySchema: key('pk', 'sk'),
      BillingMode: 'PROVISIONED',
      WriteProvisionedThroughputSettings: scaling('Write', { SeedCapacity: 4 }),
      ReadProvisionedThroughputSettings: { ReadCapacityUnits: 3 },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-owner',
          KeySchema: key('owner'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] },
          WarmThroughput: { ReadUnitsPerSecond: 7, WriteUnitsPerSecond: 8 },
          WriteProvisionedThroughputSettings: scaling('Write', { SeedCapacity: 3 }),
          ReadProvisionedThroughputSettings: { ReadCapacityUnits: 9 },
        },
      ],
      LocalSecondaryIndexes: BY_RANK,
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
      WarmThroughput: { ReadUnitsPerSecond: 10, WriteUnitsPerSecond: 20 },
      Replicas: [
        {
          Region: 'us-east-1',
          ReadProvisionedThroughputSettings: scaling('Read', { SeedCapacity: 6 }),
          GlobalSecondaryIndexes: [
            {
              IndexName: 'by-owner',
              ContributorInsightsSpecification: { Enabled: true, Mode: 'THROTTLED_KEYS' },
              ReadProvisionedThroughputSettings: scaling('Read', { SeedCapacity: 5 }),
            },
          ],
          SSESpecification: { KMSMasterKeyId: getAtt('Key', 'Arn') },
          TableClass: 'STANDARD_INFREQUENT_ACCESS',
          DeletionProtectionEnabled: 'false',
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
          ContributorInsightsSpecification: { Enabled: true, Mode: 'ACCESSED_AND_THROTTLED_KEYS' },
          ResourcePolicy: { PolicyDocument: reading },
          Tags: TAGS,
        },
      ],
    },
    readBack,
    ref: /^every-region$/,
    expected: {
      ProvisionedThroughput: { ReadCapacityUnits: 6, WriteCapacityUnits: 4 },
      GlobalSecondaryIndexes: [{ IndexName: 'by-owner', ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 3 } }],
      LocalSecondaryIndexes: [{ IndexName: 'by-rank' }],
      SSEDescription: { KMSMasterKeyArn: expect.stringContaining(':key/') },
      recovery: { PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 7 },
      ttl: { TimeToLiveStatus: 'ENABLED', AttributeName: 'until' },
      policy: reading,
      insights: [
        ['', 'ACCESSED_AND_THROTTLED_KEYS'],
        ['by-owner', 'THROTTLED_KEYS'],
      ],
      Tags: { team: 'blue', stage: 'test' },
    },
  },
  {
    type: 'AWS::DynamoDB::GlobalTable',
    title: 'on-demand',
    properties: {
      AttributeDefinitions: attributes('pk', 'owner', 'kind'),
      KeySchema: key('pk'),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      VectorIndexes: BY_LOOK,
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 6 },
      ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 5 },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-owner',
          KeySchema: key('owner'),
          Projection: { ProjectionType: 'ALL' },
          WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 2 },
          ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 4 },
        },
      ],
      Replicas: [
        {
          Region: 'us-east-1',
          ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 7 },
          ReadProvisionedThroughputSettings: { ReadCapacityUnits: 5 },
          GlobalSecondaryIndexes: [
            {
              IndexName: 'by-owner',
              ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 1 },
              ReadProvisionedThroughputSettings: { ReadCapacityUnits: 5 },
            },
          ],
        },
      ],
    },
    readBack,
    ref: /-It-/,
    expected: {
      OnDemandThroughput: { MaxReadRequestUnits: 7, MaxWriteRequestUnits: 6 },
      VectorIndexes: [{ IndexName: 'by-look', DistanceFunction: 'COSINE' }],
      GlobalSecondaryIndexes: [{ IndexName: 'by-owner', OnDemandThroughput: { MaxReadRequestUnits: 1, MaxWriteRequestUnits: 2 } }],
    },
    change: {
      properties: {
        AttributeDefinitions: attributes('pk', 'owner', 'kind'),
        KeySchema: key('pk'),
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
        VectorIndexes: BY_LOOK,
        Replicas: [{ Region: 'us-east-1', Tags: TAGS, DeletionProtectionEnabled: false }],
      },
      expected: { GlobalSecondaryIndexes: undefined, Tags: { team: 'blue', stage: 'test' } },
    },
  },
  {
    type: 'AWS::DynamoDB::GlobalTable',
    title: 'streamed',
    history: ['dynamodb.positions'],
    needs: { Stream: { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } } },
    properties: {
      AttributeDefinitions: attributes('pk'),
      KeySchema: key('pk'),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      Replicas: [
        {
          Region: 'us-east-1',
          KinesisStreamSpecification: { StreamArn: getAtt('Stream', 'Arn'), ApproximateCreationDateTimePrecision: 'MICROSECOND' },
        },
      ],
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
        Replicas: [
          {
            Region: 'us-east-1',
            KinesisStreamSpecification: { StreamArn: getAtt('Stream', 'Arn'), ApproximateCreationDateTimePrecision: 'MILLISECOND' },
          },
        ],
      },
      expected: { DestinationStatus: 'ACTIVE', ApproximateCreationDateTimePrecision: 'MILLISECOND' },
    },
  },
];
