// Messages of the state machine service.
import { defineMessage } from '#lib/message';

export interface FailedExecution {
  readonly machine: string;
  readonly execution: string;
  /** Undefined where it is not known: the execution was begun before the emulator's last start. */
  readonly state: string | undefined;
  readonly isTimeout: boolean;
  readonly error: string | undefined;
  readonly cause: string | undefined;
}

export const EXECUTION_FAILED = defineMessage({
  code: 'EXECUTION_FAILED',
  level: 'warn',
  description: 'An execution of a state machine failed, or took longer than its timeout.',
  hint: '`emulator executions show <execution>` shows the run of its states; `emulator why <machine>` what caused it.',
  text: (failed: FailedExecution) => describeFailure(failed),
});

/** `execution abc of orders failed in the state Charge: TypeError: no table` */
export function describeFailure({ machine, execution, state, isTimeout, error, cause }: FailedExecution): string {
  const place = state === undefined ? '' : ` in the state ${state}`;
  const why = [error, cause && readableCause(cause).replace(state === undefined ? /^$/ : STATE_NAMED, '')]
    .filter((text) => text !== undefined && text !== '')
    .join(': ');
  return `execution ${execution} of ${machine} ${isTimeout ? 'timed out' : 'failed'}${place}${why && `: ${why}`}`;
}

/** The service's own words name the state once more. */
const STATE_NAMED = /^An error occurred while executing the state '[^']*' \(entered at the event id #\d+\)\. /;

/** Functions' errors and nested executions are causes in JSON: their messages read better. */
function readableCause(cause: string): string {
  if (!cause.startsWith('{')) return cause;
  try {
    const { errorMessage, Error: error, Cause: inner } = JSON.parse(cause) as Readonly<Record<string, unknown>>;
    if (typeof errorMessage === 'string') return errorMessage;
    const words = [error, typeof inner === 'string' ? readableCause(inner) : undefined].filter((text) => typeof text === 'string');
    return words.length > 0 ? words.join(': ') : cause;
  } catch {
    return cause;
  }
}
