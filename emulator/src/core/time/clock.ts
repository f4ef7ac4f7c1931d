// Emulator time: the system's, or a test's own clock, which moves only on command.

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once at that time; where it has passed, at once but not synchronously. Does not keep the process alive. */
  at(ms: number, run: () => void): Timer;
}

/** A clock that can be moved ahead. */
export interface MovableClock extends Clock {
  /** Moves to that time and runs the timers that fall due on the way, in order; awaits `settle` after all those of one instant. */
  moveTo(ms: number, settle: () => Promise<void>): Promise<void>;
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The system's time plus everything that `moveTo` has added. */
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
        aheadMs = Math.max(aheadMs, timer.ms - Date.now());
        runAll(timers, timer.ms, ({ timeout }) => clearTimeout(timeout));
        await settle();
      }
      aheadMs = Math.max(aheadMs, ms - Date.now());
      for (const timer of timers) arm(timer);
    },
  };
}

/** Runs all timers that are due at that time: what waits for one of them must not wait for another. A timer may cancel the next. */
function runAll<T extends { ms: number; run: () => void }>(timers: Set<T>, nowMs: number, disarm?: (timer: T) => void): void {
  const due = [...timers].filter(({ ms }) => ms <= nowMs).sort((a, b) => a.ms - b.ms);
  for (const timer of due) {
    if (!timers.delete(timer)) continue;
    disarm?.(timer);
    timer.run();
  }
}

/** The first timer that falls due up to `untilMs`. */
function earliest<T extends { ms: number }>(timers: ReadonlySet<T>, untilMs: number): T | undefined {
  let found: T | undefined;
  for (const timer of timers) if (timer.ms <= untilMs && (!found || timer.ms < found.ms)) found = timer;
  return found;
}

/** A clock that stands still until it is moved. */
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
        nowMs = Math.max(nowMs, timer.ms);
        runAll(timers, timer.ms);
        await settle();
      }
      nowMs = Math.max(nowMs, ms);
    },
  };
}
