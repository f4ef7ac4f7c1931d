// Vector indexes as the service shows them.
import type { Frozen } from '#core/records';
import type { VectorIndex as VectorInput } from '#model/dynamodb';
import type { Count } from '#services/dynamodb/state';
import type { VectorIndex } from './state.ts';

/** The input that made the index. */
export const vectorInput = (index: Frozen<VectorIndex>): VectorInput => ({
  IndexName: index.name,
  ...(index.search.length > 0 && {
    SearchSchema: index.search.map(({ name, kind }) => ({ AttributeName: name, SearchSchemaElementType: kind })),
  }),
  Projection: { ProjectionType: index.projection, ...(index.included.length > 0 && { NonKeyAttributes: [...index.included] }) },
  VectorAttribute: { AttributeName: index.attribute },
  Dimensions: index.dimensions,
  DistanceFunction: index.distance,
});

/** `Backfilling` is told of indexes that UpdateTable added, until they are active. */
export const describeVector = (index: Frozen<VectorIndex>, arn: string, { items, bytes }: Count, tableStatus: string) => ({
  ...vectorInput(index),
  IndexStatus: tableStatus === 'CREATING' ? tableStatus : index.status,
  ...(index.status === 'CREATING' && { Backfilling: true }),
  IndexSizeBytes: bytes,
  ItemCount: items,
  IndexArn: `${arn}/index/${index.name}`,
});
