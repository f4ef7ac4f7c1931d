// Failures of a state, as the language names them. They are thrown while a state runs, and handled by its retriers and catchers.

export const RUNTIME = 'States.Runtime';
export const QUERY_EVALUATION = 'States.QueryEvaluationError';
export const DATA_LIMIT = 'States.DataLimitExceeded';
export const TIMEOUT = 'States.Timeout';
/** More children of a map run failed than it tolerates. */
export const THRESHOLD_EXCEEDED = 'States.ExceedToleratedFailureThreshold';
export const HEARTBEAT_TIMEOUT = 'States.HeartbeatTimeout';

export interface FailureOptions {
  /** The field that failed, in the event of a failed evaluation: `Output/result`. */
  readonly location?: string | undefined;
  /** The worker of the task has sent no heartbeat in time. */
  readonly isSilent?: boolean | undefined;
  /** An event of the state's history says already that it failed. */
  readonly isRecorded?: boolean | undefined;
  /** Event of a container that fails with this: `MapStateFailed`. It is left out where the container is retried. */
  readonly containerEvent?: 'MapStateFailed' | 'ParallelStateFailed' | undefined;
  /** The event of a failed evaluation follows the state's last event, although nothing but its entry has been recorded. */
  readonly isAfterEntry?: boolean | undefined;
}

/** A state failed. Both the error's name and the cause may be absent: tasks may fail without either. */
export class StateFailure extends Error {
  readonly error: string | undefined;
  readonly reason: string | undefined;
  readonly options: FailureOptions;
  constructor(error: string | undefined, reason: string | undefined, options: FailureOptions = {}) {
    super(reason ?? error ?? 'a failure without a name');
    this.error = error;
    this.reason = reason;
    this.options = options;
  }
}

/** A path or a template could not be evaluated. The interpreter puts the state's name before the message. */
export class PathError extends Error {}

/** A path of a template selects nothing. `path` is the path at fault, which may be an argument of an intrinsic function. */
export class NothingAtPath extends PathError {
  readonly path: string;
  constructor(path: string) {
    super(`The JSONPath '${path}' could not be found`);
    this.path = path;
  }
}

/** An intrinsic function is unknown, or refuses its arguments. */
export class IntrinsicError extends Error {}

/** An expression of the query language failed, or answered a value of the wrong type. */
export class QueryError extends Error {
  readonly location: string | undefined;
  readonly isAfterEntry: boolean;
  constructor(message: string, location: string | undefined, isAfterEntry = false) {
    super(message);
    this.location = location;
    this.isAfterEntry = isAfterEntry;
  }
}
