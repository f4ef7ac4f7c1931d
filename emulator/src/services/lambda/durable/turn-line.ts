// The log line of an invocation for an execution: why it began, and how it ended.
import type { Draft } from './engine/draft.ts';
import type { Head } from './engine/head.ts';
import type { Operation } from './engine/operation.ts';

/** Operations that a line names. */
const MAX_NAMED = 3;

const WORDS: Readonly<Record<Operation['type'], string>> = {
  EXECUTION: 'execution',
  STEP: 'step',
  WAIT: 'wait',
  CALLBACK: 'callback',
  CHAINED_INVOKE: 'invocation',
  CONTEXT: 'context',
};

/** `updated`: the operations that changed since the function last saw them. */
export function reasonOf({ turns, failures, throttles }: Head, updated: readonly Operation[]): string {
  if (updated.length > 0) {
    const more = updated.length > MAX_NAMED ? `, ${updated.length - MAX_NAMED} more` : '';
    return `${updated.slice(0, MAX_NAMED).map(change).join(', ')}${more}`;
  }
  if (throttles > 0) return 'again after a refusal';
  if (failures > 0) return 'again after a failure';
  return turns === 0 ? 'started' : 'again';
}

function change({ type, name, id, status }: Operation): string {
  const what = `${WORDS[type]} '${name ?? id}'`;
  if (status === 'READY' || (type === 'WAIT' && status === 'SUCCEEDED')) return `${what} due`;
  return `${what} ${status}`;
}

export interface TurnLine {
  readonly execution: string;
  readonly turn: number;
  readonly reason: string;
  readonly outcome: string;
}

export function turnLine({ head }: Draft, reason: string, error: string | undefined): TurnLine {
  const { functionName, name, turns, status, pending, retryMs, invocation } = head;
  const failure = error === undefined ? '' : `${error}, `;
  const outcome = status === 'RUNNING' ? waiting({ pending, retryMs, isAgain: invocation !== undefined }) : status;
  return { execution: `${functionName}/${name}`, turn: turns, reason, outcome: `${failure}${outcome}` };
}

function waiting({ pending, retryMs, isAgain }: { pending: number; retryMs: number | undefined; isAgain: boolean }): string {
  if (isAgain) return 'PENDING, and invoked again at once';
  if (retryMs !== undefined) return `invoked again at ${new Date(retryMs).toISOString()}`;
  return `PENDING (${pending} operation${pending === 1 ? '' : 's'})`;
}
