// Events of a history as clients see them: values as JSON text, details under the name of the event.
import { dictionary } from '#lib/table';
import type { HistoryEvent } from '#model/states';
import type { HistoryEvent as Event } from '#services/states/language/interpreter/commands';
import type { KeptEvent } from '#services/states/state';

/** Members of details that are kept as values. */
const VALUES: ReadonlySet<string> = new Set(['input', 'output']);
const COMPLETE = { truncated: false };

export interface ShowOptions {
  /** The input of the execution, as the client sent it. */
  readonly inputText: string;
  readonly roleArn: string;
  readonly withData: boolean;
}

export function showEvent({ id, previous, atMs, type, details }: Event, options: ShowOptions): HistoryEvent {
  const shown = details && showDetails({ type, previous, details }, options);
  return { id, previousEventId: previous, timestamp: new Date(atMs), type, ...(shown && { [detailsName(type)]: shown }) };
}

/** All entries of states share one name, and so do all exits. */
function detailsName(type: string): string {
  if (type.endsWith('StateEntered')) return 'stateEnteredEventDetails';
  if (type.endsWith('StateExited')) return 'stateExitedEventDetails';
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}EventDetails`;
}

/** The details of an event: values as JSON text, and absent members left out. */
export function showDetails(
  { type, previous, details = {} }: KeptEvent,
  { inputText, roleArn, withData }: ShowOptions,
): Record<string, unknown> {
  // The first state, whose entry follows event 0, enters with the text of the execution's input (recorded).
  const isAsSent = type === 'ExecutionStarted' || (previous === 0 && type.endsWith('StateEntered'));
  const shown: Record<string, unknown> = dictionary();
  for (const [name, value] of Object.entries(details)) {
    if (value === undefined) continue;
    if (VALUES.has(name)) {
      if (!withData) continue;
      shown[name] = isAsSent ? inputText : JSON.stringify(value);
      shown[`${name}Details`] = COMPLETE;
    } else if (name === 'assignedVariables') {
      if (!withData) continue;
      shown[name] = Object.fromEntries(Object.entries(value as object).map(([variable, assigned]) => [variable, JSON.stringify(assigned)]));
      shown['assignedVariablesDetails'] = COMPLETE;
    } else if (name === 'parameters') shown[name] = JSON.stringify(value);
    else shown[name] = value;
  }
  if (type === 'ExecutionStarted') shown['roleArn'] = roleArn;
  return shown;
}
