// The vector indexes in a table's record, in the form that writes and searches need.
import type { Frozen } from '#core/records';
import type { KeyAttribute } from '#services/dynamodb/engine/key';
import type { VectorIndex } from './state.ts';

export interface VectorSchema {
  readonly vector: Frozen<VectorIndex>;
  readonly hash: KeyAttribute | undefined;
  readonly filters: readonly KeyAttribute[];
  /** The attributes that the index shows; undefined for all. */
  readonly projected: ReadonlySet<string> | undefined;
}

export const isVector = (schema: object): schema is VectorSchema => 'vector' in schema;

/** @param own the key of the table */
export function vectorSchema(
  vector: Frozen<VectorIndex>,
  types: ReadonlyMap<string, KeyAttribute['type']>,
  own: readonly KeyAttribute[],
): VectorSchema {
  const of = (kind: string): KeyAttribute[] =>
    vector.search.filter((element) => element.kind === kind).map(({ name }) => ({ name, type: types.get(name)! }));
  const names = [...own, ...vector.search].map(({ name }) => name);
  return {
    vector,
    hash: of('HASH')[0],
    filters: of('INLINE_FILTER'),
    projected: vector.projection === 'ALL' ? undefined : new Set([...names, ...vector.included]),
  };
}
