// Runs one state to its end, in memory: with its mocked outcome, or with the call and the time that it really takes.
import type { Ctx } from '#core/ctx';
import type { TestStateConfiguration } from '#model/states';
import { parameterProblems } from '#services/states/integrations/parameter-problems';
import { outcomeOf } from '#services/states/integrations/perform-task';
import { type HttpTrace, readPattern } from '#services/states/integrations/task-request';
import { rolesOf } from '#services/states/integrations/task-role';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { TIMEOUT } from '#services/states/language/faults';
import type {
  Command,
  Environment,
  Happening,
  MapRunCommand,
  MapRunOutcome,
  TaskCommand,
  TaskOutcome,
} from '#services/states/language/interpreter/commands';
import { beginExecution, type Execution, type Thread } from '#services/states/language/interpreter/execution';
import { type Answered, HeavyQuery } from '#services/states/language/interpreter/heavy-query';
import { MemoryExecution } from '#services/states/language/interpreter/memory-execution';
import { step } from '#services/states/language/interpreter/step';
import type { Json, JsonObject } from '#services/states/language/json';
import { answerHeavy } from '#services/states/running/answer-heavy';
import { chanceOf } from '#services/states/running/chance-of';
import type { Inspection } from './inspection.ts';
import { mapOutcome } from './map-outcome.ts';
import type { Mock } from './mock.ts';
import type { TestedDefinition } from './tested-state.ts';

/** Limit: time that TestState takes. */
const MAX_TEST_MS = 300_000;

export interface StateRun {
  readonly tested: TestedDefinition;
  readonly expressions: Expressions | undefined;
  readonly input: Json;
  readonly variables: JsonObject;
  readonly mock: Mock | undefined;
  readonly configuration: TestStateConfiguration;
  readonly roleArn: string | undefined;
  readonly revealsSecrets: boolean;
  readonly executionArn: string;
}

export interface RunState {
  readonly execution: Execution;
  /** Undefined where the execution has ended with the state. */
  readonly thread: Thread | undefined;
  readonly variables: JsonObject;
}

const THREAD = 0;

export async function runState(run: StateRun, inspection: Inspection, ctx: Ctx): Promise<RunState> {
  return await new StateRunner(run, inspection, ctx).run();
}

class StateRunner {
  readonly #run: StateRun;
  readonly #inspection: Inspection;
  readonly #ctx: Ctx;
  readonly #data: MemoryExecution;
  readonly #thread: Thread;
  readonly #untilMs: number;

  constructor(run: StateRun, inspection: Inspection, ctx: Ctx) {
    const { tested, input, variables, configuration } = run;
    this.#run = run;
    this.#inspection = inspection;
    this.#ctx = ctx;
    this.#untilMs = ctx.now() + MAX_TEST_MS;
    this.#data = new MemoryExecution(beginExecution(input, {}, ctx.region));
    const { retrierRetryCount = 0 } = configuration;
    this.#thread = {
      ...{ id: THREAD, place: tested.place, state: tested.name, input, variables, phase: 'enter' },
      ...{ entered: 0, beforeEntry: 0, last: 0, enteredMs: 0, attempt: 0, retryCount: 0 },
    };
    this.#data.addThread(this.#thread);
    this.#retries = retrierRetryCount > 0 ? (tested.state.Retry ?? []).map(() => retrierRetryCount) : undefined;
  }
  readonly #retries: readonly number[] | undefined;

  async run(): Promise<RunState> {
    let commands = await this.#step({ kind: 'continue' }, 1);
    while (this.#isAtWork) {
      const happening = await this.#next(commands);
      // The state counts its attempts from its entry on.
      if (this.#retries) this.#thread.retries = this.#retries;
      // The state that follows does not begin.
      commands = await this.#step(happening, 0);
      if (this.#ctx.signal.aborted) break;
    }
    const { execution } = this.#data;
    const thread = execution.status === 'RUNNING' ? this.#thread : undefined;
    return { execution, thread, variables: this.#thread.variables };
  }

  get #isAtWork(): boolean {
    const { phase } = this.#thread;
    return this.#data.execution.status === 'RUNNING' && (phase === 'task' || phase === 'wait' || phase === 'mapRun');
  }

  async #step(happening: Happening, maxTransitions: number): Promise<readonly Command[]> {
    for (let answers: readonly Answered[] | undefined; ; ) {
      this.#data.beginTurn();
      try {
        return this.#take(happening, maxTransitions, answers);
      } catch (error) {
        if (!(error instanceof HeavyQuery)) throw error;
        this.#data.undoTurn();
        answers = await answerHeavy(error, 'TestState', this.#run.expressions, this.#ctx);
      }
    }
  }
  #take(happening: Happening, maxTransitions: number, answers: readonly Answered[] | undefined): readonly Command[] {
    const { tested, expressions } = this.#run;
    const environment: Environment = {
      ...chanceOf(this.#ctx),
      ...{ expressions, maxTransitions, answers, tested: this.#inspection },
      taskProblems: this.#run.mock ? undefined : (resource, parameters) => parameterProblems(resource, parameters, this.#ctx),
      taskToken: () => this.#ctx.id(),
    };
    return step(tested.machine, this.#data, happening, environment).commands;
  }

  async #next(commands: readonly Command[]): Promise<Happening> {
    const { attempt } = this.#thread;
    const { mock } = this.#run;
    const task = commands.find((command) => command.do === 'task');
    if (task) return { kind: 'task', thread: THREAD, attempt, outcome: mock ? taskOutcome(mock) : await this.#call(task, commands) };
    if (this.#thread.phase === 'mapRun') return { kind: 'mapRun', thread: THREAD, attempt, outcome: await this.#branches(commands, mock!) };
    const atMs = timerIn(commands, 'wake') ?? this.#untilMs;
    await this.#ctx.wait(this.#signal, Math.min(atMs, this.#untilMs));
    return atMs > this.#untilMs ? this.#over() : { kind: 'timer', thread: THREAD, attempt, timer: 'wake' };
  }
  get #signal(): string {
    return `states/test/${this.#run.executionArn}`;
  }
  /** The time of the test is over. */
  #over(): Happening {
    this.#inspection.failed(TIMEOUT, undefined);
    return { kind: 'deadline' };
  }

  async #branches(commands: readonly Command[], mock: Mock): Promise<MapRunOutcome> {
    const command = commands.find((one): one is MapRunCommand => one.do === 'mapRun');
    const { configuration, expressions } = this.#run;
    if (command) return await mapOutcome(command, mock, { configuration, expressions }, this.#inspection, this.#ctx);
    return mock.kind === 'result' ? { event: 'succeeded', output: mock.result } : { event: 'failed', error: mock.error, cause: mock.cause };
  }

  async #call({ resource, parameters, roleArn }: TaskCommand, commands: readonly Command[]): Promise<TaskOutcome> {
    const { executionArn } = this.#run;
    const note = (trace: HttpTrace): void => {
      this.#inspection.http = trace;
    };
    const tracing = { revealsSecrets: this.#run.revealsSecrets, note };
    const request = {
      ...readPattern(resource),
      parameters,
      ...rolesOf(roleArn, this.#run.roleArn ?? ''),
      executionArn,
      requestId: this.#ctx.id(),
      tracing,
    };
    const called = outcomeOf(request, this.#ctx).then((outcome) => {
      this.#ctx.wake(this.#signal);
      return outcome;
    });
    const times = [timerIn(commands, 'timeout'), timerIn(commands, 'heartbeat'), this.#untilMs].filter((time) => time !== undefined);
    const timedOut = this.#ctx.wait(this.#signal, Math.min(...times)).then((isWoken): Promise<TaskOutcome> | TaskOutcome => {
      return isWoken ? called : { event: 'timedOut', error: TIMEOUT };
    });
    return await Promise.race([called, timedOut]);
  }
}

function taskOutcome(mock: Mock): TaskOutcome {
  if (mock.kind === 'result') return { event: 'succeeded', output: mock.result };
  return { event: 'failed', error: mock.error, cause: mock.cause };
}

function timerIn(commands: readonly Command[], timer: string): number | undefined {
  for (const command of commands) if (command.do === 'setTimer' && command.timer === timer) return command.atMs;
  return undefined;
}
