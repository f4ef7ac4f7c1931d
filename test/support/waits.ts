// The calls that wait now: tests act once a receiver waits, however long it took to come so far.

interface Waits {
  see(key: string, over: Promise<boolean>): void;
  /** Resolves once exactly `count` of them wait for a key that ends so, or that matches. */
  until(what: string | RegExp, count?: number): Promise<void>;
}

export function createWaits(): Waits {
  const present = new Set<{ readonly key: string }>();
  const looks = new Set<() => void>();
  const look = (): void => {
    for (const one of looks) one();
  };
  return {
    see: (key, over) => {
      const wait = { key };
      present.add(wait);
      look();
      void over.then(() => {
        present.delete(wait);
        // A call that was woken for nothing waits again in the same turn.
        setImmediate(look);
      });
    },
    until: (what, count = 1) =>
      new Promise((resolve) => {
        const isMeant = (key: string): boolean => (typeof what === 'string' ? key.endsWith(what) : what.test(key));
        const one = (): void => {
          if ([...present].filter(({ key }) => isMeant(key)).length !== count) return;
          looks.delete(one);
          resolve();
        };
        looks.add(one);
        one();
      }),
  };
}
