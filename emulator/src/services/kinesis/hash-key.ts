// Hash keys: numbers of 128 bits, kept as 32 hexadecimal digits, which compare as text as the numbers do.
import { hash } from 'node:crypto';
import { invalidArgument } from './faults.ts';
import type { OpenShard } from './state.ts';

const DIGITS = 32;
const KEYS = 1n << 128n;
/** Limit: hash key of a record or a shard. */
export const MAX_HASH_KEY = KEYS - 1n;

export const hexOf = (key: bigint): string => key.toString(16).padStart(DIGITS, '0');
export const keyOf = (hex: string): bigint => BigInt(`0x${hex}`);
export const decimalOf = (hex: string): string => String(keyOf(hex));

/** The hash key of a record: the MD5 of its partition key, unless it brings one. @throws InvalidArgumentException */
export function hashKeyOf(partitionKey: string, explicit: string | undefined): string {
  if (explicit === undefined) return hash('md5', partitionKey);
  const key = BigInt(explicit);
  if (key > MAX_HASH_KEY)
    throw invalidArgument(`Invalid ExplicitHashKey. ExplicitHashKey must be in the range: [0, 2^128-1]. Specified value was ${explicit}`);
  return hexOf(key);
}

export interface HashRange {
  readonly start: string;
  readonly end: string;
}

/** All hash keys in as many ranges of the same size; the last takes what is left. */
export function evenRanges(count: number): HashRange[] {
  const step = KEYS / BigInt(count);
  return Array.from({ length: count }, (_, at) => ({
    start: hexOf(step * BigInt(at)),
    end: hexOf(at === count - 1 ? MAX_HASH_KEY : step * BigInt(at + 1) - 1n),
  }));
}

/** The number of the shard that takes a hash key. */
export function shardFor(hashKey: string, open: readonly OpenShard[]): number {
  let low = 0;
  for (let high = open.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (open[middle]!.start <= hashKey) low = middle;
    else high = middle - 1;
  }
  return open[low]!.index;
}
