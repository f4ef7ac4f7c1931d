// Counts the capacity units that a table and its global indexes consume (namespace AWS/DynamoDB).
import { isVector } from '#services/dynamodb/vectors/schema';
import type { Consumed } from './capacity.ts';

const NAMES = { read: 'ConsumedReadCapacityUnits', write: 'ConsumedWriteCapacityUnits' } as const;

/** Local indexes consume the units of their table. */
export function countUnits({ located, table, indexes }: Pick<Consumed, 'located' | 'table' | 'indexes'>, kind: 'read' | 'write'): void {
  const { metrics } = located.there;
  const { name } = located.table;
  let own = table;
  for (const [entry, units] of indexes) {
    if (isVector(entry)) continue;
    const { index } = entry;
    if (!index.global) own += units;
    else metrics.meter('AWS/DynamoDB', 'GlobalSecondaryIndexName', index.name, 'TableName', name).add(NAMES[kind], units);
  }
  if (own > 0) metrics.meter('AWS/DynamoDB', 'TableName', name).add(NAMES[kind], own);
}
