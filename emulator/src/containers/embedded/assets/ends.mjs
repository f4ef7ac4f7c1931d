// How a function's process ended, read from the end of its sandbox.

import { constants } from 'node:os';

/** The first of two names of a signal (SIGABRT, SIGIOT) counts. */
const signalNames = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name])
    .reverse(),
);
/** A shell adds this to a signal's number in its exit status. */
const shellSignals = 128;
/** No shell tells of this one. */
const silent = shellSignals + constants.signals.SIGINT;

/** Process 1 of a sandbox cannot end by the signal that ended the function's process, and tells of it. */
export function endOf({ contained, signalled }, code, signal) {
  const named = contained && (signalled || code === silent) ? signalNames.get(code - shellSignals) : undefined;
  return named === undefined ? { code: code ?? undefined, signal: signal ?? undefined } : { signal: named };
}
