// Records of stacks, their resources, events and change sets.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { Properties, Value } from '#core/resources/resource-handlers';
import type { JsonObject } from '#resources/json';
import type { ParameterValue } from './engine/parameters.ts';
import type { Change } from './engine/plan.ts';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** The contents of one deployment request. */
export interface Deployment {
  /** The template as it was sent. */
  readonly body: string;
  /** The template after its macros were processed. */
  readonly processed: JsonObject;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly tags: readonly Tag[];
  readonly capabilities: readonly string[];
  readonly imports?: readonly ImportedResource[] | undefined;
  /** ARNs of the topics to which the stack's events are published. */
  readonly notificationArns?: readonly string[] | undefined;
}

export interface ImportedResource {
  readonly logicalId: string;
  readonly identifier: Readonly<Record<string, string>>;
}

export type OperationKind = 'create' | 'update' | 'import' | 'rollback' | 'continue' | 'delete';
export interface StackOperation {
  readonly id: string;
  /** The trace of the request that began it. */
  readonly trace?: Trace | undefined;
  readonly kind: OperationKind;
  /** Id of the process run that has started it. If that run has ended, the operation was interrupted. */
  readonly runner?: string | undefined;
  readonly token?: string | undefined;
  readonly disableRollback: boolean;
  readonly changeSetId?: string | undefined;
  /** The change set that is being undone. Nested stacks return to their deployments before it. */
  readonly undoes?: string | undefined;
  /** Logical ids to keep (delete) or not to roll back (continue). */
  readonly skip?: readonly string[] | undefined;
  /** A stack policy for this update only. */
  readonly policy?: string | undefined;
  readonly retainExceptOnCreate?: boolean | undefined;
  readonly force?: boolean | undefined;
  /** The status to which the stack returns if its deletion is called off. */
  readonly formerStatus?: string | undefined;
  /** Set if the update was cancelled. */
  readonly cancelled?: boolean | undefined;
  /** The reason for which it fails before it has touched anything. */
  readonly failure?: string | undefined;
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

/** An update of a resource that is under way or has failed. Its record has the properties that it tries. */
export interface Attempt {
  /** The properties before. */
  readonly from: JsonObject;
  /** As long as it has changed nothing. */
  readonly changedNothing?: true;
}

export interface ResourceRecord {
  readonly logicalId: string;
  readonly type: string;
  /** Empty until the resource exists. */
  readonly physicalId: string;
  readonly ref?: string | undefined;
  readonly requestId?: string | undefined;
  readonly attributes: Readonly<Record<string, Value>>;
  /** Functions are evaluated and the stack's tags added. Dynamic references stay as they are. */
  readonly properties: JsonObject;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly changedMs: number;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy?: string | undefined;
  readonly updateReplacePolicy?: string | undefined;
  readonly drift: DriftState;
  readonly attempt?: Attempt | undefined;
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

/** Properties of resources that differ from what was deployed, by logical id. Null for a resource that is gone. */
export type ActualResources = Readonly<Record<string, JsonObject | null>>;

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
  /** The first export that is imported and was not there yet. */
  readonly missingExport?: { readonly logicalId: string; readonly name: string } | undefined;
  /** The drifted resources, where drift is to be reverted. */
  readonly actual?: ActualResources | undefined;
  readonly mode?: string | undefined;
  readonly token?: string | undefined;
  /** For a change set of a nested stack: the ids of the parent's change set and of the root's. */
  readonly parentId?: string | undefined;
  readonly rootId?: string | undefined;
  /** For a change set of a nested stack: the stack's deployment before the execution. */
  readonly before?: Deployment | undefined;
}

/** Answers sent over HTTP by custom resources and to wait conditions. */
export interface Answer {
  readonly stackId: string;
  readonly logicalId: string;
  readonly bodies: readonly string[];
  /** Nobody reads what comes. It is taken all the same, so that functions that are late do not fail and run again. */
  readonly closed?: boolean | undefined;
  /** Takes what is no JSON object, too: the reader says so. */
  readonly anyText?: boolean | undefined;
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
/** The stack that has a name now. Deleted stacks have lost theirs. */
export const names = collection<[name: string], { id: string }>('cloudformation.names');
/** Functions that templates call by a name. */
export const macros = collection<
  [name: string],
  { readonly name: string; readonly functionName: string; readonly description?: string | undefined }
>('cloudformation.macros');
/** Resources of types that no service offers. */
export const recordedResources = collection<
  [type: string, physicalId: string],
  { readonly properties: Properties; readonly attributes: Readonly<Record<string, Value>> }
>('cloudformation.recorded-resources');
/** `which`: current, previous (the last complete one), next. */
export const deployments = collection<[stackId: string, which: string], Deployment>('cloudformation.deployments');
export const resources = collection<[stackId: string, logicalId: string], ResourceRecord>('cloudformation.resources');
/** The resources at the beginning of the last update. */
export const kept = collection<[stackId: string, logicalId: string], ResourceRecord>('cloudformation.kept');
/** Resources to delete after the operation has succeeded. */
export const leftovers = collection<[stackId: string, id: string], Leftover>('cloudformation.leftovers');
export const events = collection<[stackId: string, number: number], StackEventRecord>('cloudformation.events', {
  bulk: true,
  version: 2,
  // Earlier versions stored the properties as text.
  upgrade: ({ properties, ...event }: Omit<StackEventRecord, 'properties'> & { properties?: string }) => ({
    ...event,
    properties: properties === undefined ? undefined : (JSON.parse(properties) as JsonObject),
  }),
});
/** `lastMs`: the time of the last event; the next one is later, even in the same millisecond. */
export const eventCounts = collection<[stackId: string], { count: number; lastMs?: number }>('cloudformation.event-counts');
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
