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

/** A clock that can be moved ahead. */
export interface MovableClock extends Clock {
  /** Moves to that moment, running on the way what falls due, in order; between two moments `settle` is awaited. */
  moveTo(ms: number, settle: () => Promise<void>): Promise<void>;
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The system's time, moved ahead by as much as it was told. */
export function createSystemClock(): MovableClock {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const timers = new Set<{ ms: number; run: () => void; timeout?: NodeJS.Timeout }>();
  type Armed = typeof timers extends Set<infer T> ? T : never;
  const arm = (timer: Armed): void => {
    clearTimeout(timer.timeout);
    const leftMs = Math.max(0, timer.ms - now());
    const due = () => {
      if (leftMs > MAX_TIMEOUT_MS) return arm(timer);
      timers.delete(timer);
      timer.run();
    };
    timer.timeout = setTimeout(due, Math.min(leftMs, MAX_TIMEOUT_MS)).unref();
  };
  return {
    now,
    at: (ms, run) => {
      const timer: Armed = { ms, run };
      timers.add(timer);
      arm(timer);
      return {
        cancel: () => {
          clearTimeout(timer.timeout);
          timers.delete(timer);
        },
      };
    },
    moveTo: async (ms, settle) => {
      await settle();
      for (let timer = earliest(timers, ms); timer; timer = earliest(timers, ms)) {
        clearTimeout(timer.timeout);
        timers.delete(timer);
        aheadMs = Math.max(aheadMs, timer.ms - Date.now());
        timer.run();
        await settle();
      }
      aheadMs = Math.max(aheadMs, ms - Date.now());
      for (const timer of timers) arm(timer);
    },
  };
}

/** The first timer that falls due until then. */
function earliest<T extends { ms: number }>(timers: ReadonlySet<T>, untilMs: number): T | undefined {
  let found: T | undefined;
  for (const timer of timers) if (timer.ms <= untilMs && (!found || timer.ms < found.ms)) found = timer;
  return found;
}

/** Stands still until it is moved. */
export function createManualClock(startMs: number): MovableClock {
  let nowMs = startMs;
  const timers = new Set<{ ms: number; run: () => void }>();
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
      for (let timer = earliest(timers, ms); timer; timer = earliest(timers, ms)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.ms);
        timer.run();
        await settle();
      }
      nowMs = Math.max(nowMs, ms);
    },
  };
}
