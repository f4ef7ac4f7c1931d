// Counts background work, so that a test can wait until all is idle.

export interface Activity {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way, including work that other work started. */
  idle(): Promise<void>;
  readonly count: number;
}

export function createActivity(): Activity {
  let count = 0;
  let waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    get count() {
      return count;
    },
    track: async (work) => {
      count++;
      try {
        return await work;
      } finally {
        if (--count === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    idle: async () => {
      await turn();
      while (count > 0) {
        await new Promise<void>((resolve) => void (waiting = [...waiting, resolve]));
        await turn();
      }
    },
  };
}
