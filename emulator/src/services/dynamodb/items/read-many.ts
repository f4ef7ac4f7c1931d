// The common part of Query and Scan: the index, the attributes that are selected, the key to start from, the answer.
import type { QueryInput, QueryOutput } from '#model/dynamodb';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { attribute } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import { invalid, invalidParameter, type Wording } from '#services/dynamodb/faults';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { type EntryPlace, entryPlace, placeOf } from './place.ts';
import type { ItemPage } from './read-page.ts';
import { countUnits } from './table-metrics.ts';

export type ReadInput = Pick<
  QueryInput,
  | 'TableName'
  | 'IndexName'
  | 'Select'
  | 'ConsistentRead'
  | 'ProjectionExpression'
  | 'AttributesToGet'
  | 'ExclusiveStartKey'
  | 'ReturnConsumedCapacity'
>;

/** Checks that the parameters about selected attributes go together. @throws Fault ValidationException */
export function checkSelect({
  Select: select,
  ProjectionExpression: expression,
  AttributesToGet: older,
  IndexName: index,
}: ReadInput): void {
  if (select === undefined) return;
  const given = expression !== undefined ? 'ProjectionExpression' : older ? 'AttributesToGet' : undefined;
  if (given && select !== 'SPECIFIC_ATTRIBUTES')
    throw invalid(`Cannot specify the ${given} when choosing to get ${select === 'COUNT' ? 'only the Count' : select}`);
  if (!given && select === 'SPECIFIC_ATTRIBUTES')
    throw invalid('Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES');
  if (select === 'ALL_PROJECTED_ATTRIBUTES' && index === undefined)
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
}

/** For a vector index, which only searches read. Queries are refused with a full stop, and scans without. */
export const notReadable = (kind: 'Query' | 'Scan') =>
  invalid(`${kind} operation not supported on this index type${kind === 'Query' ? '.' : ''}`);

/** @throws Fault ValidationException */
export function findIndex(
  { schema }: LocatedTable,
  { IndexName: name, ConsistentRead, Select }: ReadInput,
  kind: 'Query' | 'Scan',
): IndexSchema | undefined {
  if (name === undefined) return undefined;
  if (schema.vectors.some(({ vector }) => vector.name === name)) throw notReadable(kind);
  const found = schema.indexes.find(({ index }) => index.name === name);
  if (!found) throw invalid(`The table does not have the specified index: ${name}`);
  const { index, projected } = found;
  if (index.status === 'CREATING') throw invalid(`Cannot read from backfilling global secondary index: ${name}`);
  if (!index.global) return found;
  if (ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes');
  if (Select === 'ALL_ATTRIBUTES' && projected)
    throw invalidParameter(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${name} because its projection type is not ALL`,
    );
  return found;
}

const badStart = (indexed: boolean) =>
  invalid(`The provided starting key is invalid${indexed ? '' : ': The provided key element does not match the schema'}`);

export function checkStartKey({ ExclusiveStartKey: key }: ReadInput, wording: Wording): void {
  if (key) checkItem(key, wording);
}

/** Where reading goes on. The item itself need not be there any more. @throws Fault ValidationException */
export function startPlace({ schema }: LocatedTable, index: IndexSchema | undefined, key: Item | undefined): EntryPlace | undefined {
  if (!key) return undefined;
  const attributes = index?.place ?? schema.all;
  if (Object.keys(key).length !== attributes.length) throw badStart(index !== undefined);
  for (const { name, type } of attributes) if (!attribute(key, name)?.[type]) throw badStart(index !== undefined);
  const own = placeOf(key, schema);
  return index ? entryPlace(index, key, own)! : { ...own, item: '' };
}

export function answer(input: ReadInput, located: LocatedTable, index: IndexSchema | undefined, page: ItemPage): QueryOutput {
  const attributes = index?.place ?? located.schema.all;
  const units = readUnits(page.bytes, input.ConsistentRead);
  const fetched = page.fetched.reduce((sum, bytes) => sum + readUnits(bytes, input.ConsistentRead), 0);
  const consumed = {
    located,
    name: input.TableName,
    table: index ? fetched : units,
    indexes: index ? new Map([[index, units]]) : noIndexes(),
  };
  countUnits(consumed, 'read');
  return {
    ...(input.Select !== 'COUNT' && { Items: page.items }),
    Count: page.count,
    ScannedCount: page.scanned,
    ...(page.last && {
      LastEvaluatedKey: pickAttributes(
        page.last,
        attributes.map(({ name }) => name),
      ),
    }),
    ConsumedCapacity: capacityOf(input, consumed),
  };
}

/** Whether whole items are read from an index that holds parts of them. Only local indexes can fetch the rest from the table. */
export function readsWhole(input: ReadInput, index: IndexSchema | undefined, targets: readonly string[] | undefined): boolean {
  if (!index?.projected || index.index.global) return false;
  return input.Select === 'ALL_ATTRIBUTES' || (targets?.some((name) => !index.projected!.has(name)) ?? false);
}
