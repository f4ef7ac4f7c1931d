// Parts of templates and readers that the cases of tables share.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { policy, type TypeCase } from './type-case.ts';

export const readBack: TypeCase['readBack'] = async (emulator, { ref: { It: TableName } }) => {
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

export const readDestination: TypeCase['readBack'] = async (emulator, { ref: { It: TableName } }) => {
  const { KinesisDataStreamDestinations } = await emulator.client(DynamoDB).describeKinesisStreamingDestination({ TableName });
  return KinesisDataStreamDestinations![0];
};

export const key = (hash: string, range?: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' }]),
];

export const attributes = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
export const reading = policy({ Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Resource: '*' });

export const BY_RANK = [
  { IndexName: 'by-rank', KeySchema: key('pk', 'rank'), Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] } },
];

export const BY_LOOK = [
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
