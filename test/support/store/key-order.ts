// The required order of keys, in its simplest form: tests of the store compare with it.

import type { Key } from '#core/records';

export function compareKeys(a: Key, b: Key): number {
  for (const [at, x] of a.entries()) {
    const y = b[at];
    if (y === undefined) break;
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
    const order = typeof x === 'number' ? x - (y as number) : Buffer.compare(Buffer.from(x), Buffer.from(y as string));
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(a.length - b.length);
}
