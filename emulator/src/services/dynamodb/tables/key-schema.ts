// Checks key schemas and indexes of tables that are made or changed, in the order and the words of the service.

import { firstRepeated } from '#lib/first-repeated';
import type { GlobalSecondaryIndex, KeySchemaElement, LocalSecondaryIndex, Projection } from '#model/dynamodb';
import type { KeyType } from '#services/dynamodb/engine/key';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Index, KeyElement } from '#services/dynamodb/state';

export type AttributeTypes = ReadonlyMap<string, KeyType>;

/** Limit: hash attributes, and range attributes, of the key of a global index. Tables and local indexes have one of each. */
const MAX_OF_GLOBAL = 4;

const showElements = (elements: readonly KeySchemaElement[]): string =>
  `[${elements.map(({ AttributeName, KeyType }) => `KeySchemaElement(attributeName=${AttributeName}, keyType=${KeyType})`).join(', ')}]`;

export interface KeyRules {
  /** How many HASH and how many RANGE attributes there may be. */
  readonly most: number;
  /** The member in the input, for errors that name it. */
  readonly at: string;
}

export function checkKey(elements: readonly KeySchemaElement[], types: AttributeTypes, { most, at }: KeyRules): readonly KeyElement[] {
  const bound =
    elements.length === 0 ? 'greater than or equal to 1' : elements.length > 2 * most ? `less than or equal to ${2 * most}` : undefined;
  if (bound)
    throw invalid(
      `1 validation error detected: Value '${showElements(elements)}' at '${at}' failed to satisfy constraint: Member must have length ${bound}`,
    );
  const names = elements.map(({ AttributeName }) => AttributeName);
  if (elements[0]!.KeyType !== 'HASH') throw invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  if (most === 1) checkPair(elements);
  else checkMany(elements, most);
  if (!names.every((name) => types.has(name)))
    throw invalidParameter(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${names.join(', ')}], AttributeDefinitions: [${[...types.keys()].join(', ')}]`,
    );
  return elements.map(({ AttributeName: name, KeyType: kind }) => ({ name, kind: kind as KeyElement['kind'] }));
}

function checkPair([first, second]: readonly KeySchemaElement[]): void {
  if (!second) return;
  if (first!.AttributeName === second.AttributeName) throw invalid('Invalid KeySchema: Some index key attribute have no definition');
  if (second.KeyType !== 'RANGE') throw invalid('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
}

function checkMany(elements: readonly KeySchemaElement[], most: number): void {
  const kinds = elements.map(({ KeyType }) => KeyType);
  const repeated = firstRepeated(elements.map(({ AttributeName }) => AttributeName));
  if (repeated !== undefined)
    throw elements.length === 2
      ? invalid('Invalid KeySchema: Both the Hash Key and the Range Key element in the KeySchema have the same name')
      : invalidParameter(`Duplicate attribute name in KeySchema: ${repeated}`);
  if (kinds.lastIndexOf('HASH') > (kinds.indexOf('RANGE') + kinds.length + 1) % (kinds.length + 1))
    throw invalidParameter('All HASH key attributes must precede RANGE key attributes in the KeySchema');
  for (const kind of ['HASH', 'RANGE'])
    if (kinds.filter((each) => each === kind).length > most)
      throw invalidParameter(`The KeySchema exceeds the maximum allowed number of ${kind} key attributes`);
}

export interface TableKey {
  readonly key: readonly KeyElement[];
  readonly types: AttributeTypes;
}

export function checkLocalIndexes(indexes: readonly LocalSecondaryIndex[], { key, types }: TableKey, newId: () => string): Index[] {
  if (indexes.length === 0) throw invalidParameter('List of LocalSecondaryIndexes is empty');
  if (key.length < 2)
    throw invalidParameter('Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex');
  const checked = indexes.map((index, at) => {
    const { IndexName: name, Projection } = index;
    const own = checkKey(index.KeySchema, types, { most: 1, at: `localSecondaryIndexes.${at + 1}.member.keySchema` });
    if (own[0]!.name !== key[0]!.name)
      throw invalidParameter(
        `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${name}. index hash key: ${own[0]!.name}, table hash key: ${key[0]!.name}`,
      );
    if (own.length < 2) throw invalidParameter(`Index KeySchema does not have a range key for index: ${name}`);
    return { name, id: newId(), global: false, key: own, ...checkProjection(Projection), status: 'ACTIVE' as const };
  });
  if (indexes.length > 5) throw invalidParameter('Number of LocalSecondaryIndexes exceeds per-table limit of 5');
  return checked;
}

export function checkGlobalIndexes(
  indexes: readonly GlobalSecondaryIndex[],
  types: AttributeTypes,
  billing: string,
  newId: () => string,
): Index[] {
  if (indexes.length === 0) throw invalidParameter('List of GlobalSecondaryIndexes is empty');
  const checked = indexes.map((index, at) =>
    checkGlobalIndex(index, types, billing, `globalSecondaryIndexes.${at + 1}.member.keySchema`, newId),
  );
  if (indexes.length > 20) throw invalidParameter('GlobalSecondaryIndex count exceeds the per-table limit of 20');
  return checked;
}

export function checkGlobalIndex(
  index: GlobalSecondaryIndex,
  types: AttributeTypes,
  billing: string,
  at: string,
  newId: () => string,
): Index {
  const { IndexName: name, ProvisionedThroughput: units, OnDemandThroughput: limits, WarmThroughput: warm } = index;
  const key = checkKey(index.KeySchema, types, { most: MAX_OF_GLOBAL, at });
  if (billing === 'PAY_PER_REQUEST' && units)
    throw invalidParameter(`ProvisionedThroughput should not be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`);
  if (billing === 'PROVISIONED' && !units) throw invalidParameter(`ProvisionedThroughput is not specified for index: ${name}`);
  return {
    name,
    id: newId(),
    global: true,
    key,
    ...checkProjection(index.Projection),
    status: 'ACTIVE',
    ...(units && { throughput: { read: units.ReadCapacityUnits, write: units.WriteCapacityUnits } }),
    ...(limits && { onDemand: { maxRead: limits.MaxReadRequestUnits, maxWrite: limits.MaxWriteRequestUnits } }),
    ...(warm && { warm: { read: warm.ReadUnitsPerSecond ?? 0, write: warm.WriteUnitsPerSecond ?? 0 } }),
  };
}

export function checkProjection({ ProjectionType: type, NonKeyAttributes: included }: Projection): Pick<Index, 'projection' | 'included'> {
  if (type === undefined) throw invalidParameter('Unknown ProjectionType: null');
  if (type === 'INCLUDE' && !included) throw invalidParameter('ProjectionType is INCLUDE, but NonKeyAttributes is not specified');
  if (type !== 'INCLUDE' && included) throw invalidParameter(`ProjectionType is ${type}, but NonKeyAttributes is specified`);
  const repeated = firstRepeated(included ?? []);
  if (repeated !== undefined) throw invalidParameter(`Duplicate value in NonKeyAttributes: ${repeated}`);
  return { projection: type as Index['projection'], included: included ?? [] };
}

/** Limit: attributes that all indexes of a table name for their projections. */
const MAX_PROJECTED = 100;

export function checkNames(indexes: readonly Pick<Index, 'name' | 'included'>[]): void {
  const repeated = firstRepeated(indexes.map(({ name }) => name));
  if (repeated !== undefined) throw invalidParameter(`Duplicate index name: ${repeated}`);
  const projected = indexes.reduce((sum, { included }) => sum + included.length, 0);
  if (projected > MAX_PROJECTED)
    throw invalidParameter(`Total number of user specified projected attributes across all indexes exceeds limit of ${MAX_PROJECTED}`);
}
