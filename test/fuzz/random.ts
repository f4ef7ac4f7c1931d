// Chance that comes out the same for the same seed: every request of a run can be made again alone.

export interface Random {
  /** A whole number below. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  chance(percent: number): boolean;
}

export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0x243f6a88) >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, pick: (from) => from[below(from.length)]!, chance: (percent) => below(100) < percent };
}
