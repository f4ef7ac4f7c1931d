// BatchGetItem and BatchWriteItem: everything is checked before anything is read or written.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { BatchGetItemOutput, KeysAndAttributes, WriteRequest } from '#model/dynamodb';
import { findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';
import { capacityOf, collectionMetrics, noIndexes, readUnits } from './capacity.ts';
import { countedOperation } from './counted.ts';
import { projectionOf, sendRead } from './get.ts';
import { inTurns, writeInTurns } from './in-turns.ts';
import type { NewItem } from './item-change.ts';
import type { ItemRead } from './item-text.ts';
import { checkMixing } from './parameters.ts';
import { type ItemLocation, itemId, placeOfItem, placeOfKey, readItem } from './place.ts';
import { countUnits } from './table-metrics.ts';
import { writeItem } from './write-item.ts';

/** Limit: keys of a BatchGetItem. */
const MAX_KEYS = 100;
/** Limit: writes of a BatchWriteItem. */
const MAX_WRITES = 25;
/** Limit: bytes of the items that a BatchGetItem answers. The other keys are unprocessed. */
const MAX_READ_BYTES = 16 * 1_048_576;

const duplicates = () => invalid('Provided list of item keys contains duplicates');

/** Notes an item; an item that is named twice is refused. */
function noteOnce(seen: Set<string>, located: LocatedTable, place: ItemLocation): void {
  const id = itemId(located, place);
  if (seen.has(id)) throw duplicates();
  seen.add(id);
}

const required = (operationName: string) => invalid(`The requestItems parameter is required for ${operationName}`);
const oneError = (text: string) => invalid(`1 validation error detected: ${text}`);

function checkKeyCounts(requests: readonly (readonly [string, KeysAndAttributes])[]): void {
  if (requests.length === 0) throw required('BatchGetItem');
  for (const [name, { Keys }] of requests) {
    const bound =
      Keys.length === 0 ? 'greater than or equal to 1' : Keys.length > MAX_KEYS ? `less than or equal to ${MAX_KEYS}` : undefined;
    if (bound) throw oneError(`Value at 'RequestItems.${name}.member.Keys' failed to satisfy constraint: Member must have length ${bound}`);
  }
}

function checkWriteCounts(requests: readonly (readonly [string, readonly WriteRequest[]])[]): void {
  if (requests.length === 0) throw required('BatchWriteItem');
  if (requests.every(([, list]) => list.length > 0 && list.length <= MAX_WRITES)) return;
  const shown = requests.map(([name, list]) => `${name}=[${list.map(showWrite).join(', ')}]`).join(', ');
  throw oneError(
    `Value '{${shown}}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to ${MAX_WRITES}, Member must have length greater than or equal to 1]`,
  );
}

const showWrite = ({ PutRequest, DeleteRequest }: WriteRequest): string => {
  const [of, item] = PutRequest ? ['putRequest=PutRequest(item', PutRequest.Item] : ['deleteRequest=DeleteRequest(key', DeleteRequest?.Key];
  return `WriteRequest(${of}={${Object.keys(item ?? {}).join(', ')}}))`;
};

export const BatchGetItem = countedOperation('BatchGetItem', async (input, ctx) => {
  const requests = Object.entries(input.RequestItems);
  checkKeyCounts(requests);
  if (requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0) > MAX_KEYS)
    throw invalid('Too many items requested for the BatchGetItem call');
  const plans = inLayer(LAYERS.BatchGetItem, () => requests.map(([name, request]) => ({ name, request, project: planGet(request, ctx) })));
  const seen = new Set<string>();
  const found = plans.map(({ name, request, project }) => {
    const located = findTable(name, ctx);
    const places = request.Keys.map((key) => {
      const place = placeOfKey(key, located.schema);
      noteOnce(seen, located, place);
      return place;
    });
    return { name, request, project, located, places };
  });
  const answer = {
    Responses: {} as NonNullable<BatchGetItemOutput['Responses']>,
    UnprocessedKeys: {} as Record<string, KeysAndAttributes>,
  };
  const capacity = [];
  let bytes = 0;
  for (const { name, request, project, located, places } of found) {
    const [reads, left]: [ItemRead[], Item[]] = [[], []];
    let units = 0;
    for (const [at, place] of places.entries()) {
      // Once a page is full, what is left is not read any more.
      const read = left.length > 0 ? undefined : readItem(located, place);
      if (left.length > 0 || (read && bytes > 0 && bytes + read.bytes > MAX_READ_BYTES)) {
        left.push(request.Keys[at]!);
        continue;
      }
      bytes += read?.bytes ?? 0;
      units += readUnits(read?.bytes ?? 0, request.ConsistentRead);
      if (read) reads.push(read);
    }
    const lengthOf = ({ text }: ItemRead): number => (project ? text.length : 0);
    const items = await inTurns(reads, lengthOf, (read) => sendRead(read, project, ctx));
    answer.Responses[name] = items as never;
    if (left.length > 0) answer.UnprocessedKeys[name] = { ...request, Keys: left as never };
    const used = { located, name, table: units, indexes: noIndexes() };
    countUnits(used, 'read');
    const consumed = capacityOf(input, used);
    if (consumed) capacity.push(consumed);
  }
  return { ...answer, ...(capacity.length > 0 && { ConsumedCapacity: capacity }) };
});

function planGet(request: KeysAndAttributes, ctx: Ctx) {
  checkMixing(request, ['ProjectionExpression'], ['AttributesToGet']);
  const names = openNames(request, [request.ProjectionExpression], LAYERS.BatchGetItem.wording);
  for (const key of request.Keys) checkItem(key, LAYERS.BatchGetItem.wording);
  const project = projectionOf(request, names, ctx);
  assertAllUsed(names);
  return project;
}

interface PlannedWrite {
  readonly located: LocatedTable;
  readonly name: string;
  readonly place: ItemLocation;
  readonly key: Item;
  readonly next: NewItem | undefined;
}

export const BatchWriteItem = countedOperation('BatchWriteItem', async (input, ctx) => {
  const requests = Object.entries(input.RequestItems);
  checkWriteCounts(requests);
  if (requests.reduce((sum, [, list]) => sum + list.length, 0) > MAX_WRITES)
    throw invalid('Too many items requested for the BatchWriteItem call');
  const sized = inLayer(LAYERS.BatchWriteItem, () => requests.map(([name, list]) => [name, list.map(checkWrite)] as const));
  const seen = new Set<string>();
  const writes = sized.flatMap(([name, list]): PlannedWrite[] => {
    const located = findTable(name, ctx);
    return list.map(({ key, next }) => {
      const place = next ? placeOfItem(key, located.schema, true) : placeOfKey(key, located.schema);
      noteOnce(seen, located, place);
      return { located, name, place, key, next };
    });
  });
  for (const { next } of writes) if (next && next.bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  const units = new Map<string, { located: LocatedTable; table: number; indexes: Map<IndexSchema | VectorSchema, number> }>();
  const writeEach = (tx: Tx, { name, place, next }: PlannedWrite): number => {
    const located = findTable(name, ctx);
    const before = readItem(located, place);
    const of = units.get(name) ?? { located, table: 0, indexes: new Map<IndexSchema | VectorSchema, number>() };
    units.set(name, of);
    const write = writeItem(tx, located, { place, before, next });
    of.table += write?.units ?? 1;
    for (const [index, each] of write?.indexUnits ?? []) of.indexes.set(index, (of.indexes.get(index) ?? 0) + each);
    return (write?.before?.text.length ?? 0) + (write?.next?.text.length ?? 0);
  };
  await writeInTurns(writes, writeEach, ctx);
  for (const of of units.values()) countUnits(of, 'write');
  const capacity = [...units].flatMap(([name, of]) => capacityOf(input, { ...of, name }) ?? []);
  return {
    UnprocessedItems: {},
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    ...metricsOf(input, writes),
  };
});

function checkWrite({ PutRequest: put, DeleteRequest: remove }: WriteRequest): Pick<PlannedWrite, 'key' | 'next'> {
  if (put && remove)
    throw invalid('Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes');
  if (put) return { key: put.Item, next: { item: put.Item, bytes: checkItem(put.Item, LAYERS.BatchWriteItem.wording) } };
  if (!remove) throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  checkItem(remove.Key, LAYERS.BatchWriteItem.wording);
  return { key: remove.Key, next: undefined };
}

/** One entry per collection that was written to, by table. */
export function metricsOf(
  input: { readonly ReturnItemCollectionMetrics?: string | undefined },
  writes: readonly Pick<PlannedWrite, 'located' | 'name' | 'key'>[],
) {
  const byTable = new Map<string, Map<string, NonNullable<ReturnType<typeof collectionMetrics>>>>();
  for (const { located, name, key } of writes) {
    const metrics = collectionMetrics(input, located, key);
    if (!metrics) continue;
    const of = byTable.get(name) ?? new Map();
    byTable.set(name, of.set(JSON.stringify(metrics.ItemCollectionKey), metrics));
  }
  if (byTable.size === 0) return {};
  return { ItemCollectionMetrics: Object.fromEntries([...byTable].map(([name, of]) => [name, [...of.values()]])) };
}
