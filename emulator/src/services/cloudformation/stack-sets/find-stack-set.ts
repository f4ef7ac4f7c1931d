// Finds stack sets by name or id, and their instances and operations, with the errors for names that nothing has.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/cloudformation';
import { runsOf } from '#resources/runs';
import { invalid } from '#services/cloudformation/faults';
import {
  type InstanceRecord,
  type OperationTarget,
  type StackSetOperationRecord,
  type StackSetRecord,
  stackInstances,
  stackSetNames,
  stackSetOperations,
  stackSets,
} from './stack-set-state.ts';

export type StackSet = Frozen<StackSetRecord>;
export type Instance = Frozen<InstanceRecord>;
export type StackSetOperation = Frozen<StackSetOperationRecord>;

/** By name an active set, by id also a deleted one. */
export function lookUpStackSet(nameOrId: string, ctx: Ctx): StackSet | undefined {
  const id = nameOrId.includes(':') ? nameOrId : ctx.records(stackSetNames).get([nameOrId])?.id;
  return id === undefined ? undefined : ctx.records(stackSets).get([id]);
}

export function findStackSet(nameOrId: string, ctx: Ctx): StackSet {
  const found = lookUpStackSet(nameOrId, ctx);
  if (!found) throw fault('StackSetNotFoundException', `StackSet ${nameOrId} not found`);
  return found;
}

/** A set that can be changed. */
export function findActiveSet(nameOrId: string, ctx: Ctx): StackSet {
  const found = findStackSet(nameOrId, ctx);
  if (found.status === 'DELETED') throw fault('StackSetNotFoundException', `StackSet ${nameOrId} not found`);
  return found;
}

export const instancesOf = (set: StackSet, ctx: Ctx): Instance[] => ctx.records(stackInstances).range([set.id]);

export function findInstance(set: StackSet, { account, region }: OperationTarget, ctx: Ctx): Instance {
  const found = ctx.records(stackInstances).get([set.id, account, region]);
  if (!found)
    throw fault('StackInstanceNotFoundException', `Stack instance not found: ${set.name} in account ${account}, region ${region}`);
  return found;
}

/** The operations of a set, newest first. */
export const operationsOf = (set: StackSet, ctx: Ctx): StackSetOperation[] =>
  ctx
    .records(stackSetOperations)
    .range([set.id])
    .map((each) => settled(set, each, ctx))
    .sort((a, b) => b.createdMs - a.createdMs || (a.id < b.id ? -1 : 1));

export function findOperation(set: StackSet, id: string, ctx: Ctx): StackSetOperation {
  const found = ctx.records(stackSetOperations).get([set.id, id]);
  if (!found) throw fault('OperationNotFoundException', `Operation ${id} not found for StackSet ${set.name}`);
  return settled(set, found, ctx);
}

export const isUnderWay = ({ status }: StackSetOperation): boolean => status === 'RUNNING' || status === 'STOPPING';

/** Fails an operation during which the emulator ended. */
function settled(set: StackSet, operation: StackSetOperation, ctx: Ctx): StackSetOperation {
  const { runner } = operation;
  if (!isUnderWay(operation) || runner === undefined || runner === runsOf(ctx).id) return operation;
  const reason = 'The emulator ended during the operation.';
  const results = operation.results.map((each) =>
    each.status === 'RUNNING' || each.status === 'PENDING' ? { ...each, status: 'CANCELLED' as const, reason } : each,
  );
  const failed: StackSetOperation = { ...operation, status: 'FAILED', reason, results, endedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(stackSetOperations), [set.id, operation.id], failed));
  return failed;
}

/** There is no organization here, and so nobody who acts for one. */
export function refuseDelegation(callAs: string | undefined): void {
  if (callAs === 'DELEGATED_ADMIN') throw invalid('You must be a delegated administrator of an organization to call as DELEGATED_ADMIN.');
}
