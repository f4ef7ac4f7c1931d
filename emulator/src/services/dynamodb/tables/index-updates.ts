// GlobalSecondaryIndexUpdates: indexes that are added, changed and removed. Entries are made and removed in the background.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type GlobalSecondaryIndexUpdate, type UpdateTableInput } from '#model/dynamodb';
import { newIndexId } from '#services/dynamodb/catalog/ids';
import { onDemandOf, warmOf } from '#services/dynamodb/catalog/settings';
import type { KeyType } from '#services/dynamodb/engine/key';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Index, Table } from '#services/dynamodb/state';
import { readAttributes } from './create-table.ts';
import { checkGlobalIndex, checkNames } from './key-schema.ts';
import { changeThroughput } from './throughput.ts';
import { changeVectors, countOnline } from './vector-indexes.ts';

/** Limit: global secondary indexes of a table. */
const MAX_GLOBAL = 20;

export function changeIndexes(tx: Tx, table: Frozen<Table>, input: UpdateTableInput, ctx: Ctx): Table {
  const updates = input.GlobalSecondaryIndexUpdates ?? [];
  for (const update of updates) checkOne(update);
  if (countOnline(input) > 1)
    throw fault(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
  const declared = readAttributes(input.AttributeDefinitions);
  const types = new Map<string, KeyType>([...declared, ...table.attributes.map(({ name, type }) => [name, type] as const)]);
  let indexes = table.indexes as readonly Index[];
  for (const update of updates) indexes = changeOne(tx, { ...(table as Table), indexes }, update, types, ctx);
  const vectorUpdates = input.VectorIndexUpdates ?? [];
  if (updates.length + vectorUpdates.length === 0) return table as Table;
  const vectors = changeVectors(tx, { ...(table as Table), indexes }, vectorUpdates, { declared, all: types }, newIndexId(ctx), ctx);
  const changed: Table = { ...(table as Table), indexes, ...((table.vectors || vectors.length > 0) && { vectors }) };
  return { ...changed, attributes: usedAttributes(changed, types) };
}

function checkOne({ Create, Update, Delete }: GlobalSecondaryIndexUpdate): void {
  const given = [Create, Update, Delete].filter((each) => each !== undefined).length;
  if (given !== 1)
    throw invalidParameter(
      given === 0
        ? 'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null'
        : 'Only one of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete is allowed',
    );
}

/** Definitions of attributes that no key uses any more are dropped. */
function usedAttributes({ key, indexes, vectors = [] }: Table, types: ReadonlyMap<string, KeyType>): Table['attributes'] {
  const stays = ({ status }: { readonly status: string }): boolean => status !== 'DELETING';
  const named = [...key, ...indexes.filter(stays).flatMap((index) => index.key), ...vectors.filter(stays).flatMap(({ search }) => search)];
  const used = new Set(named.map(({ name }) => name));
  return [...types].filter(([name]) => used.has(name)).map(([name, type]) => ({ name, type }));
}

function changeOne(
  tx: Tx,
  table: Table,
  { Create, Update, Delete }: GlobalSecondaryIndexUpdate,
  types: ReadonlyMap<string, KeyType>,
  ctx: Ctx,
): readonly Index[] {
  const name = (Create ?? Update ?? Delete)!.IndexName;
  const present = table.indexes.find((index) => index.global && index.name === name);
  if (Create) {
    if ([...table.indexes, ...(table.vectors ?? [])].some((index) => index.name === name))
      throw invalid('Attempting to create an index which already exists');
    if (table.indexes.filter(({ global }) => global).length >= MAX_GLOBAL)
      throw fault(
        'LimitExceededException',
        `Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of ${MAX_GLOBAL}`,
      );
    const at = 'globalSecondaryIndexUpdates.1.member.create.keySchema';
    const index: Index = { ...checkGlobalIndex(Create, types, table.billing, at, newIndexId(ctx)), status: 'CREATING' };
    checkNames([...table.indexes, index]);
    ctx.later(tx, 'dynamodb.build-index', [table.name, table.storeId, index.id], ctx.now());
    return [...table.indexes, index];
  }
  if (!present) throw fault('ResourceNotFoundException', 'Requested resource not found');
  const replace = (next: Index): readonly Index[] => table.indexes.map((index) => (index === present ? next : index));
  if (Delete) {
    ctx.later(tx, 'dynamodb.drop-index', [table.name, table.storeId, present.id], ctx.now());
    return replace({ ...present, status: 'DELETING' });
  }
  const { ProvisionedThroughput: units, OnDemandThroughput: limits, WarmThroughput: warm } = Update!;
  if (units && table.billing === 'PAY_PER_REQUEST')
    throw invalidParameter(`ProvisionedThroughput should not be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`);
  return replace({
    ...present,
    ...(units && { throughput: changeThroughput(present.throughput ?? { read: 0, write: 0 }, units, ctx) }),
    ...(limits && { onDemand: onDemandOf(limits) }),
    ...(warm && { warm: warmOf(warm) }),
  });
}
