// Randomness and time, passed in: the language itself is pure.

export interface Chance {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** At least 0, less than 1. */
  random(): number;
  uuid(): string;
}

const MULBERRY = 0x6d2b79f5;
const TWO_TO_THE_32 = 2 ** 32;

/** The number that belongs to a seed: at least 0, less than 1, the same for the same seed. */
export function seededRandom(seed: number): number {
  const start = (Math.trunc(seed) + MULBERRY) | 0;
  let mixed = Math.imul(start ^ (start >>> 15), 1 | start);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_THE_32;
}
