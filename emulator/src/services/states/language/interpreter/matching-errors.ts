// Which errors retriers and catchers name.
import { HEARTBEAT_TIMEOUT, QUERY_EVALUATION, RUNTIME, type StateFailure, TIMEOUT } from '#services/states/language/faults';

/**
 * `error` is undefined for a task that failed without a name: only States.ALL and States.TaskFailed name that (recorded). The timeout of a task
 * without a heartbeat is States.Timeout (recorded); States.HeartbeatTimeout names it, too (documented).
 */
export function namesError(names: readonly string[], { error, options: { isSilent } }: Pick<StateFailure, 'error' | 'options'>): boolean {
  // Nothing catches it, not even its own name (recorded).
  if (error === RUNTIME) return false;
  return names.some((name) => {
    if (name === error || name === 'States.ALL') return true;
    if (name === 'States.TaskFailed') return error !== TIMEOUT && error !== QUERY_EVALUATION;
    return name === HEARTBEAT_TIMEOUT ? isSilent === true : name === TIMEOUT && error === HEARTBEAT_TIMEOUT;
  });
}
