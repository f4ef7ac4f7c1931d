// The work of time on operations: waits end, steps may be tried again, callbacks time out.
import type { Draft } from './draft.ts';
import { finish } from './finish.ts';

/** `due`: ids of operations whose time has come. */
export function ripen(draft: Draft, due: readonly string[]): void {
  for (const id of due) {
    const operation = draft.get(id);
    if (!operation) continue;
    if (operation.type === 'WAIT') finish(draft, operation, 'SUCCEEDED');
    else if (operation.type === 'STEP') draft.put({ ...operation, status: 'READY', dueMs: undefined });
    else {
      const { dueMs = Number.POSITIVE_INFINITY, heartbeatMs = Number.POSITIVE_INFINITY } = operation;
      const error = heartbeatMs < dueMs ? HEARTBEAT : TIMEOUT;
      finish(draft, operation, 'TIMED_OUT', { error }, { ErrorType: error.ErrorType });
    }
  }
}

const TIMEOUT = { ErrorType: 'Callback.Timeout', ErrorMessage: 'Callback timed out' };
const HEARTBEAT = { ErrorType: 'Callback.Heartbeat', ErrorMessage: 'Callback timed out on heartbeat' };
