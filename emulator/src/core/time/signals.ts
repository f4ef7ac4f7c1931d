// Wakes: hints that a key is worth another look. They carry no payload and are lost when nothing waits for them.
import type { Clock } from './clock.ts';

export interface Signals {
  wake(key: string): void;
  wakeAll(): void;
  /** True when woken, false at `untilMs` (emulator time) or when `abort` fires. */
  wait(key: string, untilMs: number, abort?: AbortSignal): Promise<boolean>;
  /** Calls back at each wake of the key, until the returned function is called. */
  on(key: string, run: () => void): () => void;
}

/** Is told of each wait: its key, and when it is over. */
export type OnWait = (key: string, over: Promise<boolean>) => void;

export function createSignals(clock: Clock, onWait?: OnWait): Signals {
  const waiting = new Map<string, Set<() => void>>();
  const on = (key: string, run: () => void): (() => void) => {
    let runs = waiting.get(key);
    if (!runs) waiting.set(key, (runs = new Set()));
    runs.add(run);
    return () => {
      runs.delete(run);
      if (runs.size === 0 && waiting.get(key) === runs) waiting.delete(key);
    };
  };
  return {
    on,
    wake: (key) => {
      // Keys are put together for each wake: to look for one costs more than all else here.
      if (waiting.size === 0) return;
      const runs = waiting.get(key);
      if (runs) for (const run of [...runs]) run();
    },
    wakeAll: () => {
      for (const runs of [...waiting.values()]) for (const run of [...runs]) run();
    },
    wait: (key, untilMs, abort) => {
      const over = new Promise<boolean>((resolve) => {
        if (abort?.aborted) return resolve(false);
        const end = (woken: boolean) => {
          off();
          timer.cancel();
          abort?.removeEventListener('abort', aborted);
          resolve(woken);
        };
        const aborted = () => end(false);
        const off = on(key, () => end(true));
        const timer = clock.at(untilMs, () => end(false));
        abort?.addEventListener('abort', aborted, { once: true });
      });
      onWait?.(key, over);
      return over;
    },
  };
}
