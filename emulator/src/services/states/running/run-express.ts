// Runs an execution of an Express machine: in memory, from its start to its end.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import { machineArn, parseStatesArn } from '#services/states/arns';
import type { RunnableMachine } from '#services/states/definitions';
import { parameterProblems } from '#services/states/integrations/parameter-problems';
import { outcomeOf } from '#services/states/integrations/perform-task';
import { readPattern } from '#services/states/integrations/task-request';
import { rolesOf } from '#services/states/integrations/task-role';
import type { Command, Environment, Happening, HistoryEvent, TaskCommand } from '#services/states/language/interpreter/commands';
import type { Execution } from '#services/states/language/interpreter/execution';
import { type Answered, HeavyQuery } from '#services/states/language/interpreter/heavy-query';
import { MemoryExecution } from '#services/states/language/interpreter/memory-execution';
import { stepAsFar } from '#services/states/language/interpreter/step';
import { countInvocation, forgetInvocations, mockedOutcome } from '#services/states/mocks/mocks';
import { noteTurn } from '#services/states/running-executions';
import type { LoggingConfiguration, MockedTest } from '#services/states/state';
import { isExecutionTraced, type TaskTrace, traceExecution } from '#services/states/tracing/execution-trace';
import { answerHeavy } from './answer-heavy.ts';
import { chanceOf } from './chance-of.ts';
import { logEvents } from './log-events.ts';

const MS = 1000;
/** Limit: time that an execution of an Express machine takes. */
const MAX_SECONDS = 300;
const MAX_TRANSITIONS = 500;

export interface ExpressRun extends RunnableMachine {
  readonly arn: string;
  readonly roleArn: string;
  readonly name: string;
  readonly inputText: string;
  readonly logging: LoggingConfiguration;
  readonly mocks?: MockedTest | undefined;
  /** The X-Ray header. */
  readonly traceHeader?: string | undefined;
  /** As of a turn. */
  readonly parentArn?: string | undefined;
}

export async function runExpress(execution: Execution, run: ExpressRun, ctx: Ctx): Promise<Execution> {
  await new ExpressRunner(execution, run, ctx).run();
  return execution;
}

/** Nobody waits for the run: the log says where it fails. */
export function runUnattended(run: Promise<unknown>, ctx: Ctx): void {
  run.catch((error: unknown) => void ctx.track(Promise.reject(error)));
}

interface Timer {
  readonly atMs: number;
  readonly happening: Happening;
}

class ExpressRunner {
  readonly #data: MemoryExecution;
  readonly #run: ExpressRun;
  readonly #ctx: Ctx;
  readonly #happenings: Happening[] = [{ kind: 'start' }];
  readonly #startMs: number;
  readonly #timers = new Map<string, Timer>();

  constructor(execution: Execution, run: ExpressRun, ctx: Ctx) {
    this.#data = new MemoryExecution(execution);
    this.#run = run;
    this.#ctx = ctx;
    this.#startMs = ctx.now();
    const seconds = Math.min(run.machine.TimeoutSeconds ?? MAX_SECONDS, MAX_SECONDS);
    this.#timers.set('deadline', { atMs: ctx.now() + seconds * MS, happening: { kind: 'deadline' } });
  }

  /** The events of a machine that logs, or of an execution that is traced. */
  readonly #history: HistoryEvent[] = [];

  get #isRunning(): boolean {
    return this.#data.execution.status === 'RUNNING';
  }

  /** Counts as work under way, but for the time in which it only waits. */
  async run(): Promise<void> {
    for (;;) {
      await this.#ctx.track(this.#takeAll());
      if (this.#ctx.signal.aborted || !this.#isRunning) return;
      // A task may have ended meanwhile.
      if (this.#happenings.length === 0) await this.#ctx.wait(this.#signal, this.#nextMs());
    }
  }
  /** Takes what has happened, until there is nothing but waiting. */
  async #takeAll(): Promise<void> {
    for (let happening = this.#next(); happening && this.#isRunning; happening = this.#next()) {
      await this.#step(happening);
      // Long runs let others have their turn.
      if (happening.kind === 'continue') await nextTurn();
      if (this.#ctx.signal.aborted) return;
    }
    if (this.#isRunning) return;
    const { mocks, arn } = this.#run;
    if (mocks?.counts === arn) this.#ctx.write((tx) => forgetInvocations(mocks, tx, this.#ctx));
    this.#sendSegment();
    await this.#log();
  }
  #trace(state: string): TaskTrace | undefined {
    const { traceHeader: header, arn } = this.#run;
    return header === undefined ? undefined : { header, execution: arn, state };
  }
  #sendSegment(): void {
    const { arn, name: machine, roleArn, traceHeader: header } = this.#run;
    if (!isExecutionTraced(header)) return;
    const { status, error, cause } = this.#data.execution;
    const ended = { header, execution: arn, arn, machine, machineArn: machineArn(machine, this.#ctx), roleArn, status, error, cause };
    traceExecution({ ...ended, startMs: this.#startMs, endMs: this.#ctx.now(), history: this.#history }, this.#ctx);
  }
  #next(): Happening | undefined {
    return this.#happenings.shift() ?? this.#dueTimer();
  }
  async #log(): Promise<void> {
    const { arn, roleArn, name, inputText, logging } = this.#run;
    const id = arn.slice(arn.lastIndexOf(':') + 1);
    const execution = { arn, machine: name, id, startMs: this.#startMs, inputText, roleArn, redriveCount: 0 };
    await logEvents(this.#history, execution, logging, this.#ctx);
  }
  get #signal(): string {
    return `states/express/${this.#run.arn}`;
  }
  #nextMs(): number {
    return Math.min(...[...this.#timers.values()].map(({ atMs }) => atMs));
  }
  #dueTimer(): Happening | undefined {
    for (const [name, { atMs, happening }] of this.#timers) {
      if (atMs > this.#ctx.now()) continue;
      this.#timers.delete(name);
      return happening;
    }
    return undefined;
  }

  /** Happenings that come while a thread answers for the turn wait. */
  async #step(happening: Happening): Promise<void> {
    for (let answers: readonly Answered[] | undefined; ; ) {
      try {
        this.#take(happening, answers);
        return;
      } catch (error) {
        if (!(error instanceof HeavyQuery)) throw error;
        answers = await answerHeavy(error, this.#run.name, this.#run.expressions, this.#ctx);
      }
    }
  }
  #take(happening: Happening, answers: readonly Answered[] | undefined): void {
    const { machine, expressions, arn } = this.#run;
    const { nowMs, random, uuid } = chanceOf(this.#ctx);
    const environment: Environment = {
      ...{ nowMs, random, uuid, expressions, answers, maxTransitions: MAX_TRANSITIONS },
      taskProblems: this.#run.mocks ? undefined : (resource, parameters) => parameterProblems(resource, parameters, this.#ctx),
      taskToken: (thread, attempt) => `${arn}/${thread}/${attempt}`,
    };
    const { history, commands } = stepAsFar(machine, () => this.#data.undoTurn(), happening, environment);
    this.#data.beginTurn();
    if (this.#run.logging.level !== 'OFF' || isExecutionTraced(this.#run.traceHeader)) this.#history.push(...history);
    this.#note(history);
    for (const command of commands) this.#carryOut(command);
  }
  #note(history: readonly HistoryEvent[]): void {
    const { arn, name: machine, parentArn } = this.#run;
    const names = parseStatesArn(arn)?.names ?? [];
    const { status, error, cause } = this.#data.execution;
    const facts = { arn, machine, machineArn: machineArn(machine, this.#ctx), name: names[1] ?? machine, parentArn };
    noteTurn({ ...facts, history, end: { status, error, cause } }, this.#ctx);
  }
  #carryOut(command: Command): void {
    if (command.do === 'task') void this.#ctx.track(this.#call(command));
    else if (command.do === 'continue') this.#happenings.push({ kind: 'continue' });
    else if (command.do === 'setTimer') {
      const { thread, attempt, timer, atMs } = command;
      this.#timers.set(`${thread} ${timer}`, { atMs, happening: { kind: 'timer', thread, attempt, timer } });
    } else if (command.do === 'forget')
      for (const timer of ['wake', 'timeout', 'heartbeat']) this.#timers.delete(`${command.thread} ${timer}`);
  }

  async #call(command: TaskCommand): Promise<void> {
    const { thread, attempt, state, resource, parameters } = command;
    const roles = rolesOf(command.roleArn, this.#run.roleArn);
    const task = {
      ...readPattern(resource),
      parameters,
      ...roles,
      executionArn: this.#run.arn,
      requestId: this.#ctx.id(),
      mayRest: true,
      trace: this.#trace(state),
    };
    const happen = (outcome: Extract<Happening, { kind: 'task' }>['outcome']) => {
      this.#happenings.push({ kind: 'task', thread, attempt, outcome });
      this.#ctx.wake(this.#signal);
    };
    const mocked = this.#run.mocks && this.#ctx.write((tx) => countInvocation(this.#run.mocks, state, tx, this.#ctx));
    happen({ event: 'started' });
    happen((await mockedOutcome(mocked, command, this.#ctx)) ?? (await outcomeOf(task, this.#ctx)));
  }
}
