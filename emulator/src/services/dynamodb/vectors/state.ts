// Vector indexes of tables, and what they hold: the vector of each item, narrowed to 32 bits, with the attributes that a search may filter by.
import { collection } from '#core/records';
import type { Item } from '#services/dynamodb/engine/value';

export type Distance = 'COSINE' | 'DOT_PRODUCT' | 'EUCLIDEAN';

export interface VectorIndex {
  readonly name: string;
  /** Unique in the table, as that of other indexes. */
  readonly id: string;
  /** The attribute that holds the vectors. */
  readonly attribute: string;
  readonly dimensions: number;
  readonly distance: Distance;
  /** The attributes that searches may name: at most one HASH, which each search must. */
  readonly search: readonly { readonly name: string; readonly kind: 'HASH' | 'INLINE_FILTER' }[];
  readonly projection: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  /** The further attributes of INCLUDE. */
  readonly included: readonly string[];
  /** CREATING while entries of the items that were there before are being made. */
  readonly status: 'ACTIVE' | 'CREATING' | 'DELETING';
}

export interface VectorEntry {
  /** Where the item lies. */
  readonly partition: string;
  readonly sort: string;
  /** Floats of 32 bits, little-endian, as base64. */
  readonly vector: string;
  /** Size of the item as the index shows it. */
  readonly bytes: number;
  /** The item's attributes that are INLINE_FILTER. */
  readonly filter?: Item | undefined;
}
/** `hash` is the text of the HASH attribute, empty where the index has none. */
export type VectorKey = readonly [storeId: string, indexId: string, hash: string, item: string];
export const vectorEntries = collection<VectorKey, VectorEntry>('dynamodb.vectors', { bulk: true });
