// One turn of an execution: what has been recorded and commanded, which threads are ready, and where each thread's state is defined.

import { Effort, TooMuchWork } from '#services/states/language/effort';
import type { Json } from '#services/states/language/json';
import type { Machine, State, StateGroup } from '#services/states/language/machine';
import { isJsonataState, processorOf } from '#services/states/language/machine';
import { type Answer, answerTo, type Query } from '#services/states/language/queries/query';
import type { Command, Environment, EventDetails, HistoryEvent } from './commands.ts';
import type { ExecutionData, Thread } from './execution.ts';
import { type Answered, HeavyQuery } from './heavy-query.ts';

/** Limit: events that a history may have. */
export const MAX_EVENTS = 25_000;

/** The history is full: the execution fails with its last event. */
export class HistoryFull extends Error {}

export interface StateDefinition {
  readonly state: State;
  readonly isJsonata: boolean;
}

interface FoundDefinition extends StateDefinition, Pick<Thread, 'place'> {
  readonly name: string;
}

/** One object for all threads: to assign variables makes another. */
const NO_VARIABLES = Object.freeze({});
/** The place of an execution's first thread. */
export const TOP: Thread['place'] = Object.freeze([]);

export type NewThread = Pick<Thread, 'place' | 'state' | 'input' | 'last' | 'frame' | 'index'>;

export class Turn {
  readonly machine: Machine;
  readonly data: ExecutionData;
  readonly environment: Environment;
  readonly history: HistoryEvent[] = [];
  readonly commands: Command[] = [];
  readonly effort: Effort;
  readonly #ready: number[] = [];
  /** The definition that was asked for last: mostly it is asked for again. */
  #found: FoundDefinition | undefined;
  /** Queries of the state at work. */
  #asked: Answered[] = [];
  /** Their answers in an earlier try. */
  #known: readonly Answered[];

  constructor(machine: Machine, data: ExecutionData, environment: Environment) {
    this.machine = machine;
    this.data = data;
    this.environment = environment;
    this.#known = environment.answers ?? [];
    this.effort = environment.effort ?? Effort.onMainThread();
  }

  /** Adds an event to the history. @throws HistoryFull */
  record(previous: number, type: string, details?: EventDetails): number {
    const { execution } = this.data;
    if (execution.status === 'RUNNING' && execution.events >= MAX_EVENTS - 1) throw new HistoryFull();
    const id = ++execution.events;
    this.history.push({ id, previous, atMs: this.environment.nowMs, type, details });
    return id;
  }
  /** Adds an event of a thread, after the thread's last one. */
  emit(thread: Thread, type: string, details?: EventDetails): void {
    thread.last = this.record(thread.last, type, details);
  }

  command(command: Command): void {
    this.commands.push(command);
  }
  makeReady(thread: Thread): void {
    this.#ready.push(thread.id);
  }
  get hasReady(): boolean {
    return this.#ready.length > 0;
  }
  /** The thread that has been ready for the longest time; undefined where it has been removed since. */
  takeReady(): Thread | undefined {
    return this.data.thread(this.#ready.shift()!);
  }

  /** Another state begins to work. */
  beginState(): void {
    this.effort.beginState();
    if (this.#asked.length === 0) return;
    this.#asked = [];
    this.#known = [];
  }
  /** Answers a query of a thread. @throws HeavyQuery, and what `answerTo` throws */
  ask({ id: thread, attempt }: Thread, query: Query): Answer {
    const asker = { thread, attempt, kind: query.kind };
    const answered = this.#recall(asker) ?? this.#try(query, asker);
    this.#asked.push(answered);
    if (answered.error !== undefined) throw answered.error;
    return answered.answer;
  }
  #recall({ thread, attempt, kind }: HeavyQuery['asker']): Answered | undefined {
    const known = this.#known[this.#asked.length];
    if (known?.thread === thread && known.attempt === attempt && known.kind === kind) return known;
    this.#known = [];
    return undefined;
  }
  #try(query: Query, asker: HeavyQuery['asker']): Answered {
    const { environment: chance, effort } = this;
    try {
      return { ...asker, answer: answerTo(query, { expressions: chance.expressions, chance, effort }) };
    } catch (error) {
      if (error instanceof TooMuchWork) throw new HeavyQuery(query, asker, this.#asked);
      return { ...asker, error };
    }
  }

  nextId(): number {
    return this.data.execution.ids++;
  }
  startThread(thread: NewThread): void {
    const { place, state, input, last, frame, index } = thread;
    const started: Thread = {
      place,
      state,
      input,
      last,
      frame,
      index,
      id: this.nextId(),
      phase: 'enter',
      variables: NO_VARIABLES,
      entered: 0,
      beforeEntry: last,
      enteredMs: 0,
      attempt: 0,
      retries: undefined,
      retryCount: 0,
    };
    this.effort.beginThread();
    this.data.addThread(started);
    this.makeReady(started);
  }
  /** The thread whose Parallel or Map state this thread is part of. */
  ownerOf(thread: Thread): Thread | undefined {
    return thread.frame === undefined ? undefined : this.data.thread(this.data.frame(thread.frame).owner);
  }

  definitionOf({ place, state }: Thread): StateDefinition {
    const found = this.#found;
    if (found?.place === place && found.name === state) return found;
    let group: StateGroup = this.machine;
    for (let at = 0; at < place.length; at += 2) {
      const container = group.States[place[at] as string]!;
      group = container.Type === 'Map' ? processorOf(container) : container.Branches![place[at + 1] as number]!;
    }
    const definition = group.States[state]!;
    const isJsonata = isJsonataState(definition, this.machine);
    this.#found = { place, name: state, state: definition, isJsonata };
    return this.#found;
  }

  /** The execution ends. Its threads stay until the surroundings let go of them, because a redrive begins with them. */
  end(status: 'FAILED' | 'TIMED_OUT' | 'ABORTED', previous: number, error: string | undefined, cause: string | undefined): void {
    const { execution } = this.data;
    execution.status = status;
    execution.error = error;
    execution.cause = cause;
    this.record(previous, ENDINGS[status], { error, cause });
    for (const { id, attempt } of this.data.threads()) this.command({ do: 'forget', thread: id, attempt });
    this.command({ do: 'done' });
  }
  succeed(previous: number, output: Json): void {
    const { execution } = this.data;
    execution.status = 'SUCCEEDED';
    execution.output = output;
    this.record(previous, 'ExecutionSucceeded', { output });
    this.command({ do: 'done' });
  }
}

const ENDINGS = { FAILED: 'ExecutionFailed', TIMED_OUT: 'ExecutionTimedOut', ABORTED: 'ExecutionAborted' } as const;
