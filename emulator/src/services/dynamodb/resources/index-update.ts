// How the global indexes of a table change between two templates.
import type { Properties } from '#core/resources/resource-handlers';
import type { GlobalSecondaryIndex, GlobalSecondaryIndexUpdate } from '#model/dynamodb';
import { indexesOf } from './table-properties.ts';

const shapeOf = ({ KeySchema, Projection }: GlobalSecondaryIndex): string => JSON.stringify([KeySchema, Projection]);

/**
 * The updates of one UpdateTable; undefined where nothing changes.
 * @throws Error, in the words of the real service, for more than one index that is added or removed, and for one of another shape
 */
export function indexUpdate(
  properties: Properties,
  previous: Properties,
): { GlobalSecondaryIndexUpdates: GlobalSecondaryIndexUpdate[] } | undefined {
  const before = new Map(indexesOf(previous.GlobalSecondaryIndexes).map((index) => [index.IndexName, index]));
  const next = new Map(indexesOf(properties.GlobalSecondaryIndexes).map((index) => [index.IndexName, index]));
  const added = [...next.values()].filter(({ IndexName }) => !before.has(IndexName));
  const removed = [...before.keys()].filter((name) => !next.has(name));
  if (added.length + removed.length > 1) throw new Error('Cannot perform more than one GSI creation or deletion in a single update');
  const updates: GlobalSecondaryIndexUpdate[] = [
    ...added.map((Create) => ({ Create })),
    ...removed.map((IndexName) => ({ Delete: { IndexName } })),
  ];
  for (const [name, index] of next) {
    const old = before.get(name);
    if (!old || JSON.stringify(old) === JSON.stringify(index)) continue;
    if (shapeOf(old) !== shapeOf(index))
      throw new Error(
        `Cannot update GSI's properties other than Provisioned Throughput and Contributor Insights Specification. You can create a new GSI with a different name.`,
      );
    const { ProvisionedThroughput, OnDemandThroughput, WarmThroughput } = index;
    if (ProvisionedThroughput ?? OnDemandThroughput ?? WarmThroughput)
      updates.push({ Update: { IndexName: name, ProvisionedThroughput, OnDemandThroughput, WarmThroughput } });
  }
  return updates.length > 0 ? { GlobalSecondaryIndexUpdates: updates } : undefined;
}
