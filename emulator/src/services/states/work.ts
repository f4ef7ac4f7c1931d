// Due work of state machines: timers of states, calls of tasks, and turns that reached their limit.
import type { Key } from '#core/records';
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import type { TimerKind } from './language/interpreter/commands.ts';
import { advanceMapRun } from './map-runs/run-map.ts';
import { callTask, lookAtNested } from './running/call-task.ts';
import { limitYears, removeExpired } from './running/keep-times.ts';
import { logTurn } from './running/log-events.ts';
import { type ExecutionKey, runTurn } from './running/run-turn.ts';

type ThreadKey = [machine: string, execution: string, executionId: string, thread: number, attempt: number];

const executionIn = (key: Key): ExecutionKey => {
  const [machine, execution, executionId] = key as unknown as ThreadKey;
  return { machine, execution, executionId };
};

const timer =
  (kind: TimerKind): DueWork =>
  (key, ctx) => {
    const [, , , thread, attempt] = key as unknown as ThreadKey;
    return runTurn(executionIn(key), { kind: 'timer', thread, attempt, timer: kind }, ctx);
  };

export const work: Readonly<Record<string, DueWork>> = table({
  'states.wake': timer('wake'),
  'states.timeout': timer('timeout'),
  'states.heartbeat': timer('heartbeat'),
  'states.continue': (key, ctx) => runTurn(executionIn(key), { kind: 'continue' }, ctx),
  'states.deadline': (key, ctx) => runTurn(executionIn(key), { kind: 'deadline' }, ctx),
  'states.call': (key, ctx) => {
    const [, , , thread, attempt] = key as unknown as ThreadKey;
    return callTask(executionIn(key), thread, attempt, ctx);
  },
  'states.year': (key, ctx) => limitYears(key[0] as string, key[1] as number, ctx),
  'states.expire': (key, ctx) => removeExpired(key[0] as string, ctx),
  'states.log': (key, ctx) => logTurn(key as unknown as [string, string, string, number], ctx),
  'states.map-run': (key, ctx) => advanceMapRun(key[0] as string, ctx),
  'states.nested': (key, ctx) => {
    const [, , , thread, attempt] = key as unknown as ThreadKey;
    return lookAtNested(executionIn(key), thread, attempt, ctx);
  },
});
