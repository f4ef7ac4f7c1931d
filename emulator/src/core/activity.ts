// Counts background work, so that a test can wait until all is idle; knows which work waits for a person.
import { nextTurn } from '#lib/next-turn';

export interface Activity {
  track<T>(work: Promise<T>): Promise<T>;
  /** Does not count the work that waits for the promise, and that is counted, until the promise settles: its end may need the clock to move. */
  rest<T>(waiting: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way, including work that other work started. */
  idle(): Promise<void>;
  readonly count: number;
  /** Calls `see` each time that work has ended; returns what ends the watch. */
  onEnd(see: () => void): () => void;
  /** Says that work under way waits for a person, in one sentence; returns what ends it. `idle` waits all the same. */
  hold(reason: string): () => void;
  /** The reasons of all present holds. */
  readonly held: readonly string[];
  /** Calls `see` once work under way waits for a person, also where it does already; returns what ends the watch. */
  onHeld(see: () => void): () => void;
}

export function createActivity(): Activity {
  let count = 0;
  let waiting: (() => void)[] = [];
  const leave = (): void => {
    if (--count === 0) for (const resolve of waiting.splice(0)) resolve();
    if (enders.size > 0) for (const see of enders) see();
  };
  const holds = new Set<{ readonly reason: string }>();
  const watchers = new Set<() => void>();
  const enders = new Set<() => void>();
  return {
    get count() {
      return count;
    },
    track: async (work) => {
      count++;
      try {
        return await work;
      } finally {
        leave();
      }
    },
    rest: async (promise) => {
      leave();
      try {
        return await promise;
      } finally {
        count++;
      }
    },
    idle: async () => {
      await nextTurn();
      while (count > 0) {
        await new Promise<void>((resolve) => void (waiting = [...waiting, resolve]));
        await nextTurn();
      }
    },
    hold: (reason) => {
      const hold = { reason };
      holds.add(hold);
      for (const see of [...watchers]) see();
      return () => void holds.delete(hold);
    },
    get held() {
      return [...holds].map(({ reason }) => reason);
    },
    onEnd: (see) => {
      enders.add(see);
      return () => void enders.delete(see);
    },
    onHeld: (see) => {
      if (holds.size > 0 && count > 0) see();
      watchers.add(see);
      return () => void watchers.delete(see);
    },
  };
}
