// How long an execution pauses after an invocation that failed or could not begin. The cloud's schedule is not published: its guide says that
// failures of the environment are tried again at once three times, and everything else with growing pauses.

const MAX_PAUSE_MS = 300_000;
const AT_ONCE = 3;

/** Time after which failing invocations end the execution. */
export const MAX_FAILING_MS = 6 * 3_600_000;

const doubled = (times: number): number => Math.min(1000 * 2 ** times, MAX_PAUSE_MS);

/** Milliseconds after the given failure in a row, from 1. */
export function pauseAfterFailure(failures: number, errorType: string): number {
  const isCrash = /^(?:Runtime|Sandbox|Extension)\./.test(errorType) && errorType !== 'Sandbox.Timedout';
  const counted = isCrash ? failures - AT_ONCE : failures;
  return counted <= 0 ? 0 : doubled(counted - 1);
}

/** Milliseconds after the given refusal in a row, from 1: no environment, or no concurrency left. */
export const pauseAfterRefusal = (refusals: number): number => doubled(refusals - 1);
