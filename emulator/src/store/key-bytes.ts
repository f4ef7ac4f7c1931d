// Keys of records as lmdb stores and compares them, and the bounds of its ranges.

import { isTooLong, MAX_KEY_BYTES, toDisk } from './key.ts';
import type { Span } from './tree.ts';

// lmdb's own key encoder escapes control characters in short texts only, so that its order changes at 64 characters.
export class KeyBytes {
  #skipBytes = 0;

  readonly writeKey = (key: DiskKey, target: Buffer, at: number): number =>
    at + (typeof key === 'string' ? target.write(key, at, 'utf8') : key.copy(target, at));

  readonly readKey = (source: Buffer, start: number, end: number): string => source.toString('utf8', start + this.#skipBytes, end);

  /** Keys read meanwhile lose the prefix as they are decoded: a slice of a longer text is slower to compare ever after. */
  cutting(prefix: string, read: () => void): void {
    this.#skipBytes = Buffer.byteLength(toDisk(prefix));
    try {
      read();
    } finally {
      this.#skipBytes = 0;
    }
  }
}

/** Keys are texts; the bounds of a range may be the first bytes of one. */
export type DiskKey = string | Buffer;

/**
 * lmdb takes no bound that is longer than a key may be, and fails from then on. A longer bound is cut: a key lies above the whole bound where it
 * lies above the cut one, and below the whole one where it lies below the cut one or is equal to it.
 */
export function bounds(prefix: string, { low, high, limit, reverse }: Span): object {
  const [lower, upper] = [boundOf(prefix + low), boundOf(prefix + high)];
  const range = reverse
    ? { start: upper.key, end: lower.key, reverse, exclusiveStart: !upper.cut, inclusiveEnd: !lower.cut }
    : { start: lower.key, end: upper.key, ...(lower.cut && { exclusiveStart: true }), ...(upper.cut && { inclusiveEnd: true }) };
  return Number.isFinite(limit) ? { ...range, limit } : range;
}

function boundOf(text: string): { readonly key: DiskKey; readonly cut: boolean } {
  const key = toDisk(text);
  return isTooLong(key) ? { key: Buffer.from(key).subarray(0, MAX_KEY_BYTES), cut: true } : { key, cut: false };
}
