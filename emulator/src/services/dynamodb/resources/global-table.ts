// AWS::DynamoDB::GlobalTable, of which TableV2 of the CDK makes one: a table with one replica, in the region of the stack.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { list, object, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { resource as table } from './table.ts';

const present = (properties: Readonly<Record<string, Value | undefined>>): Properties =>
  Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, Value] => entry[1] !== undefined));

/** Nothing scales here: capacity is what scaling begins with. */
function startOf(settings: Value | undefined): Value | undefined {
  const { SeedCapacity, MinCapacity } = object(settings);
  return SeedCapacity ?? MinCapacity;
}

/** Units of a table, or of an index, between what all replicas share and what the own one has. */
function unitsOf(shared: Properties, own: Properties): { ProvisionedThroughput?: Value; OnDemandThroughput?: Value } {
  const [reading, sharedReading] = [object(own.ReadProvisionedThroughputSettings), object(shared.ReadProvisionedThroughputSettings)];
  const read = reading.ReadCapacityUnits ?? startOf(reading.ReadCapacityAutoScalingSettings) ?? sharedReading.ReadCapacityUnits;
  const write = startOf(object(shared.WriteProvisionedThroughputSettings).WriteCapacityAutoScalingSettings);
  const maxRead =
    object(own.ReadOnDemandThroughputSettings).MaxReadRequestUnits ?? object(shared.ReadOnDemandThroughputSettings).MaxReadRequestUnits;
  const maxWrite = object(shared.WriteOnDemandThroughputSettings).MaxWriteRequestUnits;
  return {
    ...(read !== undefined && write !== undefined && { ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write } }),
    ...((maxRead !== undefined || maxWrite !== undefined) && {
      OnDemandThroughput: present({ MaxReadRequestUnits: maxRead, MaxWriteRequestUnits: maxWrite }),
    }),
  };
}

/** @throws Error for replicas in other regions, and where the own region has none */
function ownReplica(properties: Properties, { region }: Pick<ResourceContext, 'region'>): Properties {
  const replicas = list(properties.Replicas).map((each) => object(each));
  const own = replicas.find(({ Region }) => text(Region) === region);
  if (!own) throw new Error(`Replicas must name the region of the stack, ${region}.`);
  const other = replicas.find(({ Region }) => text(Region) !== region);
  if (other)
    throw new Error(
      `A replica in ${text(other.Region) ?? 'another region'} is refused: replicas in other regions are not emulated. Leave it out of Replicas, which may name ${region} alone.`,
    );
  return own;
}

const merged = (shared: Value | undefined, own: Value | undefined): Value | undefined =>
  shared === undefined && own === undefined ? undefined : { ...object(shared), ...object(own) };

/** The properties in the shape of AWS::DynamoDB::Table. */
function asTable(properties: Properties, ctx: Pick<ResourceContext, 'region'>): Properties {
  const own = ownReplica(properties, ctx);
  const ownIndexes = new Map(list(own.GlobalSecondaryIndexes).map((each) => [text(object(each).IndexName), object(each)]));
  const indexes = list(properties.GlobalSecondaryIndexes).map((each) => {
    const shared = object(each);
    const mine = ownIndexes.get(text(shared.IndexName)) ?? {};
    const { IndexName, KeySchema, Projection, WarmThroughput } = shared;
    const { ContributorInsightsSpecification } = mine;
    return present({ IndexName, KeySchema, Projection, WarmThroughput, ContributorInsightsSpecification, ...unitsOf(shared, mine) });
  });
  const { TableName, AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, StreamSpecification } = properties;
  const { PointInTimeRecoverySpecification, DeletionProtectionEnabled, TableClass, Tags, ResourcePolicy } = own;
  return present({
    ...{ TableName, AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, StreamSpecification },
    ...{ PointInTimeRecoverySpecification, DeletionProtectionEnabled, TableClass, Tags, ResourcePolicy },
    ...unitsOf(properties, own),
    GlobalSecondaryIndexes: indexes.length > 0 ? indexes : undefined,
    TimeToLiveSpecification: properties.TimeToLiveSpecification,
    WarmThroughput: properties.WarmThroughput,
    SSESpecification: merged(properties.SSESpecification, own.SSESpecification),
    ContributorInsightsSpecification: own.ContributorInsightsSpecification,
  });
}

async function withId({ physicalId, attributes = {} }: Created, ctx: ResourceContext): Promise<Created> {
  const { Table } = await ctx.call('dynamodb', 'DescribeTable', { TableName: physicalId });
  return { physicalId, attributes: { ...attributes, TableId: Table!.TableId! } };
}

const REGIONS = 'replicas in other regions are not emulated.';

export const resource: ResourceType = {
  refuse: {
    MultiRegionConsistency: REGIONS,
    GlobalTableWitnesses: REGIONS,
    GlobalTableSourceArn: REGIONS,
    VectorIndexes: 'vector indexes are not emulated.',
    'Replicas.GlobalTableSettingsReplicationMode': REGIONS,
    'Replicas.KinesisStreamSpecification': 'tables do not deliver to data streams.',
    'Replicas.ReplicaStreamSpecification': 'only tables have policies and tags.',
  },
  create: async (properties, ctx) => withId(await table.create(asTable(properties, ctx), ctx), ctx),
  update: async (name, properties, previous, ctx) =>
    withId(await table.update!(name, asTable(properties, ctx), asTable(previous, ctx), ctx), ctx),
  delete: (name, properties, ctx) => table.delete(name, properties, ctx),
  async read(name, properties, ctx) {
    const found = await table.read!(name, properties, ctx);
    if (!found) return undefined;
    const { TableName, BillingMode, StreamSpecification, TimeToLiveSpecification } = found;
    return present({ TableName, BillingMode, StreamSpecification, TimeToLiveSpecification });
  },
  list: (filter, token, ctx) => table.list!(filter, token, ctx),
  adopt: async (identifier, properties, ctx) => withId(await table.adopt!(identifier, properties, ctx), ctx),
};
