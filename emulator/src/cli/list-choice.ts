// The options of commands that list executions: a status, and how many of them to show.
import { OPTION_INVALID } from '#config/messages';
import { EmulatorError } from '#lib/emulator-error';

/** The status in capitals; undefined if none was given. @throws EmulatorError OPTION_INVALID. `what`: `a durable execution`. */
export function chosenStatus(given: string | undefined, statuses: readonly string[], what: string): string | undefined {
  const status = given?.toUpperCase();
  if (status === undefined || statuses.includes(status)) return status;
  throw new EmulatorError(OPTION_INVALID, `--status ${given} is no status of ${what}.`, { hint: `It is one of ${statuses.join(', ')}.` });
}

/** @throws EmulatorError OPTION_INVALID unless it is a whole number from 1 */
export function chosenLimit(given: string): number {
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new EmulatorError(OPTION_INVALID, `--limit ${given} is not a number of executions.`, { hint: 'It takes a whole number from 1.' });
}
