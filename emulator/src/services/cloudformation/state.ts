// What is remembered of stacks, their resources, events and change sets.
import { collection } from '#core/records';
import type { Value } from '#core/resources/resource-handlers';
import type { JsonObject } from '#resources/json';
import type { ParameterValue } from './engine/parameters.ts';
import type { Change } from './engine/plan.ts';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** What a stack is made from: one request's worth. */
export interface Deployment {
  /** As it was sent. */
  readonly body: string;
  /** With macros processed. */
  readonly processed: JsonObject;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly tags: readonly Tag[];
  readonly capabilities: readonly string[];
  readonly imports?: readonly ImportedResource[] | undefined;
}

export interface ImportedResource {
  readonly logicalId: string;
  readonly identifier: Readonly<Record<string, string>>;
}

export type OperationKind = 'create' | 'update' | 'import' | 'rollback' | 'continue' | 'delete';
export interface StackOperation {
  readonly id: string;
  readonly kind: OperationKind;
  /** The runner that has begun it: one that is gone was interrupted. */
  readonly runner?: string | undefined;
  readonly token?: string | undefined;
  readonly disableRollback: boolean;
  readonly changeSetId?: string | undefined;
  /** The change set whose execution is taken back: nested stacks go back to what they were before it. */
  readonly undoes?: string | undefined;
  /** Logical ids to leave as they are (delete) or not to roll back (continue). */
  readonly skip?: readonly string[] | undefined;
  /** A stack policy for this update only. */
  readonly policy?: string | undefined;
  readonly retainExceptOnCreate?: boolean | undefined;
  readonly force?: boolean | undefined;
  /** The update was cancelled. */
  readonly cancelled?: boolean | undefined;
}

export interface StackOutput {
  readonly key: string;
  readonly value: string;
  readonly description?: string | undefined;
  readonly exportName?: string | undefined;
}

export interface StackRecord {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly createdMs: number;
  readonly updatedMs?: number | undefined;
  readonly deletedMs?: number | undefined;
  readonly description?: string | undefined;
  readonly outputs: readonly StackOutput[];
  readonly roleArn?: string | undefined;
  readonly onFailure: 'ROLLBACK' | 'DELETE' | 'DO_NOTHING';
  readonly disableRollback: boolean;
  readonly timeoutMinutes?: number | undefined;
  readonly terminationProtection: boolean;
  readonly retainExceptOnCreate: boolean;
  readonly parentId?: string | undefined;
  readonly rootId?: string | undefined;
  readonly policy?: string | undefined;
  readonly changeSetId?: string | undefined;
  readonly deploymentMode?: string | undefined;
  readonly drift: DriftState;
  readonly operation?: StackOperation | undefined;
  readonly lastOperations: readonly { readonly type: string; readonly id: string }[];
  readonly token?: string | undefined;
}

export interface DriftState {
  readonly status: string;
  readonly checkedMs?: number | undefined;
}

export interface ResourceRecord {
  readonly logicalId: string;
  readonly type: string;
  /** Empty until the thing exists. */
  readonly physicalId: string;
  readonly ref?: string | undefined;
  readonly attributes: Readonly<Record<string, Value>>;
  /** Functions evaluated, tags of the stack added, dynamic references left as they are. */
  readonly properties: JsonObject;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly changedMs: number;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy?: string | undefined;
  readonly updateReplacePolicy?: string | undefined;
  readonly drift: DriftState;
}

export interface Leftover {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
  readonly properties: JsonObject;
  readonly retain: boolean;
}

export interface StackEventRecord {
  readonly id: string;
  readonly atMs: number;
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly properties?: JsonObject | undefined;
  readonly token?: string | undefined;
  readonly operationId?: string | undefined;
  readonly operationKind?: OperationKind | undefined;
}

export interface ChangeSetRecord {
  readonly id: string;
  readonly name: string;
  readonly stackId: string;
  readonly type: 'CREATE' | 'UPDATE' | 'IMPORT';
  readonly status: string;
  readonly reason?: string | undefined;
  readonly execution: string;
  readonly createdMs: number;
  readonly description?: string | undefined;
  readonly deployment: Deployment;
  readonly changes: readonly Change[];
  readonly roleArn?: string | undefined;
  readonly onFailure?: string | undefined;
  readonly includeNestedStacks: boolean;
  readonly importExistingResources: boolean;
  readonly deploymentMode?: string | undefined;
  readonly mode?: string | undefined;
  readonly token?: string | undefined;
  /** Of a nested stack's change set: that of the stack around it, and that of the outermost. */
  readonly parentId?: string | undefined;
  readonly rootId?: string | undefined;
  /** Of a nested stack's change set: what the stack was made from when this one was executed. */
  readonly before?: Deployment | undefined;
}

/** What others answer over HTTP: custom resources and wait conditions. */
export interface Answer {
  readonly stackId: string;
  readonly logicalId: string;
  readonly bodies: readonly string[];
}

export interface DriftRecord {
  readonly status: string;
  readonly checkedMs: number;
  readonly expected: JsonObject;
  readonly actual?: JsonObject | undefined;
  readonly differences: readonly {
    readonly path: string;
    readonly kind: 'ADD' | 'REMOVE' | 'NOT_EQUAL';
    readonly expected: string;
    readonly actual: string;
  }[];
}

export const stacks = collection<[id: string], StackRecord>('cloudformation.stacks');
/** The stack that has a name now; deleted ones have lost theirs. */
export const names = collection<[name: string], { id: string }>('cloudformation.names');
/** `which`: current, previous (the last that was whole), next. */
export const deployments = collection<[stackId: string, which: string], Deployment>('cloudformation.deployments');
export const resources = collection<[stackId: string, logicalId: string], ResourceRecord>('cloudformation.resources');
/** The resources as they were when the last update began. */
export const kept = collection<[stackId: string, logicalId: string], ResourceRecord>('cloudformation.kept');
/** Things to delete once the operation has gone well. */
export const leftovers = collection<[stackId: string, id: string], Leftover>('cloudformation.leftovers');
export const events = collection<[stackId: string, number: number], StackEventRecord>('cloudformation.events', {
  bulk: true,
  version: 2,
  // Once the properties were text.
  upgrade: ({ properties, ...event }: Omit<StackEventRecord, 'properties'> & { properties?: string }) => ({
    ...event,
    properties: properties === undefined ? undefined : (JSON.parse(properties) as JsonObject),
  }),
});
export const eventCounts = collection<[stackId: string], { count: number }>('cloudformation.event-counts');
export const changeSets = collection<[stackId: string, name: string], ChangeSetRecord>('cloudformation.change-sets');
export const changeSetIds = collection<[id: string], { stackId: string; name: string }>('cloudformation.change-set-ids');
export const exported = collection<[name: string], { stackId: string; value: string }>('cloudformation.exports');
export const imported = collection<[name: string, stackId: string], { stackName: string }>('cloudformation.imports');
export const answers = collection<[token: string], Answer>('cloudformation.answers');
export const signals = collection<[stackId: string, logicalId: string, uniqueId: string], { status: string }>('cloudformation.signals');
export const drifts = collection<[stackId: string, logicalId: string], DriftRecord>('cloudformation.drifts');
export const detections = collection<[id: string], { stackId: string; atMs: number; drifted: number; status: string }>(
  'cloudformation.drift-detections',
);
