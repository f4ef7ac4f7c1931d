// The collections of map runs: what each run does, the inputs of its children, which of them run, and what became of them.
import { collection } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { executionArn } from '#services/states/arns';
import type { ItemBatcher, ItemReader, ItemSelection, ResultWriter } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import type { MockedTest } from '#services/states/state';

/** Children of a map run, or their items. */
export interface MapRunCounts {
  readonly total: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly aborted: number;
}

export interface MapRun {
  readonly id: string;
  /** The machine and the execution whose Map state it is, and the thread that waits for it. */
  readonly machine: string;
  readonly execution: string;
  readonly executionId: string;
  readonly thread: number;
  readonly attempt: number;
  readonly state: string;
  /** Name of the machine that the children belong to: `machine/label`. */
  readonly childMachine: string;
  /** The revision that the children run. */
  readonly revisionId: string;
  readonly roleArn: string;
  readonly isExpress: boolean;
  readonly startMs: number;
  readonly stopMs?: number | undefined;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';
  /** The execution's history says that the run has started. */
  readonly isStarted: boolean;
  /** All items have been read. */
  readonly isRead: boolean;
  /** 0: no limit of its own. */
  readonly maxConcurrency: number;
  readonly toleratedCount?: number | undefined;
  readonly toleratedPercentage?: number | undefined;
  readonly reader?: ItemReader | undefined;
  readonly selection?: ItemSelection | undefined;
  readonly batcher?: ItemBatcher | undefined;
  readonly writer?: ResultWriter | undefined;
  /** The child that begins next. */
  readonly next: number;
  /** Children, and their items: more where items are batched. */
  readonly executions: MapRunCounts;
  readonly items: MapRunCounts;
  readonly resultsWritten: number;
  /** The test case of the execution that it is part of. */
  readonly mocks?: MockedTest | undefined;
  /** Bytes of the outputs so far. */
  readonly outputBytes: number;
  readonly redriveCount: number;
}
/** ARN of the execution that waits for the run. */
export const parentArn = ({ machine, execution }: Pick<MapRun, 'machine' | 'execution'>, scope: RegionScope): string =>
  executionArn(machine, execution, scope);
export const mapRuns = collection<[id: string], MapRun>('states.map-runs');
/** The map runs of an execution, in the order in which they began. */
export const mapRunsOfExecutions = collection<[executionId: string, thread: number, attempt: number], { readonly id: string }>(
  'states.map-runs-of-executions',
);

/** Inputs of children, in portions of `PORTION`. */
export const mapInputs = collection<[mapRun: string, portion: number], { readonly inputs: readonly Json[] }>('states.map-inputs', {
  bulk: true,
});
export const PORTION = 100;

/** Children that run: the execution's name. */
export const mapChildren = collection<[mapRun: string, index: number], { readonly name: string }>('states.map-children', { bulk: true });

export interface MapResult {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly startMs: number;
  readonly stopMs: number;
  readonly output?: Json | undefined;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
}
export const mapResults = collection<[mapRun: string, index: number], MapResult>('states.map-results', { bulk: true });
