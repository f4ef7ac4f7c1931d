// Which errors retriers and catchers name.
import { HEARTBEAT_TIMEOUT, QUERY_EVALUATION, RUNTIME, TIMEOUT } from '#services/states/language/faults';

/** `error` is undefined for a task that failed without a name: only States.ALL and States.TaskFailed name that (recorded). */
export function namesError(names: readonly string[], error: string | undefined): boolean {
  // Nothing catches it, not even its own name (recorded).
  if (error === RUNTIME) return false;
  return names.some((name) => {
    if (name === error || name === 'States.ALL') return true;
    if (name === 'States.TaskFailed') return error !== TIMEOUT && error !== QUERY_EVALUATION;
    return name === TIMEOUT && error === HEARTBEAT_TIMEOUT;
  });
}
