// Compacts an execution's record: omits members that most executions lack, because `undefined` members take memory, too.
import type { ExecutionState } from '#services/states/language/interpreter/execution';
import type { ExecutionRecord } from '#services/states/state';

/** Written out, as elsewhere in a turn: to add members to a spread object costs more than the rest of it. */
export function compactRecord(
  record: Omit<ExecutionRecord, 'state' | 'stopMs'>,
  state: ExecutionState,
  stopMs: number | undefined,
): ExecutionRecord {
  const { id, name, machine, revisionId, startMs, inputText, trace, redriveCount } = record;
  const { version, alias, traceHeader, redriveMs, redriveToken, mocks, mapRun } = record;
  const rest = version ?? alias ?? traceHeader ?? redriveMs ?? redriveToken ?? mocks ?? mapRun;
  if (rest === undefined) return { id, name, machine, revisionId, startMs, stopMs, inputText, trace, state, redriveCount };
  return {
    id,
    name,
    machine,
    revisionId,
    version,
    alias,
    startMs,
    stopMs,
    inputText,
    traceHeader,
    trace,
    state,
    redriveCount,
    redriveMs,
    redriveToken,
    mocks,
    mapRun,
  };
}
