// Work that an operation leaves in the background: counted until it ends, and its failure told.
import type { Kernel } from './kernel.ts';
import type { Log } from './log.ts';
import { BACKGROUND_FAILURE } from './messages.ts';

interface Tracker {
  readonly kernel: Kernel;
  /** The epoch of the state that the work belongs to. */
  readonly epoch: number;
  readonly log: Log;
}

export function trackedWork<T>(work: Promise<T>, tracker: Tracker): Promise<T> {
  const { kernel, epoch } = tracker;
  const tracked = kernel.activity.track(work);
  // Mostly nothing awaits this promise: log a failure here, unless it belongs to state that has been replaced.
  tracked.catch((error: unknown) => {
    if (epoch === kernel.epoch.current && !kernel.stopping.aborted) tracker.log.write(BACKGROUND_FAILURE, { error });
  });
  return tracked;
}
