// Time is given: the system's, or a test's own, which moves when told to.

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once at that moment (at once, but not synchronously, when it has passed). Does not keep the process alive. */
  at(ms: number, run: () => void): Timer;
}

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Moves to that moment, running on the way what falls due, in order; between two moments `settle` is awaited. */
  moveTo(ms: number, settle: () => Promise<void>): Promise<void>;
}

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  at: (ms, run) => {
    let timeout: NodeJS.Timeout;
    const wait = () => {
      const left = ms - Date.now();
      timeout = left > LONGEST_TIMEOUT_MS ? setTimeout(wait, LONGEST_TIMEOUT_MS) : setTimeout(run, Math.max(0, left));
      timeout.unref();
    };
    wait();
    return { cancel: () => clearTimeout(timeout) };
  },
};

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ ms: number; run: () => void }>();
  const first = (untilMs: number) =>
    [...timers]
      .filter(({ ms }) => ms <= untilMs)
      .reduce<{ ms: number; run: () => void } | undefined>((a, b) => (a && a.ms <= b.ms ? a : b), undefined);
  return {
    now: () => nowMs,
    at: (ms, run) => {
      const timer = { ms, run };
      if (ms <= nowMs) queueMicrotask(() => timers.delete(timer) && run());
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    moveTo: async (ms, settle) => {
      await settle();
      for (let timer = first(ms); timer; timer = first(ms)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.ms);
        timer.run();
        await settle();
      }
      nowMs = Math.max(nowMs, ms);
    },
  };
}
