// CreateTable, DescribeTable, ListTables, DeleteTable.
import type { Ctx } from '#core/ctx';
import { pageOfRecords } from '#core/page';
import { type CreateTableInput, fault, operation } from '#model/dynamodb';
import { describeTable } from '#services/dynamodb/catalog/describe-table';
import { checkNewName, findAnyTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { newIndexId, newStoreId } from '#services/dynamodb/catalog/ids';
import { managedKeyArn } from '#services/dynamodb/catalog/managed-key';
import { encryptionOf, onDemandOf, refuseUnsupported, warmOf } from '#services/dynamodb/catalog/settings';
import type { KeyType } from '#services/dynamodb/engine/key';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { sendWaiting } from '#services/dynamodb/replicas/replicate';
import { type Index, isBeingFilled, type Table, tables } from '#services/dynamodb/state';
import { openStream, viewOf } from '#services/dynamodb/streams/open-stream';
import type { VectorIndex } from '#services/dynamodb/vectors/state';
import { type AttributeTypes, checkGlobalIndexes, checkKey, checkLocalIndexes, checkNames } from './key-schema.ts';
import { checkedTablePolicy } from './policies.ts';
import { checkDeletable, removeTable } from './remove-table.ts';
import { TABLE_TAGS } from './tags.ts';
import { checkVectorIndexes } from './vector-indexes.ts';

const REQUIRED = (name: string) => invalid(`The parameter '${name}' is required but was not present in the request`);

/** Attributes by name. @throws Fault ValidationException for an attribute that is defined twice */
export function readAttributes(definitions: CreateTableInput['AttributeDefinitions'] = []): Map<string, KeyType> {
  const types = new Map<string, KeyType>();
  for (const { AttributeName: name, AttributeType: type } of definitions) {
    if (types.has(name)) throw invalidParameter(`Cannot have two attributes with the same name`);
    types.set(name, type as KeyType);
  }
  return types;
}

function checkBilling({ BillingMode: mode = 'PROVISIONED', ProvisionedThroughput: units }: CreateTableInput): void {
  if (mode === 'PAY_PER_REQUEST' && units)
    throw invalidParameter('Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST');
  if (mode === 'PROVISIONED' && !units)
    throw invalidParameter('ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED');
}

function checkUsed(types: AttributeTypes, key: Table['key'], indexes: readonly Index[], vectors: readonly VectorIndex[]): void {
  const named = [...key, ...indexes.flatMap((index) => index.key), ...vectors.flatMap(({ search }) => search)];
  const used = new Set(named.map(({ name }) => name));
  if (used.size === types.size) return;
  throw invalidParameter(
    indexes.length + vectors.length > 0
      ? `Some AttributeDefinitions are not used. AttributeDefinitions: [${[...types.keys()].join(', ')}], keys used: [${[...used].join(', ')}]`
      : 'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
  );
}

/** The table that a request describes, checked, and not kept yet. @throws Fault ValidationException */
export function newTable(input: CreateTableInput, ctx: Ctx): Table {
  const { TableName: name, BillingMode: billing = 'PROVISIONED', ProvisionedThroughput: units } = input;
  if (name === undefined) throw REQUIRED('TableName');
  checkNewName(name);
  refuseUnsupported(input);
  if (!input.KeySchema) throw REQUIRED('KeySchema');
  if (!input.AttributeDefinitions) throw REQUIRED('AttributeDefinitions');
  checkBilling(input);
  const types = readAttributes(input.AttributeDefinitions);
  const key = checkKey(input.KeySchema, types, { most: 1, at: 'keySchema' });
  const newId = newIndexId(ctx);
  const indexes = [
    ...(input.LocalSecondaryIndexes ? checkLocalIndexes(input.LocalSecondaryIndexes, { key, types }, newId) : []),
    ...(input.GlobalSecondaryIndexes ? checkGlobalIndexes(input.GlobalSecondaryIndexes, types, billing, newId) : []),
  ];
  const vectors = input.VectorIndexes ? checkVectorIndexes(input.VectorIndexes, types, billing, newId) : undefined;
  checkNames([...indexes, ...(vectors ?? [])]);
  checkUsed(types, key, indexes, vectors ?? []);
  const tags = TABLE_TAGS.ofNew(input.Tags, ctx);
  const policy = input.ResourcePolicy;
  if (policy !== undefined) checkedTablePolicy(policy);
  return {
    name,
    id: ctx.id(),
    storeId: newStoreId(ctx),
    createdMs: ctx.now(),
    attributes: [...types].map(([attribute, type]) => ({ name: attribute, type })),
    key,
    indexes,
    ...(vectors && { vectors }),
    billing: billing as Table['billing'],
    ...(billing === 'PAY_PER_REQUEST' && { onDemandSinceMs: ctx.now() }),
    throughput: { read: units?.ReadCapacityUnits ?? 0, write: units?.WriteCapacityUnits ?? 0 },
    onDemand: onDemandOf(input.OnDemandThroughput),
    warm: warmOf(input.WarmThroughput),
    protected: input.DeletionProtectionEnabled ?? false,
    ...(input.TableClass !== undefined && { tableClass: input.TableClass }),
    encryption: encryptionOf(input.SSESpecification, ctx),
    tags,
    ...(policy !== undefined && { policy: { text: policy, revision: String(ctx.now()) } }),
  };
}

export const CreateTable = operation('CreateTable', async (input, ctx) => {
  const managedKey = await managedKeyArn({}, input.SSESpecification, ctx);
  const table = newTable(input, ctx);
  const view = viewOf(input.StreamSpecification);
  const { name } = table;
  const present = ctx.records(tables).get([name]);
  if (present)
    throw fault('ResourceInUseException', isBeingFilled(present) ? `Table is being used: ${name}` : `Table already exists: ${name}`);
  const kept = ctx.write((tx) => {
    const streaming = view ? openStream(tx, table, view, ctx) : table;
    tx.put(ctx.records(tables), [name], streaming);
    return streaming;
  });
  return { TableDescription: describeTable(kept, ctx, { status: 'CREATING', warm: 'requested', managedKey }) };
});

export const DescribeTable = operation('DescribeTable', async ({ TableName }, ctx) => {
  const found = findAnyTable(TableName, ctx);
  const managedKey = await managedKeyArn(found.table, undefined, found.there);
  const { table, there } = managedKey === undefined ? found : findAnyTable(TableName, ctx);
  const settled = table.indexes.some(({ status }) => status !== 'ACTIVE') ? 'UPDATING' : 'ACTIVE';
  return { Table: describeTable(table, there, { status: isBeingFilled(table) ? 'CREATING' : settled, managedKey }) };
});

/** Limit: tables of a page of ListTables. */
const MAX_LISTED = 100;
const badToken = () => invalid('Invalid ExclusiveStartTableName');

export const ListTables = operation('ListTables', ({ ExclusiveStartTableName: after, Limit: limit = MAX_LISTED }, ctx) => {
  const token = after === undefined ? undefined : Buffer.from(JSON.stringify([after])).toString('base64url');
  const { items, next } = pageOfRecords(ctx.records(tables), [], { limit, token }, badToken);
  const TableNames = items.map(([[name]]) => name);
  return { TableNames, ...(next !== undefined && { LastEvaluatedTableName: TableNames.at(-1) }) };
});

/** @throws Fault ResourceInUseException, ResourceNotFoundException, ValidationException */
function findDeletable(name: string, ctx: Ctx): LocatedTable {
  const located = findAnyTable(name, ctx);
  const { table, there } = located;
  const inUse = (what: string) => fault('ResourceInUseException', `Attempt to change a resource which is still in use: ${what}`);
  if (table.restore ?? table.importing) throw inUse(`Table is being created: ${table.name}`);
  if (table.copying) throw inUse(`Table: ${table.name} is being used.`);
  checkDeletable(table, there);
  return located;
}

export const DeleteTable = operation('DeleteTable', async ({ TableName }, ctx) => {
  const found = findDeletable(TableName, ctx);
  if (found.table.replicas) await sendWaiting(found.table.name, found.there);
  const { table, there } = found.table.replicas ? findDeletable(TableName, ctx) : found;
  const described = describeTable(table, there, { status: 'DELETING', warm: 'none' });
  there.write((tx) => removeTable(tx, table, there));
  const {
    AttributeDefinitions: _a,
    KeySchema: _k,
    CreationDateTime: _c,
    LocalSecondaryIndexes: _l,
    GlobalSecondaryIndexes: _g,
    VectorIndexes: _v,
    ...rest
  } = described;
  return { TableDescription: rest };
});
