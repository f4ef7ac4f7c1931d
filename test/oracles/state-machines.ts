// Replays recorded executions of state machines: the interpreter gets the recorded outcome of every task, and must write the recorded history.
// Usage: tsx test/oracles/state-machines.ts <cases.json> [part of a test's name]. A case is {test, key, definition, input, recorded: {events}}.
import { readFileSync } from 'node:fs';
import { expressionEngine } from '#model/expression-engine';
import { showEvent } from '#services/states/executions/show-event';
import type { Machine } from '#services/states/language/definition/machine';
import { Expressions } from '#services/states/language/expressions/expressions';
import type { Environment, Happening, HistoryEvent, TaskCommand, TaskOutcome } from '#services/states/language/interpreter/commands';
import { beginExecution } from '#services/states/language/interpreter/execution';
import { MemoryExecution } from '#services/states/language/interpreter/memory-execution';
import { step } from '#services/states/language/interpreter/step';
import type { Json, JsonObject } from '#services/states/language/json';

type RecordedEvent = { readonly id: number; readonly previousEventId: number; readonly type: string } & Readonly<Record<string, unknown>>;
interface Case {
  readonly test: string;
  readonly key: string;
  readonly definition: string;
  readonly input: string;
  readonly recorded: { readonly events?: readonly RecordedEvent[] };
}

const HEAD: ReadonlySet<string> = new Set(['id', 'previousEventId', 'type', 'timestamp']);
const IGNORED: ReadonlySet<string> = new Set(['inputDetails', 'outputDetails', 'assignedVariablesDetails', 'roleArn']);
const TASK_EVENT =
  /^(?:Task|LambdaFunction|Activity)(Started|Submitted|Succeeded|Failed|TimedOut|ScheduleFailed|StartFailed|SubmitFailed)$/;
const EXPRESSIONS = new Expressions(expressionEngine);
const ANY = /<[^>]+>|timestamp|snf_role_arn|activity_arn|[a-z]+-date|date/g;

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};
const detailsOf = (event: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const name = Object.keys(event).find((member) => !HEAD.has(member));
  const details = (name === undefined ? {} : event[name]) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(details ?? {}).filter(([member]) => !IGNORED.has(member)));
};

/** Placeholders match anything; JSON texts are compared as values. */
function isLike(expected: unknown, actual: unknown): boolean {
  if (expected === 'RandomNumberGenerated') return typeof actual === 'number';
  if (typeof expected === 'string' && /^<[^>]*>$/.test(expected)) return true;
  const [a, b] = [parsed(expected), parsed(actual)];
  if (typeof a === 'string' && typeof b === 'string') {
    const pattern = a.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(ANY, '[\\s\\S]*');
    return a === b || (a.search(ANY) >= 0 && new RegExp(`^${pattern}$`).test(b));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b || String(a) === String(b);
  const names = Object.keys(a);
  const isWild = names.some((name) => name.includes('<'));
  if (Array.isArray(a) !== Array.isArray(b) || (names.length !== Object.keys(b).length && !isWild)) return false;
  return names.every((name) => name.includes('<') || isLike((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}

class Replay {
  readonly events: HistoryEvent[] = [];
  readonly #machine: Machine;
  readonly #data: MemoryExecution;
  readonly #recorded: readonly RecordedEvent[];
  readonly #tasks: TaskCommand[] = [];
  readonly #timers: Extract<Happening, { kind: 'timer' }>[] = [];
  readonly #used = new Set<RecordedEvent>();
  #nowMs = Date.parse('2026-11-21T13:36:00Z');

  constructor(machine: Machine, input: Json, recorded: readonly RecordedEvent[]) {
    const execution = {
      Id: '<x>',
      Input: input,
      Name: '<x>',
      RoleArn: 'snf_role_arn',
      StartTime: new Date(0).toISOString(),
      RedriveCount: 0,
    };
    const context: JsonObject = { Execution: execution, StateMachine: { Id: '<x>', Name: '<x>' } };
    this.#machine = machine;
    this.#recorded = recorded;
    this.#data = new MemoryExecution(beginExecution(input, context, '<region>'));
  }

  run(): void {
    this.#happen({ kind: 'start' });
    const scheduled = this.#recorded.filter(({ type }) => /^(?:Task|LambdaFunction|Activity)Scheduled$/.test(type));
    for (let turns = 0; turns < 1000 && this.#data.execution.status === 'RUNNING'; turns++) {
      const task = this.#tasks.shift();
      const timer = task ? undefined : this.#timers.shift();
      const event = task && scheduled.shift();
      if (task && event) this.#answer(task, event);
      else if (timer) this.#happen(timer);
      else return;
    }
  }
  #happen(happening: Happening): void {
    const environment: Environment = {
      ...{ nowMs: this.#nowMs, random: () => 0.5, uuid: () => '00000000-0000-4000-8000-000000000000', expressions: EXPRESSIONS },
      taskToken: () => '<token>',
    };
    const { history, commands } = step(this.#machine, this.#data, happening, environment);
    this.events.push(...history);
    for (const command of commands) {
      if (command.do === 'task') this.#tasks.push(command);
      else if (command.do === 'setTimer' && command.timer === 'wake') this.#timers.push({ ...command, kind: 'timer' });
    }
  }
  /** Plays the recorded events of one task, each of which follows the one before. */
  #answer({ thread, attempt }: TaskCommand, scheduled: RecordedEvent): void {
    for (let last: RecordedEvent | undefined = scheduled; last; ) {
      const { id }: RecordedEvent = last;
      last = this.#recorded.find((event) => !this.#used.has(event) && event.previousEventId === id && TASK_EVENT.test(event.type));
      if (!last) return;
      this.#used.add(last);
      this.#happen({ kind: 'task', thread, attempt, outcome: outcomeOf(last) });
    }
  }
}

function outcomeOf(event: RecordedEvent): TaskOutcome {
  const [, kind = ''] = TASK_EVENT.exec(event.type)!;
  const { output, workerName, error, cause } = detailsOf(event) as Record<string, string | undefined>;
  const failed = { error, cause: cause === undefined || typeof cause === 'string' ? cause : JSON.stringify(cause) };
  if (kind === 'Started') return { event: 'started', workerName };
  if (kind === 'Submitted') return { event: 'submitted', output: parsed(output) as Json };
  if (kind === 'Succeeded') return { event: 'succeeded', output: parsed(output) as Json };
  if (kind === 'TimedOut') return { event: 'timedOut', ...failed };
  return { event: 'failed', ...failed, phase: (kind.replace('Failed', '') || undefined) as 'Start' | undefined };
}

/** The first difference; undefined where the history is equal. */
function difference(replay: Replay, recorded: readonly RecordedEvent[]): string | undefined {
  const expected = [...recorded].sort((a, b) => a.id - b.id);
  for (const [index, event] of expected.entries()) {
    const made = replay.events[index];
    if (!made) return `#${event.id} ${event.type} is missing`;
    const shown = showEvent(made.id, made, { inputText: JSON.stringify(made.details?.['input'] ?? {}), roleArn: '', withData: true });
    const isOlder = event.type === 'MapStateExited' && expected[event.previousEventId - 1]?.type === 'MapRunSucceeded';
    if (event.type !== made.type) return `#${event.id} ${event.type}, not ${made.type} ${JSON.stringify(made.details)}`;
    if (event.previousEventId !== made.previous && !isOlder)
      return `#${event.id} ${event.type} follows ${event.previousEventId}, not ${made.previous}`;
    const details = detailsOf(shown as unknown as Record<string, unknown>);
    if (!isLike(detailsOf(event), details))
      return `#${event.id} ${event.type}\n   ${JSON.stringify(detailsOf(event))}\n   ${JSON.stringify(details)}`;
  }
  return replay.events.length > expected.length ? `${replay.events.length} events, not ${expected.length}` : undefined;
}

const NOT_PLAYED = /"ItemReader"|ItemBatcher|ResultWriter|"DISTRIBUTED"/;

const [file = '', part = ''] = process.argv.slice(2);
const counts = { equal: 0, different: 0, skipped: 0 };
for (const { test, key, definition, recorded } of JSON.parse(readFileSync(file, 'utf8')) as Case[]) {
  const { events } = recorded;
  const first = events?.find(({ type }) => type === 'ExecutionStarted');
  const isOutside = events?.some(({ type }) => type === 'ExecutionAborted' || type === 'ExecutionTimedOut');
  if (!test.includes(part)) continue;
  if (!events || !first || isOutside || NOT_PLAYED.test(definition) || events.some(({ id }) => typeof id !== 'number')) {
    counts.skipped++;
    continue;
  }
  const replay = new Replay(JSON.parse(definition) as Machine, parsed(detailsOf(first)['input']) as Json, events);
  replay.run();
  const problem = difference(replay, events);
  counts[problem === undefined ? 'equal' : 'different']++;
  if (problem !== undefined) console.log(`${test} [${key}]: ${problem}`);
}
console.log(counts);
