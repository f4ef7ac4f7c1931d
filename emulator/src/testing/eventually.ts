// Waiting for what happens later, on the emulator's own time.
import { setTimeout as wait } from 'node:timers/promises';
import { durationMs } from '#lib/duration';
import type { Emulator } from '#main';

export interface EventuallyOptions {
  /** How far time may move: milliseconds, or a text such as `'1h'`. By default 15 minutes of a manual clock, 5 seconds of the system's. */
  readonly within?: string | number;
}

const WITHIN_MS = { manual: 15 * 60_000, system: 5_000 };
const FIRST_STEP_MS = { manual: 1_000, system: 10 };
/** Steps of the system's clock are waited for, so they stay short. */
const MAX_STEP_MS = { manual: Number.POSITIVE_INFINITY, system: 200 };

/** @throws what `attempt` threw last */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { within }: EventuallyOptions = {},
  { emulator, isManual }: { readonly emulator: Pick<Emulator, 'clock' | 'idle'>; readonly isManual: boolean },
): Promise<T> {
  const { clock } = emulator;
  const kind = isManual ? 'manual' : 'system';
  const untilMs = clock.now() + (typeof within === 'string' ? durationMs(within) : (within ?? WITHIN_MS[kind]));
  for (let stepMs = 0; ; stepMs = Math.min(2 * stepMs || FIRST_STEP_MS[kind], MAX_STEP_MS[kind])) {
    const leftMs = untilMs - clock.now();
    // Running work may be the cause that is waited for, so it ends before time moves.
    await emulator.idle();
    if (stepMs > 0) await (isManual ? clock.advance(Math.min(stepMs, leftMs)) : wait(Math.min(stepMs, leftMs)));
    try {
      return await attempt();
    } catch (error) {
      if (clock.now() >= untilMs) throw error;
    }
  }
}
