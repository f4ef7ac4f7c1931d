// The collections of state machines: machines with their revisions, executions with their threads and histories, activities.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { Tag } from '#core/tags';
import type { EventDetails, TaskOutcome } from './language/interpreter/commands.ts';
import type { ExecutionState, Frame, Thread } from './language/interpreter/execution.ts';
import type { Json } from './language/json.ts';

export type MachineType = 'STANDARD' | 'EXPRESS';

export interface LoggingConfiguration {
  readonly level: 'ALL' | 'ERROR' | 'FATAL' | 'OFF';
  readonly includeExecutionData: boolean;
  /** ARN of the log group, ending in `:*`; undefined for level OFF. */
  readonly logGroupArn?: string | undefined;
  /** The list of groups was given, and is empty: it is shown. */
  readonly hasEmptyList?: true | undefined;
}

export interface EncryptionConfiguration {
  readonly type: 'AWS_OWNED_KEY' | 'CUSTOMER_MANAGED_KMS_KEY';
  readonly keyId?: string | undefined;
  readonly reusePeriodSeconds?: number | undefined;
}

export interface StateMachine {
  readonly name: string;
  readonly type: MachineType;
  readonly revisionId: string;
  readonly definition: string;
  /** States take their language from the machine. Not set by earlier versions, in which they took it from the Parallel or Map state around them. */
  readonly hasOneLanguage?: true | undefined;
  readonly roleArn: string;
  readonly createdMs: number;
  /** Time of its last change: another one than that of its creation, once it has changed. */
  readonly updatedMs: number;
  readonly logging: LoggingConfiguration;
  readonly isTraced: boolean;
  readonly encryption: EncryptionConfiguration;
  readonly tags: readonly Tag[];
  /** Executions that ran when it was deleted have not ended yet. */
  readonly isDeleting?: boolean | undefined;
}
export const machines = collection<[name: string], StateMachine>('states.machines');

/** A definition that executions run: kept when the machine changes, or is deleted. */
export interface Revision {
  readonly definition: string;
  readonly roleArn: string;
  readonly updatedMs: number;
  /** As the machine has it. */
  readonly hasOneLanguage?: true | undefined;
}
export const revisions = collection<[revisionId: string], Revision>('states.revisions');

/** A revision under a number that is never used again. */
export interface MachineVersion {
  readonly number: number;
  readonly revisionId: string;
  readonly description?: string | undefined;
  readonly createdMs: number;
}
export const versions = collection<[machine: string, number: number], MachineVersion>('states.versions');
/** The highest number that a machine has given to a version. */
export const versionCounts = collection<[machine: string], { readonly last: number }>('states.version-counts');

export interface MachineAlias {
  readonly name: string;
  readonly machine: string;
  readonly description?: string | undefined;
  /** One or two versions, whose weights sum to 100. */
  readonly routes: readonly { readonly version: number; readonly weight: number }[];
  readonly createdMs: number;
  readonly updatedMs: number;
}
export const aliases = collection<[machine: string, name: string], MachineAlias>('states.aliases');

/** The test case whose mocked results an execution takes. Executions with the same `counts` count invocations of states together. */
export interface MockedTest {
  readonly machine: string;
  readonly testCase: string;
  readonly counts: string;
}
/** A task of such an execution: `number` counts the invocations of its state, from 0. */
export interface MockedTask {
  readonly machine: string;
  readonly testCase: string;
  readonly number: number;
}
export const mockCounts = collection<[counts: string, state: string], { readonly next: number }>('states.mock-counts', { bulk: true });

export interface ExecutionRecord {
  /** Unique; the first part of the keys of threads and events, so that an execution of the same name begins empty. */
  readonly id: string;
  readonly name: string;
  readonly machine: string;
  readonly revisionId: string;
  /** The version that it runs, and the alias by which it was started, where it was. */
  readonly version?: number | undefined;
  readonly alias?: string | undefined;
  readonly startMs: number;
  readonly stopMs?: number | undefined;
  /** The text that the client sent: history and description show it as it is, and states get what it says. */
  readonly inputText: string;
  readonly traceHeader?: string | undefined;
  /** The request that started it, or redrove it last: what becomes of the execution is told there. Executions of earlier versions have none. */
  readonly trace?: Trace | undefined;
  readonly state: ExecutionState;
  readonly redriveCount: number;
  /** The last redrive, and the client's token for it. */
  readonly redriveMs?: number | undefined;
  readonly redriveToken?: string | undefined;
  readonly mocks?: MockedTest | undefined;
  /** The map run that it is a child of, and its number there. */
  readonly mapRun?: { readonly id: string; readonly index: number } | undefined;
}
export const executions = collection<[machine: string, name: string], ExecutionRecord>('states.executions', { bulk: true });
/** Executions of a machine, by the time of their start. */
export const executionsByStart = collection<[machine: string, startMs: number, name: string], object>('states.executions-by-start', {
  bulk: true,
  // The first version repeated the name.
  version: 2,
  upgrade: () => STARTED,
});
export const STARTED = Object.freeze({});

export const threads = collection<[executionId: string, id: number], Thread>('states.threads', { bulk: true });
export const frames = collection<[executionId: string, id: number], Frame>('states.frames', { bulk: true });
/** One row: `inputs` is absent where each iteration begins with its item. */
export const frameItems = collection<
  [executionId: string, frame: number],
  { readonly items: readonly Json[]; readonly inputs?: readonly Json[] }
>('states.frame-items', { bulk: true });
export const frameResults = collection<[executionId: string, frame: number, index: number], { readonly result: Json }>(
  'states.frame-results',
  {
    bulk: true,
  },
);

/** An event as it is kept. Its id is that of its row, and its number in the row. */
export interface KeptEvent {
  readonly previous: number;
  readonly type: string;
  readonly details?: EventDetails | undefined;
}
/** The events of a turn, which have one time. */
export interface EventRow {
  readonly atMs: number;
  readonly events: readonly KeptEvent[];
}
/** One row a turn, by the id of its first event. */
export const eventRows = collection<[executionId: string, firstId: number], EventRow>('states.events', {
  bulk: true,
  // In the first version each event had the time of its turn.
  version: 2,
  upgrade: ({ events }: { readonly events: readonly (KeptEvent & { readonly atMs: number })[] }) => ({ atMs: events[0]!.atMs, events }),
});

/** A call that a task waits for. */
export interface TaskCall {
  readonly machine: string;
  readonly execution: string;
  readonly state: string;
  readonly resource: string;
  readonly parameters: Json;
  readonly roleArn: string;
  /** The machine's role, where the task acts in one of its own. */
  readonly assumedFrom?: string | undefined;
  readonly heartbeatSeconds?: number | undefined;
  readonly mocked?: MockedTask | undefined;
  /** The last step in its history: a call that is made again after a crash adds it no second time. */
  readonly progress?: 'started' | 'submitted' | undefined;
  /** ARN of the execution that the task has started, where it waits for its end. */
  readonly nested?: string | undefined;
  /** The outcome of a call that was made, where the execution cannot take it yet: it waits for a thread. */
  readonly outcome?: TaskOutcome | undefined;
}
export const taskCalls = collection<[executionId: string, thread: number, attempt: number], TaskCall>('states.task-calls', { bulk: true });

export interface Activity {
  readonly name: string;
  readonly createdMs: number;
  readonly encryption: EncryptionConfiguration;
  readonly tags: readonly Tag[];
}
export const activities = collection<[name: string], Activity>('states.activities');

/** A task that waits for a worker of an activity. */
export interface ActivityTask {
  readonly token: string;
  readonly input: string;
}
export const activityTasks = collection<[activity: string, atMs: number, token: string], ActivityTask>('states.activity-tasks', {
  bulk: true,
});
