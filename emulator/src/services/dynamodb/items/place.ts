// Where an item lies: checks keys as clients send them, and turns them into the keys of records.

import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema, KeySchema, Schema } from '#services/dynamodb/catalog/schema';
import { joinKey, type KeyAttribute, partitionText, shortText } from '#services/dynamodb/engine/key';
import { base64Bytes, utf8Bytes } from '#services/dynamodb/engine/size';
import { attribute, type Item, typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { items } from '#services/dynamodb/state';
import { checkVectors } from '#services/dynamodb/vectors/check-vectors';
import { ItemRead } from './item-text.ts';
import { recentItem } from './recent-items.ts';

export interface ItemLocation {
  readonly partition: string;
  readonly sort: string;
}

/** Limit: bytes of a hash key. */
const MAX_HASH_BYTES = 2048;
/** Limit: bytes of a range key. */
const MAX_RANGE_BYTES = 1024;

export const mismatch = () => invalid('The provided key element does not match the schema');

/** The key that a client names. @throws Fault ValidationException */
export function placeOfKey(key: Item, schema: Schema): ItemLocation {
  if (Object.keys(key).length !== schema.all.length) throw mismatch();
  for (const { name, type } of schema.all) if (attribute(key, name)?.[type] === undefined) throw mismatch();
  checkKeyValues(key, schema);
  return placeOf(key, schema);
}

/** The place of a whole item, whose key was checked. */
export const placeOf = (item: Item, schema: KeySchema): ItemLocation => ({
  partition: partitionText(schema.hash, item)!,
  sort: joinKey(schema.range, item)!,
});

/** The key of an item that is put. `brief` is how batches say that it is wrong. @throws Fault ValidationException */
export function placeOfItem(item: Item, schema: Schema, brief = false): ItemLocation {
  for (const { name, type } of schema.all) {
    const value = attribute(item, name);
    if (value?.[type] !== undefined) continue;
    if (brief) throw mismatch();
    throw value === undefined
      ? invalidParameter(`Missing the key ${name} in the item`)
      : invalidParameter(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
  }
  checkKeyValues(item, schema);
  checkIndexKeys(item, schema);
  return placeOf(item, schema);
}

function checkKeyValues(item: Item, { all, hash, range }: KeySchema): void {
  for (const { name, type } of all)
    if (item[name]![type] === '')
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${emptyWord(type)} value. Key: ${name}`,
      );
  checkLengths(item, hash, range);
}

const emptyWord = (type: KeyAttribute['type']): string => (type === 'B' ? 'binary' : 'string');

const bytesOf = (item: Item, { name, type }: KeyAttribute): number => {
  const text = attribute(item, name)?.[type];
  if (text === undefined || type === 'N') return 0;
  return type === 'S' ? utf8Bytes(text) : base64Bytes(text);
};

function checkLengths(item: Item, hash: readonly KeyAttribute[], range: readonly KeyAttribute[]): void {
  for (const each of hash)
    if (bytesOf(item, each) > MAX_HASH_BYTES)
      throw invalidParameter(`Size of hashkey has exceeded the maximum size limit of${MAX_HASH_BYTES} bytes`);
  if (range.reduce((sum, each) => sum + bytesOf(item, each), 0) > MAX_RANGE_BYTES)
    throw invalidParameter(`Aggregated size of all range keys has exceeded the size limit of ${MAX_RANGE_BYTES} bytes`);
}

/** Attributes that are keys or vectors of indexes must have the right type, wherever an item has them. @throws Fault ValidationException */
export function checkIndexKeys(item: Item, schema: Schema): void {
  for (const { index, all, hash, range } of schema.indexes) {
    for (const { name, type } of all) {
      if (schema.all.some((own) => own.name === name)) continue;
      const value = attribute(item, name);
      if (value !== undefined) checkIndexKey(value, name, type, index.name);
    }
    checkLengths(item, hash, range);
  }
  checkVectors(item, schema.vectors);
}

function checkIndexKey(value: Value, name: string, type: KeyAttribute['type'], index: string): void {
  const text = value[type];
  if (text === undefined)
    throw invalidParameter(`Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} IndexName: ${index}`);
  if (text === '')
    throw invalid(
      `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${emptyWord(type)} value. IndexName: ${index}, IndexKey: ${name}`,
    );
}

/** Where an index has its entry for an item: undefined where the item is not in the index. */
export interface EntryPlace extends ItemLocation {
  /** Tells items with equal index keys apart, in a fixed order. */
  readonly item: string;
}

export function entryPlace(index: IndexSchema, item: Item, { partition: base, sort: baseSort }: ItemLocation): EntryPlace | undefined {
  const sort = joinKey(index.range, item);
  const partition = sort === undefined ? undefined : partitionText(index.hash, item);
  return partition === undefined ? undefined : { partition, sort: sort!, item: shortText(base + baseSort) };
}

export function readItem({ there, table }: Pick<LocatedTable, 'there' | 'table'>, { partition, sort }: ItemLocation): ItemRead | undefined {
  const stored = there.records(items).get([table.storeId, partition, sort]);
  return stored && new ItemRead(stored, recentItem(stored, there));
}

/** A name for an item that no other item of any table has. */
export const itemId = ({ there, table }: LocatedTable, { partition, sort }: ItemLocation): string =>
  JSON.stringify([there.account, there.region, table.storeId, partition, sort]);
