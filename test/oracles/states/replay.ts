// Runs one recorded execution: every task, map run and stop has the outcome that was recorded.
import { expressionEngine } from '#model/expression-engine';
import { Effort } from '#services/states/language/effort';
import { Expressions } from '#services/states/language/expressions/expressions';
import type {
  Environment,
  Happening,
  HistoryEvent,
  MapRunCommand,
  MapRunOutcome,
  TaskCommand,
} from '#services/states/language/interpreter/commands';
import { beginExecution, type Execution } from '#services/states/language/interpreter/execution';
import { MemoryExecution } from '#services/states/language/interpreter/memory-execution';
import { step } from '#services/states/language/interpreter/step';
import type { Json, JsonObject } from '#services/states/language/json';
import { type Machine, statesIn } from '#services/states/language/machine';
import { detailsOf, outcomeOf, parsed, type RecordedEvent, TASK_EVENT } from './recorded-case.ts';

const EXPRESSIONS = new Expressions(expressionEngine);
/** Timestamps of the cases were made at this time. */
const NOW = '2026-11-23T09:27:12Z';
const MS = 1000;
const MAX_TURNS = 1000;
const ARN = 'arn:aws:states:us-east-1:111111111111';

export class Replay {
  readonly events: HistoryEvent[] = [];
  readonly #machine: Machine;
  readonly #data: MemoryExecution;
  readonly #recorded: readonly RecordedEvent[];
  readonly #tasks: TaskCommand[] = [];
  readonly #mapRuns: MapRunCommand[] = [];
  readonly #timers: (Extract<Happening, { kind: 'timer' }> & { readonly atMs: number })[] = [];
  readonly #used = new Set<RecordedEvent>();

  constructor(machine: Machine, input: Json, recorded: readonly RecordedEvent[], isExpress: boolean) {
    const id = isExpress ? `${ARN}:express:machine:run:1` : `${ARN}:execution:machine:run`;
    const started = { Id: id, Input: input, Name: 'run', RoleArn: `${ARN}:role`, StartTime: NOW };
    const context: JsonObject = {
      Execution: recorded.some((event) => /"RedriveCount/.test(JSON.stringify(event))) ? { ...started, RedriveCount: 0 } : started,
      StateMachine: { Id: `${ARN}:stateMachine:machine`, Name: 'machine' },
    };
    this.#machine = machine;
    this.#recorded = [...recorded].sort((a, b) => a.id - b.id);
    this.#data = new MemoryExecution(beginExecution(input, context, 'us-east-1'));
  }

  get execution(): Execution {
    return this.#data.execution;
  }

  run(): void {
    this.#happen({ kind: 'start' });
    const scheduled = this.#recorded.filter(({ type }) => /^(?:Task|LambdaFunction|Activity)Scheduled$/.test(type));
    for (let turns = 0; turns < MAX_TURNS && this.#isGoingOn; turns++) {
      const mapRun = this.#mapRuns.shift();
      const task = mapRun ? undefined : this.#tasks.shift();
      const event = task && scheduled.shift();
      if (mapRun) this.#runMap(mapRun);
      else if (task && event) this.#answer(task, event);
      else if (!this.#end() && !this.#takeTimer()) return;
    }
  }
  /** A recording may end before its execution does. */
  get #isGoingOn(): boolean {
    return this.execution.status === 'RUNNING' && (this.#recorded.length === 0 || this.events.length < this.#recorded.length);
  }
  #takeTimer(): boolean {
    const timer = this.#timers.shift();
    if (!timer) return false;
    const { TimeoutSeconds = Number.POSITIVE_INFINITY } = this.#machine;
    this.#happen(timer.atMs > Date.parse(NOW) + TimeoutSeconds * MS ? { kind: 'deadline' } : timer);
    return true;
  }
  /** The next event is the execution's end from outside. */
  #end(): boolean {
    const next = this.#recorded[this.events.length];
    if (next?.type === 'ExecutionTimedOut') this.#happen({ kind: 'deadline' });
    else if (next?.type === 'ExecutionAborted') {
      const { error, cause } = detailsOf(next) as Record<string, string | undefined>;
      this.#happen({ kind: 'stop', error, cause });
    } else return false;
    return true;
  }
  #happen(happening: Happening): void {
    const environment: Environment = {
      ...{ nowMs: Date.parse(NOW), random: () => 0.5, uuid: () => '00000000-0000-4000-8000-000000000000', expressions: EXPRESSIONS },
      effort: Effort.inThread(),
      taskToken: () => 'a token',
      hasActivity: () => this.#recorded.some(({ type }) => type === 'ActivityScheduled'),
    };
    const { history, commands } = step(this.#machine, this.#data, happening, environment);
    this.events.push(...history);
    for (const command of commands) {
      if (command.do === 'task') this.#tasks.push(command);
      else if (command.do === 'mapRun') this.#mapRuns.push(command);
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
  /** Plays the recorded events of one map run. Its result is what the state's output has at its ResultPath. */
  #runMap({ thread, attempt, state }: MapRunCommand): void {
    const mapRun = (outcome: MapRunOutcome): void => this.#happen({ kind: 'mapRun', thread, attempt, outcome });
    const next = this.#recorded.slice(this.events.length);
    const started = next.find(({ type }) => type === 'MapRunStarted');
    if (!started) return;
    mapRun({ event: 'started', mapRunArn: String(detailsOf(started)['mapRunArn']) });
    const ended = next.find(({ type }) => type === 'MapRunFailed' || type === 'MapRunSucceeded');
    const exited = next.find(({ type }) => type === 'MapStateExited');
    const { ResultPath } = [...statesIn(this.#machine)].find(({ name }) => name === state)!.state;
    const left = parsed(detailsOf(exited ?? {})['output']) as Json;
    const output = ResultPath?.startsWith('$.') ? (left as JsonObject)[ResultPath.slice(2)]! : left;
    const { error, cause } = detailsOf(ended ?? {}) as Record<string, string | undefined>;
    if (ended?.type === 'MapRunSucceeded') mapRun({ event: 'succeeded', output });
    else if (ended) mapRun({ event: 'failed', error: String(error), cause });
  }
}
