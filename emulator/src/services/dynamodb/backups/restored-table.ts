// The table that a restore makes: what the source was, with what the request puts in its place. Streams, expiry, tags, protection, policies and the
// class of the table are not restored.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { GlobalSecondaryIndex, LocalSecondaryIndex, RestoreTableFromBackupInput, VectorIndex as VectorInput } from '#model/dynamodb';
import { newIndexId, newStoreId } from '#services/dynamodb/catalog/ids';
import { assertOnDemand, encryptionOf, onDemandOf } from '#services/dynamodb/catalog/settings';
import { invalid } from '#services/dynamodb/faults';
import type { Index, Restore, Table, Units } from '#services/dynamodb/state';
import { vectorInput } from '#services/dynamodb/vectors/describe-vectors';
import type { VectorIndex } from '#services/dynamodb/vectors/state';

type Overrides = Pick<
  RestoreTableFromBackupInput,
  | 'BillingModeOverride'
  | 'GlobalSecondaryIndexOverride'
  | 'LocalSecondaryIndexOverride'
  | 'VectorIndexOverride'
  | 'ProvisionedThroughputOverride'
  | 'OnDemandThroughputOverride'
  | 'SSESpecificationOverride'
>;

const refused = (words: string) => invalid(`Invalid Request: ${words}`);

function billingOf(source: Frozen<Table>, given: Overrides): Pick<Table, 'billing' | 'throughput'> {
  const billing = (given.BillingModeOverride ?? source.billing) as Table['billing'];
  const units = given.ProvisionedThroughputOverride;
  if (billing === 'PAY_PER_REQUEST') {
    if (units)
      throw refused(
        given.BillingModeOverride
          ? 'Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST'
          : 'Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED',
      );
    return { billing, throughput: { read: 0, write: 0 } };
  }
  if (given.OnDemandThroughputOverride)
    throw refused('Cannot override MaxReadRequestUnits for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST');
  if (!units && source.billing !== billing)
    throw refused('Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED');
  const { read, write } = source.throughput;
  return { billing, throughput: units ? { read: units.ReadCapacityUnits, write: units.WriteCapacityUnits } : { read, write } };
}

const noSuchIndex = (name: string) =>
  refused(
    `Index ${name} does not match a secondary index that existed in the source table and cannot be created during the restore operation`,
  );

const shapeOf = ({ key, projection, included }: Frozen<Index>): string => JSON.stringify([key, projection, [...included].sort()]);
const shapeOfGiven = ({ KeySchema, Projection }: GlobalSecondaryIndex | LocalSecondaryIndex): string =>
  JSON.stringify([
    KeySchema.map(({ AttributeName: name, KeyType: kind }) => ({ name, kind })),
    Projection.ProjectionType,
    [...(Projection.NonKeyAttributes ?? [])].sort(),
  ]);

/** All indexes of the kind, or the indexes that the request names, which must have been there under any name. */
function indexesOf(source: Frozen<Table>, isGlobal: boolean, billing: Table['billing'], given: Overrides, ctx: Ctx): Index[] {
  const newId = newIndexId(ctx);
  const present = source.indexes.filter(({ global, status }) => global === isGlobal && status !== 'DELETING');
  const override: readonly (GlobalSecondaryIndex | LocalSecondaryIndex)[] | undefined = isGlobal
    ? given.GlobalSecondaryIndexOverride
    : given.LocalSecondaryIndexOverride;
  const restored = (index: Frozen<Index>, name: string, units: Units | undefined): Index => {
    const { throughput: _, ...rest } = index as Index;
    const throughput = isGlobal && billing === 'PROVISIONED' ? units : undefined;
    return { ...rest, name, id: newId(), status: 'ACTIVE', ...(throughput && { throughput }) };
  };
  if (!override) return present.map((index) => restored(index, index.name, index.throughput ?? { read: 1, write: 1 }));
  return override.map((each) => {
    const index = present.find((one) => shapeOf(one) === shapeOfGiven(each));
    if (!index) throw noSuchIndex(each.IndexName);
    const units = 'ProvisionedThroughput' in each ? each.ProvisionedThroughput : undefined;
    if (units && billing === 'PAY_PER_REQUEST')
      throw refused(`Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST for index ${each.IndexName}`);
    return restored(index, each.IndexName, units ? { read: units.ReadCapacityUnits, write: units.WriteCapacityUnits } : index.throughput);
  });
}

/** All vector indexes, or the indexes that the request names. */
function vectorsOf(source: Frozen<Table>, billing: Table['billing'], given: Overrides, ctx: Ctx): readonly VectorIndex[] {
  const newId = newIndexId(ctx);
  const present = (source.vectors ?? []).filter(({ status }) => status !== 'DELETING');
  const shapeOfVector = (vector: VectorInput): string => {
    const { IndexName: _, Projection: projection, ...rest } = vector;
    const { VectorAttribute, Dimensions, DistanceFunction, SearchSchema = [] } = rest;
    return JSON.stringify([
      VectorAttribute.AttributeName,
      Dimensions,
      DistanceFunction,
      SearchSchema,
      projection.ProjectionType,
      [...(projection.NonKeyAttributes ?? [])].sort(),
    ]);
  };
  const restored = (given.VectorIndexOverride ?? present.map(vectorInput)).map((each): VectorIndex => {
    const vector = present.find((one) => shapeOfVector(vectorInput(one)) === shapeOfVector(each));
    if (!vector) throw noSuchIndex(each.IndexName);
    return { ...(vector as VectorIndex), name: each.IndexName, id: newId(), status: 'ACTIVE' };
  });
  if (billing === 'PROVISIONED') assertOnDemand({ vectors: restored });
  return restored;
}

/** @throws Fault ValidationException */
export function restoredTable(source: Frozen<Table>, name: string, given: Overrides, restore: Restore, ctx: Ctx): Table {
  const { billing, throughput } = billingOf(source, given);
  const indexes = [...indexesOf(source, false, billing, given, ctx), ...indexesOf(source, true, billing, given, ctx)];
  const vectors = vectorsOf(source, billing, given, ctx);
  const named = [...source.key, ...indexes.flatMap(({ key }) => key), ...vectors.flatMap(({ search }) => search)];
  const used = new Set(named.map((element) => element.name));
  const onDemand = given.OnDemandThroughputOverride ? onDemandOf(given.OnDemandThroughputOverride) : (source.onDemand as Table['onDemand']);
  const encryption = given.SSESpecificationOverride ? encryptionOf(given.SSESpecificationOverride, ctx) : source.encryption;
  return {
    name,
    id: ctx.id(),
    storeId: newStoreId(ctx),
    createdMs: ctx.now(),
    attributes: source.attributes.filter((attribute) => used.has(attribute.name)),
    key: source.key,
    indexes,
    ...(vectors.length > 0 && { vectors }),
    billing,
    ...(billing === 'PAY_PER_REQUEST' && { onDemandSinceMs: ctx.now(), ...(onDemand && { onDemand }) }),
    throughput,
    protected: false,
    ...(encryption && { encryption }),
    tags: [],
    restore,
  };
}
