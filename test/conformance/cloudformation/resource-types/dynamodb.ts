// Tables.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { getAtt, policy, TAGS, type TypeCase } from './type-case.ts';

const readBack: TypeCase['readBack'] = async (emulator, { ref: { It: TableName } }) => {
  const client = emulator.client(DynamoDB);
  const { Table } = await client.describeTable({ TableName });
  const ResourceArn = Table!.TableArn!;
  const { Tags } = await client.listTagsOfResource({ ResourceArn });
  const { TimeToLiveDescription } = await client.describeTimeToLive({ TableName });
  const { ContinuousBackupsDescription } = await client.describeContinuousBackups({ TableName });
  const found = await client.getResourcePolicy({ ResourceArn }).catch(() => undefined);
  const { ContributorInsightsSummaries: insights } = await client.listContributorInsights({ TableName });
  return {
    ...Table,
    insights: insights!.map(({ IndexName = '', ContributorInsightsMode }) => [IndexName, ContributorInsightsMode]),
    Tags: Object.fromEntries(Tags!.map(({ Key, Value }) => [Key, Value])),
    ttl: TimeToLiveDescription,
    recovery: ContinuousBackupsDescription!.PointInTimeRecoveryDescription,
    policy: found && JSON.parse(found.Policy!),
  };
};

const readDestination: TypeCase['readBack'] = async (emulator, { ref: { It: TableName } }) => {
  const { KinesisDataStreamDestinations } = await emulator.client(DynamoDB).describeKinesisStreamingDestination({ TableName });
  return KinesisDataStreamDestinations![0];
};

const key = (hash: string, range?: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' }]),
];
const attributes = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const units = (ReadCapacityUnits: number | string, WriteCapacityUnits: number | string) => ({ ReadCapacityUnits, WriteCapacityUnits });
const reading = policy({ Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Resource: '*' });

const scaling = (kind: 'Read' | 'Write', more: object = {}) => ({
  [`${kind}CapacityAutoScalingSettings`]: {
    MinCapacity: 2,
    MaxCapacity: 10,
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 70, ScaleInCooldown: 60, ScaleOutCooldown: 60, DisableScaleIn: true },
    ...more,
  },
});

const BY_RANK = [
  { IndexName: 'by-rank', KeySchema: key('pk', 'rank'), Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] } },
];

const BY_LOOK = [
  {
    IndexName: 'by-look',
    VectorAttribute: { AttributeName: 'look' },
    Dimensions: '3',
    DistanceFunction: 'COSINE',
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] },
    SearchSchema: [
      { AttributeName: 'owner', SearchSchemaElementType: 'HASH' },
      { AttributeName: 'kind', SearchSchemaElementType: 'INLINE_FILTER' },
    ],
  },
];

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
        GlobalSecondaryIndexes: [
          { IndexName: 'by-owner', IndexStatus: 'ACTIVE' },
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
