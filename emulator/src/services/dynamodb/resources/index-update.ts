// How the global and the vector indexes of a table change between two templates.
import type { Properties } from '#core/resources/resource-handlers';
import type { GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, VectorIndexUpdate } from '#model/dynamodb';
import { indexesOf, limitsAfter, vectorsOf } from './table-properties.ts';

const shapeOf = ({ KeySchema, Projection }: GlobalSecondaryIndex): string => JSON.stringify([KeySchema, Projection]);

/**
 * The updates of vector indexes; none where nothing changes.
 * @throws Error for an index of another shape, which cannot be changed
 */
function vectorUpdates(properties: Properties, previous: Properties): VectorIndexUpdate[] {
  const before = new Map(vectorsOf(previous.VectorIndexes).map((index) => [index.IndexName, index]));
  const next = new Map(vectorsOf(properties.VectorIndexes).map((index) => [index.IndexName, index]));
  for (const [name, index] of next) {
    const old = before.get(name);
    if (old && JSON.stringify(old) !== JSON.stringify(index))
      throw new Error(`Vector index ${name} cannot be changed: give the new one another name.`);
  }
  return [
    ...[...next.values()].filter(({ IndexName }) => !before.has(IndexName)).map((Create) => ({ Create })),
    ...[...before.keys()].filter((IndexName) => !next.has(IndexName)).map((IndexName) => ({ Delete: { IndexName } })),
  ];
}

/**
 * The updates of one UpdateTable; undefined where nothing changes.
 * @throws Error, in the words of the real service, for more than one index that is added or removed, and for one of another shape
 */
export function indexUpdate(
  properties: Properties,
  previous: Properties,
): { GlobalSecondaryIndexUpdates?: GlobalSecondaryIndexUpdate[]; VectorIndexUpdates?: VectorIndexUpdate[] } | undefined {
  const before = new Map(indexesOf(previous.GlobalSecondaryIndexes).map((index) => [index.IndexName, index]));
  const next = new Map(indexesOf(properties.GlobalSecondaryIndexes).map((index) => [index.IndexName, index]));
  const added = [...next.values()].filter(({ IndexName }) => !before.has(IndexName));
  const removed = [...before.keys()].filter((name) => !next.has(name));
  const vectors = vectorUpdates(properties, previous);
  if (added.length + removed.length + vectors.length > 1)
    throw new Error('Cannot perform more than one GSI creation or deletion in a single update');
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
    const { ProvisionedThroughput, WarmThroughput } = index;
    const limits = limitsAfter(old.OnDemandThroughput, index.OnDemandThroughput);
    const OnDemandThroughput = ProvisionedThroughput === undefined ? limits : index.OnDemandThroughput;
    if (ProvisionedThroughput ?? OnDemandThroughput ?? WarmThroughput)
      updates.push({ Update: { IndexName: name, ProvisionedThroughput, OnDemandThroughput, WarmThroughput } });
  }
  if (updates.length + vectors.length === 0) return undefined;
  return {
    ...(updates.length > 0 && { GlobalSecondaryIndexUpdates: updates }),
    ...(vectors.length > 0 && { VectorIndexUpdates: vectors }),
  };
}
