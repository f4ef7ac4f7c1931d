// Keeps the nearest of the vectors that are compared one after another, up to a number.
import type { Frozen } from '#core/records';
import { scoring } from './floats.ts';
import type { Distance, VectorEntry } from './state.ts';

export interface Ranked {
  readonly entry: Frozen<VectorEntry>;
  readonly score: number;
  readonly floats: Float32Array;
}

export interface Nearest {
  add(entry: Frozen<VectorEntry>, floats: Float32Array): void;
  /** The best first; of equal ones, that which was added first. */
  list(): readonly Ranked[];
}

export function nearest(distance: Distance, query: Float32Array, count: number): Nearest {
  const scoreOf = scoring(distance, query);
  const isBetter = distance === 'DOT_PRODUCT' ? (a: number, b: number) => a > b : (a: number, b: number) => a < b;
  const ranked: Ranked[] = [];
  return {
    add(entry, floats) {
      const score = scoreOf(floats);
      if (ranked.length === count && !isBetter(score, ranked.at(-1)!.score)) return;
      let at = ranked.length;
      while (at > 0 && isBetter(score, ranked[at - 1]!.score)) at--;
      ranked.splice(at, 0, { entry, score, floats });
      if (ranked.length > count) ranked.pop();
    },
    list: () => ranked,
  };
}
