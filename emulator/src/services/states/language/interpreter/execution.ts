// An execution as plain data: its threads, and the frames of Parallel and Map states. Nothing here waits, calls or reads a clock.
import type { Json, JsonObject } from '#services/states/language/json';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface Execution {
  status: ExecutionStatus;
  readonly input: Json;
  output?: Json | undefined;
  error?: string | undefined;
  cause?: string | undefined;
  /** Events so far: the id of the last one. */
  events: number;
  /** Ids that threads and frames have taken. */
  ids: number;
  /** `Execution` and `StateMachine` of the context object. */
  readonly context: JsonObject;
  /** Region of the machine, in events of tasks. */
  readonly region: string;
}

/**
 * `enter`: the state is about to begin; `act`: it has begun (or begins another attempt); `task`: waits for the outcome of a call; `wait`:
 * for a Wait state's time; `retry`: for the time of the next attempt; `branches`: for its branches or iterations; `mapRun`: for a map run.
 */
export type Phase = 'enter' | 'act' | 'task' | 'wait' | 'retry' | 'branches' | 'mapRun';

/** One flow of states: the execution's own, a branch of a Parallel state, or an iteration of a Map state. */
export interface Thread {
  readonly id: number;
  /** Where its states are: names of container states, each followed by the number of the branch. */
  readonly place: readonly (string | number)[];
  state: string;
  input: Json;
  /** Its own variables; those of the threads around it can be read. */
  variables: JsonObject;
  /** Bytes of them as JSON. */
  variableBytes?: number | undefined;
  /** The frame that it is part of, and its number there. */
  readonly frame?: number | undefined;
  readonly index?: number | undefined;
  /** The frame of its own state, where that has branches. */
  ownFrame?: number | undefined;
  phase: Phase;
  /** Event ids: of the state's entry, of the event before it, and of the thread's last event. */
  entered: number;
  beforeEntry: number;
  last: number;
  enteredMs: number;
  /** Counts what the thread has waited for: an answer to an earlier attempt is late. */
  attempt: number;
  /** Attempts that each retrier of the state has made. */
  retries?: readonly number[] | undefined;
  retryCount: number;
}

/** The branches of a Parallel state, or the iterations of a Map state. */
export interface Frame {
  readonly id: number;
  readonly owner: number;
  readonly kind: 'map' | 'parallel';
  readonly size: number;
  /** The event that says that the state has started. */
  readonly started: number;
  /** The iteration that begins next. */
  next: number;
  /** Branches that have not ended. */
  left: number;
  /** The last event of the branch that ended last. */
  lastDone: number;
}

/** Items of a Map state, and the input that each iteration begins with. */
export interface FrameItems {
  readonly items: readonly Json[];
  readonly inputs: readonly Json[];
}

/** Reads and changes an execution. Threads and frames that it returns may be changed, and are noted with `changed` then. */
export interface ExecutionData {
  readonly execution: Execution;
  thread(id: number): Thread | undefined;
  /** In the order in which they began. */
  threads(): readonly Thread[];
  threadsOf(frame: number): readonly Thread[];
  addThread(thread: Thread): void;
  removeThread(id: number): void;
  changed(record: Thread | Frame): void;
  frame(id: number): Frame;
  addFrame(frame: Frame, items?: FrameItems): void;
  removeFrame(id: number): void;
  itemsOf(frame: number): FrameItems;
  setResult(frame: number, index: number, result: Json): void;
  resultsOf(frame: Frame): readonly Json[];
}

/** The part of an execution that its turns change. */
export type ExecutionState = Omit<Execution, 'input' | 'context' | 'region'>;

export const newState = (): ExecutionState => ({ status: 'RUNNING', events: 0, ids: 1 });

export const beginExecution = (input: Json, context: JsonObject, region: string): Execution => ({
  status: 'RUNNING',
  ...{ input, events: 0, ids: 1, context, region },
});
