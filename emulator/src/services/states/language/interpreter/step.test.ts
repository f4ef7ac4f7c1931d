// Executions event for event. The order of events and what they name are recorded; see the README of the service.
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '#services/states/language/json';
import type { Machine } from '#services/states/language/machine';
import type { Command, Environment, Happening, HistoryEvent, TaskOutcome } from './commands.ts';
import { beginExecution } from './execution.ts';
import { MemoryExecution } from './memory-execution.ts';
import { step } from './step.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

class Play {
  readonly data: MemoryExecution;
  readonly events: HistoryEvent[] = [];
  readonly commands: Command[] = [];
  nowMs = START_MS;
  readonly #machine: Machine;

  constructor(states: JsonObject, input: Json = {}, more: JsonObject = {}) {
    this.#machine = { StartAt: Object.keys(states)[0]!, States: states, ...more } as unknown as Machine;
    this.data = new MemoryExecution(beginExecution(input, { Execution: { Name: 'run' } }, 'us-east-1'));
    this.happen({ kind: 'start' });
  }
  happen(happening: Happening, maxTransitions?: number): void {
    const environment: Environment = {
      nowMs: this.nowMs,
      random: () => 0.5,
      uuid: () => 'uuid',
      taskToken: (thread, attempt) => `${thread}.${attempt}`,
      maxTransitions,
    };
    const { history, commands } = step(this.#machine, this.data, happening, environment);
    this.events.push(...history);
    this.commands.push(...commands);
  }
  get tasks() {
    return this.commands.filter((command) => command.do === 'task');
  }
  /** Answers the task that was commanded as number `index`. */
  answer(index: number, outcome: TaskOutcome): void {
    const { thread, attempt } = this.tasks[index]!;
    this.happen({ kind: 'task', thread, attempt, outcome });
  }
  /** Lets the last timer of that kind end. */
  wake(timer: 'wake' | 'timeout' | 'heartbeat' = 'wake'): void {
    const set = this.commands.filter((command) => command.do === 'setTimer').findLast((command) => command.timer === timer)!;
    this.nowMs = set.atMs;
    this.happen({ kind: 'timer', thread: set.thread, attempt: set.attempt, timer });
  }
  /** `type<previous` of each event. */
  get shape(): string[] {
    return this.events.map(({ type, previous }) => `${type}<${previous}`);
  }
  get output() {
    return this.data.execution.output;
  }
}

const TASK = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

it('runs from state to state; the first entry follows event 0', () => {
  const play = new Play(
    { A: { Type: 'Pass', Result: 5, ResultPath: '$.five', Next: 'B' }, B: { Type: 'Succeed', OutputPath: '$.five' } },
    { x: 1 },
  );
  expect(play.shape).toEqual([
    'ExecutionStarted<0',
    'PassStateEntered<0',
    'PassStateExited<2',
    'SucceedStateEntered<3',
    'SucceedStateExited<4',
    'ExecutionSucceeded<5',
  ]);
  expect(play.events[2]!.details).toEqual({ assignedVariables: undefined, name: 'A', output: { x: 1, five: 5 } });
  expect(play.output).toBe(5);
});

it('passes data through InputPath, Parameters, ResultSelector, ResultPath and OutputPath', () => {
  const flow = {
    ...TASK,
    InputPath: '$.in',
    Parameters: { 'n.$': '$.n', fixed: 1 },
    ResultSelector: { 'sum.$': '$.s' },
    ResultPath: '$.out',
    OutputPath: '$.out',
  };
  const play = new Play({ A: flow }, { in: { n: 3 }, other: true });
  expect(play.tasks[0]).toMatchObject({ parameters: { n: 3, fixed: 1 }, resource: 'arn:aws:states:::lambda:invoke', state: 'A' });
  play.answer(0, { event: 'started' });
  play.answer(0, { event: 'succeeded', output: { s: 9, more: 1 } });
  expect(play.shape.slice(1)).toEqual([
    'TaskStateEntered<0',
    'TaskScheduled<2',
    'TaskStarted<3',
    'TaskSucceeded<4',
    'TaskStateExited<5',
    'ExecutionSucceeded<6',
  ]);
  expect(play.output).toEqual({ sum: 9 });
});

it('assigns variables, which later states and inner ones read', () => {
  const inner = { StartAt: 'C', States: { C: { Type: 'Pass', Parameters: { 'v.$': '$total', 'i.$': '$$.Map.Item.Index' }, End: true } } };
  const play = new Play(
    {
      A: { Type: 'Pass', Assign: { 'total.$': '$.n' }, Next: 'B' },
      B: { Type: 'Map', ItemsPath: '$.list', ItemProcessor: inner, End: true },
    },
    { n: 4, list: ['x', 'y'] },
  );
  expect(play.events[2]!.details).toMatchObject({ assignedVariables: { total: 4 } });
  expect(play.output).toEqual([
    { v: 4, i: 0 },
    { v: 4, i: 1 },
  ]);
});

it('retries with growing pauses, then catches; counters count per retrier', () => {
  const play = new Play({
    A: {
      ...{ ...TASK, Parameters: { 'count.$': '$$.State.RetryCount' } },
      Retry: [{ ErrorEquals: ['Slow'], IntervalSeconds: 2, MaxAttempts: 2, BackoffRate: 3, MaxDelaySeconds: 5 }],
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failed', Next: 'B' }],
    },
    B: { Type: 'Pass', End: true },
  });
  const pauses: number[] = [];
  for (const attempt of [0, 1]) {
    play.answer(attempt, { event: 'failed', error: 'Slow', cause: 'busy' });
    const before = play.nowMs;
    play.wake();
    pauses.push(play.nowMs - before);
  }
  play.answer(2, { event: 'failed', error: 'Slow', cause: 'busy' });
  expect(pauses).toEqual([2000, 5000]);
  expect(play.tasks.map(({ parameters }) => parameters)).toEqual([{ count: 0 }, { count: 1 }, { count: 2 }]);
  expect(play.output).toEqual({ failed: { Error: 'Slow', Cause: 'busy' } });
});

it('takes no late answers', () => {
  const play = new Play({ A: { ...TASK, Retry: [{ ErrorEquals: ['States.ALL'] }] } });
  play.answer(0, { event: 'failed', error: 'X' });
  play.answer(0, { event: 'succeeded', output: 1 });
  expect(play.data.execution.status).toBe('RUNNING');
  play.wake();
  play.answer(1, { event: 'succeeded', output: 2 });
  expect(play.output).toBe(2);
});

it('times tasks out, and catches a missing heartbeat as a timeout', () => {
  const play = new Play({
    A: { ...TASK, TimeoutSeconds: 60, HeartbeatSeconds: 5, Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'B' }] },
    B: { Type: 'Pass', End: true },
  });
  play.wake('heartbeat');
  expect(play.shape).toContain('TaskTimedOut<3');
  expect(play.output).toEqual({ Error: 'States.Timeout', Cause: '' });
});

it('tells a missing heartbeat from a time that is over by the name of the handler alone', () => {
  const states = {
    A: { ...TASK, TimeoutSeconds: 60, HeartbeatSeconds: 5, Catch: [{ ErrorEquals: ['States.HeartbeatTimeout'], Next: 'B' }] },
    B: { Type: 'Pass', End: true },
  } as const;
  const silent = new Play(states);
  silent.wake('heartbeat');
  expect(silent.output).toEqual({ Error: 'States.Timeout', Cause: '' });
  const late = new Play(states);
  late.wake('timeout');
  expect(late.data.execution).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
});

it('catches no runtime error, not even by its name', () => {
  const play = new Play({
    A: { ...TASK, InputPath: '$.no', Catch: [{ ErrorEquals: ['States.Runtime'], Next: 'B' }] },
    B: { Type: 'Pass', End: true },
  });
  expect(play.data.execution).toMatchObject({
    status: 'FAILED',
    error: 'States.Runtime',
    cause:
      "An error occurred while executing the state 'A' (entered at the event id #2). Invalid path '$.no' : No results for path: $['no']",
  });
});

it('waits on its own clock', () => {
  const play = new Play({ A: { Type: 'Wait', Seconds: 86_400, End: true } }, { a: 1 });
  play.wake();
  expect(play.nowMs - START_MS).toBe(86_400_000);
  expect(play.output).toEqual({ a: 1 });
  const long = new Play({ A: { Type: 'Wait', SecondsPath: '$.s', End: true } }, { s: 3_000_000_000 });
  expect(long.data.execution.cause).toMatch(/Wait state delay is too long\.$/);
});

it('runs branches from one input, and answers in their order', () => {
  const branch = (name: string) => ({ StartAt: name, States: { [name]: { ...TASK, Parameters: { from: name } } } });
  const play = new Play({ P: { Type: 'Parallel', Branches: [branch('A'), branch('B')], End: true } });
  play.answer(1, { event: 'succeeded', output: 'b' });
  play.answer(0, { event: 'succeeded', output: 'a' });
  expect(play.output).toEqual(['a', 'b']);
  expect(play.shape.slice(-3)).toEqual(['ParallelStateSucceeded<11', 'ParallelStateExited<11', 'ExecutionSucceeded<13']);
});

it('starts an iteration when a slot is free, after the last event within the ended one', () => {
  const play = new Play(
    { M: { Type: 'Map', MaxConcurrency: 1, ItemProcessor: { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } }, End: true } },
    [1, 2],
  );
  expect(play.shape.slice(2)).toEqual([
    ...[
      'MapStateStarted<2',
      'MapIterationStarted<3',
      'PassStateEntered<4',
      'PassStateExited<5',
      'MapIterationSucceeded<6',
      'MapIterationStarted<6',
    ],
    ...[
      'PassStateEntered<8',
      'PassStateExited<9',
      'MapIterationSucceeded<10',
      'MapStateSucceeded<11',
      'MapStateExited<11',
      'ExecutionSucceeded<13',
    ],
  ]);
});

it('aborts the siblings of an iteration that fails', () => {
  const play = new Play({ M: { Type: 'Map', ItemProcessor: { StartAt: 'A', States: { A: TASK } }, End: true } }, [1, 2]);
  play.answer(1, { event: 'failed', error: 'Bad', cause: 'it is' });
  const failed = play.events.find(({ type }) => type === 'TaskFailed')!.id;
  expect(play.shape.slice(failed)).toEqual([
    ...[`MapIterationFailed<${failed}`, `TaskStateAborted<${failed}`, `MapIterationAborted<${failed}`, `TaskStateAborted<${failed}`],
    ...[`MapStateFailed<${failed}`, `ExecutionFailed<${failed + 5}`],
  ]);
  expect(play.data.execution).toMatchObject({ error: 'Bad', cause: 'it is' });
});

it('ends an endless loop at event 25,000', () => {
  const play = new Play({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } });
  expect(play.events).toHaveLength(25_000);
  expect(play.events.at(-1)).toMatchObject({ previous: 24_999, type: 'ExecutionFailed' });
  expect(play.data.execution.cause).toBe('The execution reached the maximum number of history events (25000).');
});

it('goes on where a turn reached its limit', () => {
  const states = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`S${at}`, at === 9 ? { Type: 'Succeed' } : { Type: 'Pass', Next: `S${at + 1}` }]),
  );
  const whole = new Play(states);
  const parts = new Play({ A: { Type: 'Wait', Seconds: 1, Next: 'S0' }, ...states });
  const timer = parts.commands[0]!;
  if (timer.do !== 'setTimer') throw new Error('no timer');
  parts.happen({ kind: 'timer', thread: timer.thread, attempt: timer.attempt, timer: 'wake' }, 3);
  for (let turns = 0; parts.data.execution.status === 'RUNNING' && turns < 10; turns++) parts.happen({ kind: 'continue' }, 3);
  expect(parts.data.execution.status).toBe('SUCCEEDED');
  expect(parts.events).toHaveLength(whole.events.length + 2);
});

it('refuses a result over 256 KiB in place of the success', () => {
  const play = new Play({ A: { ...TASK, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] }, B: { Type: 'Pass', End: true } });
  play.answer(0, { event: 'succeeded', output: 'x'.repeat(262_143) });
  expect(play.shape).toContain('TaskFailed<3');
  expect(play.output).toEqual({
    Error: 'States.DataLimitExceeded',
    Cause: "The state/task 'lambda' returned a result with a size exceeding the maximum number of bytes service limit.",
  });
});

it('stops, and says so after event 0', () => {
  const play = new Play({ A: TASK });
  play.happen({ kind: 'stop', error: 'Enough', cause: 'by hand' });
  expect(play.shape.at(-1)).toBe('ExecutionAborted<0');
  play.answer(0, { event: 'succeeded', output: 1 });
  expect(play.data.execution.status).toBe('ABORTED');
});
