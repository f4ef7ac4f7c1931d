// Wait: until a time, or for a number of seconds.
import { readTimestamp } from '#services/states/language/choice/timestamps';
import { QueryError, RUNTIME, StateFailure } from '#services/states/language/faults';
import type { Json } from '#services/states/language/json';
import { inputOf } from './data-flow.ts';
import type { Thread } from './execution.ts';
import { Scope, stateAt } from './scope.ts';
import type { Turn } from './turn.ts';

const MS = 1000;
/** Limit: time that a Wait state may wait: 2³¹−1 seconds (recorded). */
const MAX_WAIT_MS = 2_147_483_647 * MS;

export function runWait(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const untilMs = waitsUntil(scope);
  if (untilMs - turn.environment.nowMs > MAX_WAIT_MS) throw refusal(scope, 'Wait state delay is too long.');
  thread.phase = 'wait';
  thread.attempt++;
  turn.command({ do: 'setTimer', thread: thread.id, attempt: thread.attempt, timer: 'wake', atMs: untilMs });
}

const refusal = (scope: Scope, problem: string): StateFailure => new StateFailure(RUNTIME, stateAt(scope.thread, scope.turn) + problem);

function waitsUntil(scope: Scope): number {
  const { state, isJsonata } = scope.definition;
  const { nowMs } = scope.turn.environment;
  if (state.Timestamp !== undefined) {
    const value = isJsonata ? scope.evaluate(state.Timestamp, 'Timestamp') : state.Timestamp;
    return readTimestamp(value) ?? refuseTimestamp(scope, value);
  }
  if (state.TimestampPath !== undefined) return untilPath(scope, state.TimestampPath);
  if (state.SecondsPath !== undefined) return nowMs + secondsAt(scope, state.SecondsPath) * MS;
  const seconds = isJsonata ? scope.evaluate(state.Seconds!, 'Seconds', undefined, 'number') : state.Seconds;
  return nowMs + Number(seconds) * MS;
}

function refuseTimestamp(scope: Scope, value: Json): never {
  const problem = `The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: ${printed(value)}`;
  throw scope.definition.isJsonata ? new QueryError(problem, 'Timestamp', true) : refusal(scope, problem);
}

function untilPath(scope: Scope, path: string): number {
  const value = scope.require(path, inputOf(scope));
  const untilMs = readTimestamp(value);
  if (untilMs !== undefined) return untilMs;
  const problem = `The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: ${path} == ${printed(value)}`;
  throw refusal(scope, problem);
}

function secondsAt(scope: Scope, path: string): number {
  const value = scope.read(path, inputOf(scope));
  if (value === undefined) throw refusal(scope, `The SecondsPath parameter does not reference an input value: ${path}`);
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw refusal(scope, `The SecondsPath parameter cannot be parsed as a long value: ${path} == ${JSON.stringify(value)}`);
  if (value < 0) throw refusal(scope, `The SecondsPath parameter references a negative value: ${path} == ${value}`);
  return value;
}

const printed = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
