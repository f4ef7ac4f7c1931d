// ConsumedCapacity and ItemCollectionMetrics: what a call would have cost.
import type { ConsumedCapacity, ItemCollectionMetrics } from '#model/dynamodb';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import type { Item } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import { isVector } from '#services/dynamodb/vectors/schema';
import type { IndexUnits } from './item-write.ts';

const READ_UNIT_BYTES = 4096;
export const readUnits = (bytes: number, consistent: boolean | undefined): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (consistent ? 1 : 0.5);

export interface CapacityInput {
  readonly ReturnConsumedCapacity?: string | undefined;
}

/** The units that one table's part of a call consumed. */
export interface Consumed {
  readonly located: LocatedTable;
  /** As the client named the table. */
  readonly name: string;
  readonly table: number;
  readonly indexes: IndexUnits;
  /** Set in transactions, whose answers split units into read and write. */
  readonly kind?: 'read' | 'write';
}

const isPlain = (entry: readonly [object, number]): entry is [IndexSchema, number] => !isVector(entry[0]);

export function capacityOf({ ReturnConsumedCapacity: asked }: CapacityInput, consumed: Consumed): ConsumedCapacity | undefined {
  if (asked === undefined || asked === 'NONE') return undefined;
  const { table, indexes, kind, located, name } = consumed;
  const unitsOf = (units: number) => ({
    ...(kind === 'read' && { ReadCapacityUnits: units }),
    ...(kind === 'write' && { WriteCapacityUnits: units }),
    CapacityUnits: units,
  });
  const plain = [...indexes].filter(isPlain);
  const total = {
    TableName: name.startsWith('arn:') ? tableArn(located.table.name, located.there) : name,
    ...unitsOf(plain.reduce((sum, [, units]) => sum + units, table)),
  };
  if (asked !== 'INDEXES') return total;
  const of = (global: boolean) => {
    const found = plain.filter(([{ index }]) => index.global === global);
    return found.length > 0 ? Object.fromEntries(found.map(([{ index }, units]) => [index.name, unitsOf(units)])) : undefined;
  };
  const vectors = [...indexes].flatMap(([schema, bytes]) =>
    isVector(schema) ? [[schema.vector.name, { VectorWriteRequestBytes: bytes }] as const] : [],
  );
  return {
    ...total,
    Table: unitsOf(table),
    LocalSecondaryIndexes: of(false),
    GlobalSecondaryIndexes: of(true),
    ...(vectors.length > 0 && { VectorIndexes: Object.fromEntries(vectors) }),
  };
}

export const noIndexes = (): IndexUnits => new Map<IndexSchema, number>();

export interface MetricsInput {
  readonly ReturnItemCollectionMetrics?: string | undefined;
}

/** Only for tables with local indexes. Collections are small here, so the range is always the first gigabyte. */
export function collectionMetrics(
  { ReturnItemCollectionMetrics: asked }: MetricsInput,
  { schema }: LocatedTable,
  key: Item,
): ItemCollectionMetrics | undefined {
  if (asked !== 'SIZE' || !schema.indexes.some(({ index }) => !index.global)) return undefined;
  const ItemCollectionKey = pickAttributes(
    key,
    schema.hash.map(({ name }) => name),
  );
  return { ItemCollectionKey, SizeEstimateRangeGB: [0, 1] };
}
