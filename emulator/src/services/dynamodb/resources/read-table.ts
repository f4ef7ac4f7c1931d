// A table as the properties of its template: blocks and lists in the form in which the template gave them.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, list, object, text } from '#core/resources/resource-properties';
import { asGiven, asValue, documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';
import type { GlobalSecondaryIndexDescription, OnDemandThroughput, TableDescription } from '#model/dynamodb';

const GONE = ['ResourceNotFoundException', 'TableNotFoundException'];
const NO_POLICY = ['PolicyNotFoundException', ...GONE];

const byName = (all: Value | undefined, member: string): Map<string | undefined, Properties> =>
  new Map(list(all).map((each) => [text(object(each)[member]), object(each)]));

/** In the order of the template; what the template does not give stands at the end. */
function inOrderOf<T>(found: readonly T[], given: Value | undefined, member: string, nameOf: (one: T) => string | undefined): T[] {
  const names = [...byName(given, member).keys()];
  const place = (one: T): number => (names.includes(nameOf(one)) ? names.indexOf(nameOf(one)) : names.length);
  return [...found].sort((one, other) => place(one) - place(other));
}

interface Throughput {
  readonly ReadCapacityUnits?: number | undefined;
  readonly WriteCapacityUnits?: number | undefined;
}
/** Units are 0 where requests are paid for. */
const unitsOf = ({ ReadCapacityUnits, WriteCapacityUnits }: Throughput = {}) =>
  ReadCapacityUnits ? { ReadCapacityUnits, WriteCapacityUnits } : undefined;

const limitsOf = (limits: OnDemandThroughput | undefined) =>
  Object.values(limits ?? {}).every((each) => each === -1) ? undefined : limits;

async function insightsOf(TableName: string, IndexName: string | undefined, given: Value | undefined, ctx: ResourceContext) {
  const found = await ctx.call('dynamodb', 'DescribeContributorInsights', { TableName, IndexName });
  if (found.ContributorInsightsStatus !== 'ENABLED') return given === undefined ? undefined : asGiven({ Enabled: false }, given);
  return asGiven({ Enabled: true, Mode: found.ContributorInsightsMode }, given);
}

async function globalIndex(index: GlobalSecondaryIndexDescription, given: Properties | undefined, name: string, ctx: ResourceContext) {
  const { IndexName, KeySchema, Projection, ProvisionedThroughput, OnDemandThroughput, WarmThroughput } = index;
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = WarmThroughput ?? {};
  const all = {
    ...{ IndexName, KeySchema, Projection: asGiven(Projection, given?.Projection) },
    OnDemandThroughput: limitsOf(OnDemandThroughput),
    ProvisionedThroughput: unitsOf(ProvisionedThroughput),
    ContributorInsightsSpecification: await insightsOf(name, IndexName, given?.ContributorInsightsSpecification, ctx),
    ...(given?.WarmThroughput !== undefined && {
      WarmThroughput: asGiven({ ReadUnitsPerSecond, WriteUnitsPerSecond }, given.WarmThroughput),
    }),
  };
  return asGiven(all, given);
}

/** A key may be given by its ARN, its id or an alias. */
function encryptionOf({ SSEDescription }: TableDescription, given: Value | undefined): Value | undefined {
  if (SSEDescription?.Status !== 'ENABLED') return given === undefined ? undefined : asGiven({ SSEEnabled: false }, given);
  const { SSEType, KMSMasterKeyArn: arn = '' } = SSEDescription;
  const named = text(object(given).KMSMasterKeyId) ?? '';
  const KMSMasterKeyId = named !== '' && (named.includes('alias/') || arn.endsWith(`/${named}`)) ? named : arn;
  return asGiven({ SSEEnabled: true, SSEType, KMSMasterKeyId }, given);
}

async function destinationOf(TableName: string, given: Value | undefined, ctx: ResourceContext): Promise<Value | undefined> {
  const { KinesisDataStreamDestinations = [] } = await ctx.call('dynamodb', 'DescribeKinesisStreamingDestination', { TableName });
  const active = KinesisDataStreamDestinations.find(({ DestinationStatus }) => DestinationStatus === 'ACTIVE');
  if (!active) return undefined;
  const { StreamArn, ApproximateCreationDateTimePrecision = 'MILLISECOND' } = active;
  return asGiven({ StreamArn, ApproximateCreationDateTimePrecision }, given);
}

async function backupsOf(TableName: string, given: Value | undefined, ctx: ResourceContext): Promise<Value | undefined> {
  const { ContinuousBackupsDescription } = await ctx.call('dynamodb', 'DescribeContinuousBackups', { TableName });
  const { PointInTimeRecoveryStatus, RecoveryPeriodInDays } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (PointInTimeRecoveryStatus !== 'ENABLED')
    return given === undefined ? undefined : asGiven({ PointInTimeRecoveryEnabled: false }, given);
  return asGiven({ PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays }, given);
}

async function policyOf(ResourceArn: string, given: Value | undefined, ctx: ResourceContext): Promise<Value | undefined> {
  const found = await ignoring(NO_POLICY, ctx.call('dynamodb', 'GetResourcePolicy', { ResourceArn }));
  return found?.Policy && { PolicyDocument: documentAs(found.Policy, object(given).PolicyDocument)! };
}

async function expiryOf(TableName: string, ctx: ResourceContext): Promise<Value | undefined> {
  const { AttributeName } = (await ctx.call('dynamodb', 'DescribeTimeToLive', { TableName })).TimeToLiveDescription ?? {};
  return AttributeName === undefined ? undefined : { AttributeName, Enabled: true };
}

/** Undefined where the table is gone. */
export async function readTable(TableName: string, given: Properties, ctx: ResourceContext): Promise<Record<string, Value> | undefined> {
  const Table = (await ignoring(GONE, ctx.call('dynamodb', 'DescribeTable', { TableName })))?.Table;
  if (!Table) return undefined;
  const { Tags = [] } = await ctx.call('dynamodb', 'ListTagsOfResource', { ResourceArn: Table.TableArn! });
  const { AttributeDefinitions = [], GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [], StreamSpecification: stream } = Table;
  const indexes = byName(given.GlobalSecondaryIndexes, 'IndexName');
  const present = GlobalSecondaryIndexes.filter(({ IndexStatus }) => IndexStatus !== 'DELETING');
  const global: (Value | undefined)[] = [];
  for (const index of inOrderOf(present, given.GlobalSecondaryIndexes, 'IndexName', (one) => one.IndexName))
    global.push(await globalIndex(index, indexes.get(index.IndexName), TableName, ctx));
  const local = inOrderOf(LocalSecondaryIndexes, given.LocalSecondaryIndexes, 'IndexName', (one) => one.IndexName);
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = Table.WarmThroughput ?? {};
  return readAs({
    TableName,
    AttributeDefinitions: inOrderOf(AttributeDefinitions, given.AttributeDefinitions, 'AttributeName', (one) => one.AttributeName),
    KeySchema: Table.KeySchema,
    BillingMode: Table.BillingModeSummary?.BillingMode ?? 'PROVISIONED',
    ProvisionedThroughput: unitsOf(Table.ProvisionedThroughput),
    OnDemandThroughput: limitsOf(Table.OnDemandThroughput),
    GlobalSecondaryIndexes: global.length > 0 ? global : undefined,
    LocalSecondaryIndexes:
      local.length > 0 ? local.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection })) : undefined,
    DeletionProtectionEnabled: Table.DeletionProtectionEnabled ?? false,
    TableClass: Table.TableClassSummary?.TableClass ?? 'STANDARD',
    StreamSpecification: stream ? { StreamViewType: stream.StreamViewType! } : undefined,
    SSESpecification: encryptionOf(Table, given.SSESpecification),
    WarmThroughput: Table.WarmThroughput && asGiven({ ReadUnitsPerSecond, WriteUnitsPerSecond }, given.WarmThroughput),
    ...vectorsOf(Table, given),
    TimeToLiveSpecification: await expiryOf(TableName, ctx),
    PointInTimeRecoverySpecification: await backupsOf(TableName, given.PointInTimeRecoverySpecification, ctx),
    KinesisStreamSpecification: await destinationOf(TableName, given.KinesisStreamSpecification, ctx),
    ContributorInsightsSpecification: await insightsOf(TableName, undefined, given.ContributorInsightsSpecification, ctx),
    ResourcePolicy: await policyOf(Table.TableArn!, given.ResourcePolicy, ctx),
    Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
  });
}

function vectorsOf({ VectorIndexes = [] }: TableDescription, given: Properties): { VectorIndexes: Value | undefined } {
  const asked = byName(given.VectorIndexes, 'IndexName');
  const present = VectorIndexes.filter(({ IndexStatus }) => IndexStatus !== 'DELETING');
  const found = inOrderOf(present, given.VectorIndexes, 'IndexName', (one) => one.IndexName).map((index) => {
    const { IndexName, VectorAttribute, Projection, Dimensions, DistanceFunction, SearchSchema } = index;
    const all = { IndexName, VectorAttribute, Projection, Dimensions, DistanceFunction, SearchSchema };
    return asGiven(all, asked.get(IndexName));
  });
  return { VectorIndexes: found.length > 0 ? asValue(found) : undefined };
}
