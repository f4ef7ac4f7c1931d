// The interface between an execution and its surroundings: happenings go in, commands and history events come out.
import type { Chance } from '#services/states/language/chance';
import type { Effort } from '#services/states/language/effort';
import type { Expressions } from '#services/states/language/expressions/expressions';
import type { Json, JsonObject } from '#services/states/language/json';
import type { ItemProcessor, QueryLanguage } from '#services/states/language/machine';
import type { Answered } from './heavy-query.ts';

/** `wake` ends a Wait, or the pause before an attempt; `timeout` and `heartbeat` end a task. */
export type TimerKind = 'wake' | 'timeout' | 'heartbeat';

export type TaskOutcome =
  | { readonly event: 'started'; readonly workerName?: string | undefined }
  | { readonly event: 'submitted'; readonly output: Json }
  | { readonly event: 'succeeded'; readonly output: Json }
  /** `phase`: it could not be started, or the other service has not accepted it. Absent: it was under way. */
  | {
      readonly event: 'failed';
      readonly error?: string | undefined;
      readonly cause?: string | undefined;
      readonly phase?: 'Schedule' | 'Start' | 'Submit' | undefined;
    }
  /** `isSilent`: the worker has sent no heartbeat in time. */
  | { readonly event: 'timedOut'; readonly error?: string | undefined; readonly cause?: string | undefined; readonly isSilent?: boolean }
  /** The worker is alive. */
  | { readonly event: 'heartbeat'; readonly seconds: number };

export type MapRunOutcome =
  | { readonly event: 'started'; readonly mapRunArn: string }
  | { readonly event: 'succeeded'; readonly output: Json }
  | { readonly event: 'failed'; readonly error?: string | undefined; readonly cause?: string | undefined };

/** Answers name thread and attempt: those of an earlier attempt are late, and have no effect. */
export type Happening =
  | { readonly kind: 'start' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'stop'; readonly error?: string | undefined; readonly cause?: string | undefined }
  | { readonly kind: 'deadline' }
  /** An execution that failed begins again where it failed. Its status is RUNNING already. */
  | { readonly kind: 'redrive'; readonly redriveCount: number }
  /** The surroundings are broken: the execution fails. */
  | { readonly kind: 'break'; readonly cause: string }
  | { readonly kind: 'timer'; readonly thread: number; readonly attempt: number; readonly timer: TimerKind }
  | { readonly kind: 'task'; readonly thread: number; readonly attempt: number; readonly outcome: TaskOutcome }
  | { readonly kind: 'mapRun'; readonly thread: number; readonly attempt: number; readonly outcome: MapRunOutcome };

export interface TaskCommand {
  readonly do: 'task';
  readonly thread: number;
  readonly attempt: number;
  readonly state: string;
  readonly resource: string;
  readonly parameters: Json;
  readonly heartbeatSeconds?: number | undefined;
  /** The role that the task runs in; by default that of the machine. */
  readonly roleArn?: string | undefined;
}

export interface ItemReader {
  /** `arn:aws:states:::s3:getObject` */
  readonly resource: string;
  readonly parameters: Json;
  /** `ReaderConfig` as the definition has it. */
  readonly config: JsonObject;
  /** 0: all. */
  readonly maxItems?: number | undefined;
}
/** Makes the input of a child from an item. */
export interface ItemSelection {
  readonly template: Json;
  readonly isJsonata: boolean;
  readonly input: Json;
  readonly context: JsonObject;
  readonly variables: JsonObject;
}
export interface ItemBatcher {
  readonly maxItems?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly input?: Json | undefined;
}
export interface ResultWriter {
  /** `Bucket`, `Prefix`; undefined where results are only transformed. */
  readonly parameters?: JsonObject | undefined;
  readonly config: JsonObject;
}

export interface MapRunCommand {
  readonly do: 'mapRun';
  readonly thread: number;
  readonly attempt: number;
  readonly state: string;
  /** Inputs of the children; empty where a reader brings the items. */
  readonly items: readonly Json[];
  readonly reader?: ItemReader | undefined;
  readonly selection?: ItemSelection | undefined;
  readonly batcher?: ItemBatcher | undefined;
  readonly writer?: ResultWriter | undefined;
  readonly label?: string | undefined;
  /** That of the machine, and so of the children's. */
  readonly language: QueryLanguage;
  /** The state makes the inputs from its items by a selector. */
  readonly isSelected: boolean;
  readonly processor: ItemProcessor;
  /** 0: no limit of its own. */
  readonly maxConcurrency: number;
  readonly toleratedCount?: number | undefined;
  readonly toleratedPercentage?: number | undefined;
}

export type Command =
  | TaskCommand
  | MapRunCommand
  /** Replaces the thread's timer of the same kind. */
  | { readonly do: 'setTimer'; readonly thread: number; readonly attempt: number; readonly timer: TimerKind; readonly atMs: number }
  /** Nobody waits for the thread's call and timers any more. */
  | { readonly do: 'forget'; readonly thread: number; readonly attempt: number }
  /** The turn has reached its limit: step again with `continue`. */
  | { readonly do: 'continue' }
  | { readonly do: 'done' };

/** A step of the data flow of a state, as the cloud names it where a state is tested. */
export type InspectedStep =
  | ('afterInputPath' | 'afterParameters' | 'afterArguments' | 'result' | 'afterResultSelector' | 'afterResultPath')
  | ('afterItemsPath' | 'maxConcurrency' | 'toleratedFailureCount' | 'toleratedFailurePercentage');

export interface HandledFailure {
  /** The retrier that names the error; it may have no attempts left. */
  readonly retrier?: number | undefined;
  /** Seconds before the next attempt. */
  readonly pauseSeconds?: number | undefined;
  readonly catcher?: number | undefined;
}

/** A state that runs by itself, to be tested. */
export interface TestedState {
  /** The whole context object. */
  readonly context: JsonObject;
  /** False: the items that a reader would bring are in the state's input. */
  readonly readsItems: boolean;
  /** The outcome of its branches or iterations comes as that of a map run, in place of what these would make. */
  readonly isMocked: boolean;
  inspect(step: InspectedStep, value: Json): void;
  failed(error: string | undefined, cause: string | undefined): void;
  handled(failure: HandledFailure): void;
}

export interface Environment extends Chance {
  /** Absent for machines without expressions. */
  readonly expressions?: Expressions | undefined;
  /** Tokens of tasks that wait for a callback, or for another execution. */
  taskToken(thread: number, attempt: number): string;
  /** Whether the activity exists. A task whose activity does not is not scheduled (recorded). By default it does. */
  hasActivity?(arn: string): boolean;
  /** Why a task cannot start with these parameters. By default it can. */
  readonly taskProblems?: ((resource: string, parameters: Json) => readonly string[]) | undefined;
  /** The machine is being deleted: its executions end where their next state would begin. */
  readonly isDeleting?: boolean | undefined;
  readonly tested?: TestedState | undefined;
  /** Transitions of one turn; by default no limit. */
  readonly maxTransitions?: number | undefined;
  /** The state after the last of these transitions begins, and does no more. */
  readonly beginsNext?: boolean | undefined;
  /** Limits of the queries of the turn; by default those of the main thread. */
  readonly effort?: Effort | undefined;
  /** Answers to queries of the first state at work, or of the happening itself, in an earlier try. */
  readonly answers?: readonly Answered[] | undefined;
}

/** One row of an execution's history. Values that clients receive as JSON text are kept as values. */
export interface HistoryEvent {
  readonly id: number;
  /** 0: nothing came before. */
  readonly previous: number;
  readonly atMs: number;
  readonly type: string;
  readonly details?: EventDetails | undefined;
}
export type EventDetails = Readonly<Record<string, Json | undefined>>;
