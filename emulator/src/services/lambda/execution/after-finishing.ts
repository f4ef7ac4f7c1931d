// Requests another environment for an invocation only once none is about to be free.
import { type Fleet, finishesSoon } from './fleet.ts';

/** An environment that has answered needs a moment for its log: waiting that long beats starting another one. */
const FINISHING_MS = 25;
const MAX_FINISHING_MS = 75;

/**
 * Calls `start` in a moment, if the invocation waits then. If an environment is about to be free it waits once more: on a busy machine another
 * one would only slow it down.
 */
export function afterFinishing(fleet: Fleet, isWaiting: () => boolean, start: () => void, ms = FINISHING_MS): void {
  setTimeout(() => {
    if (!isWaiting()) return;
    if (ms < MAX_FINISHING_MS && finishesSoon(fleet)) afterFinishing(fleet, isWaiting, start, MAX_FINISHING_MS);
    else start();
  }, ms);
}
