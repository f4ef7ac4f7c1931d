// AWS::DynamoDB::GlobalTable as tables of one region each: what all replicas share, with what one of them has instead.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { list, object, text } from '#core/resources/resource-properties';

export const present = (properties: Readonly<Record<string, Value | undefined>>): Properties =>
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

/** The regions of all replicas. */
export const regionsOf = (properties: Properties): string[] => list(properties.Replicas).map((each) => text(object(each).Region) ?? '');

/** @throws Error where the region has none */
export function replicaOf(properties: Properties, region: string): Properties {
  const own = list(properties.Replicas)
    .map((each) => object(each))
    .find(({ Region }) => text(Region) === region);
  if (!own) throw new Error(`Replicas must name the region of the stack, ${region}.`);
  return own;
}

const merged = (shared: Value | undefined, own: Value | undefined): Value | undefined =>
  shared === undefined && own === undefined ? undefined : { ...object(shared), ...object(own) };

/** The properties of the table in a region, in the shape of AWS::DynamoDB::Table. */
export function asTable(properties: Properties, region: string): Properties {
  const own = replicaOf(properties, region);
  const ownIndexes = new Map(list(own.GlobalSecondaryIndexes).map((each) => [text(object(each).IndexName), object(each)]));
  const indexes = list(properties.GlobalSecondaryIndexes).map((each) => {
    const shared = object(each);
    const mine = ownIndexes.get(text(shared.IndexName)) ?? {};
    const { IndexName, KeySchema, Projection, WarmThroughput } = shared;
    const { ContributorInsightsSpecification } = mine;
    return present({ IndexName, KeySchema, Projection, WarmThroughput, ContributorInsightsSpecification, ...unitsOf(shared, mine) });
  });
  const { TableName, AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, VectorIndexes, StreamSpecification } = properties;
  const { PointInTimeRecoverySpecification, DeletionProtectionEnabled, TableClass, Tags, ResourcePolicy, KinesisStreamSpecification } = own;
  return present({
    ...{ TableName, AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, VectorIndexes, StreamSpecification },
    ...{ PointInTimeRecoverySpecification, DeletionProtectionEnabled, TableClass, Tags, ResourcePolicy, KinesisStreamSpecification },
    ...unitsOf(properties, own),
    GlobalSecondaryIndexes: indexes.length > 0 ? indexes : undefined,
    TimeToLiveSpecification: properties.TimeToLiveSpecification,
    WarmThroughput: properties.WarmThroughput,
    SSESpecification: merged(properties.SSESpecification, own.SSESpecification),
    ContributorInsightsSpecification: own.ContributorInsightsSpecification,
  });
}
