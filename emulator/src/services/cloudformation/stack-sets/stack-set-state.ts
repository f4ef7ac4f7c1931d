// Records of stack sets, their instances and operations, in the account and region of the administrator.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { Tag } from '#services/cloudformation/state';

export interface StackSetRecord {
  /** `name:uuid` */
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'DELETED';
  readonly description?: string | undefined;
  readonly body: string;
  /** The value of every parameter of the template. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly capabilities: readonly string[];
  readonly tags: readonly Tag[];
  readonly administrationRoleArn?: string | undefined;
  readonly executionRoleName?: string | undefined;
  readonly managedExecution: boolean;
  readonly token?: string | undefined;
  readonly drift?: StackSetDrift | undefined;
}

export interface StackSetDrift {
  readonly atMs: number;
  readonly total: number;
  readonly drifted: number;
  readonly inSync: number;
  readonly failed: number;
  readonly running: boolean;
}

export type DetailedStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'INOPERABLE';

/** The stack of a set in one account and region. */
export interface InstanceRecord {
  readonly account: string;
  readonly region: string;
  readonly stackId?: string | undefined;
  /** Values of parameters that replace those of the set. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly status: 'CURRENT' | 'OUTDATED' | 'INOPERABLE';
  readonly detailed: DetailedStatus;
  readonly reason?: string | undefined;
  readonly driftStatus: 'NOT_CHECKED' | 'IN_SYNC' | 'DRIFTED' | 'UNKNOWN';
  readonly driftMs?: number | undefined;
  readonly lastOperationId?: string | undefined;
}

/** How an operation goes through accounts and regions, in the words of the API. */
export interface OperationPreferences {
  readonly RegionConcurrencyType?: string | undefined;
  readonly RegionOrder?: readonly string[] | undefined;
  readonly FailureToleranceCount?: number | undefined;
  readonly FailureTolerancePercentage?: number | undefined;
  readonly MaxConcurrentCount?: number | undefined;
  readonly MaxConcurrentPercentage?: number | undefined;
  readonly ConcurrencyMode?: string | undefined;
}

export interface OperationTarget {
  readonly account: string;
  readonly region: string;
}

export interface OperationResult extends OperationTarget {
  readonly status: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly reason?: string | undefined;
}

export interface StackSetOperationRecord {
  readonly id: string;
  /** The trace of the request that began it. */
  readonly trace?: Trace | undefined;
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE' | 'DETECT_DRIFT';
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'STOPPING' | 'STOPPED';
  readonly reason?: string | undefined;
  readonly preferences: OperationPreferences;
  readonly retain: boolean;
  readonly createdMs: number;
  readonly endedMs?: number | undefined;
  /** In the order in which they were asked for. */
  readonly results: readonly OperationResult[];
  /** Id of the process run that has started it. If that run has ended, the operation was interrupted. */
  readonly runner?: string | undefined;
}

export const stackSets = collection<[id: string], StackSetRecord>('cloudformation.stack-sets');
/** The active stack set that has a name. */
export const stackSetNames = collection<[name: string], { id: string }>('cloudformation.stack-set-names');
export const stackInstances = collection<[setId: string, account: string, region: string], InstanceRecord>(
  'cloudformation.stack-instances',
);
export const stackSetOperations = collection<[setId: string, operationId: string], StackSetOperationRecord>(
  'cloudformation.stack-set-operations',
);
