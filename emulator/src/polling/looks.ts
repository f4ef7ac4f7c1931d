// The looks of a poller at its source, one at a time, and the batches that they begin.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';

export interface LookState {
  /** Batches that are being processed. */
  running: number;
  looking: boolean;
  /** A look was requested during a look. */
  again: boolean;
}

/** Looks for records. If a look is under way already, that one is repeated afterwards instead. */
export async function lookInTurn(state: LookState, look: () => Promise<void>, ctx: Ctx): Promise<void> {
  if (state.looking) {
    state.again = true;
    return;
  }
  state.looking = true;
  try {
    do {
      state.again = false;
      await look();
    } while (state.again && !ctx.signal.aborted);
  } finally {
    state.looking = false;
  }
}

/** A batch to process, and the look that follows its end. */
export interface BatchRun {
  /** Id of the resource that reads. */
  readonly id: string;
  process(): Promise<void>;
  lookAgain(): Promise<void>;
}

/** Begins to process a batch, without waiting for its end. */
export function beginBatch(run: BatchRun, state: LookState, ctx: Ctx): void {
  state.running++;
  void ctx.track(processBatch(run, state, ctx));
}

async function processBatch({ id, process, lookAgain }: BatchRun, state: LookState, ctx: Ctx): Promise<void> {
  try {
    await process();
  } catch (error) {
    // Errors mean nothing if the state was replaced or the emulator is stopping.
    if (!(error instanceof Fault) && !ctx.signal.aborted) ctx.log.write(INTERNAL_FAILURE, { work: `a batch of ${id}`, error });
  }
  state.running--;
  if (!ctx.signal.aborted) await lookAgain().catch(() => undefined);
}
