// Operations of stack sets: their course, their results, and how they are stopped.
import { fault, operation } from '#model/cloudformation';
import { pageOfItems } from '#services/cloudformation/pages';
import { beginOperation } from './begin-operation.ts';
import { driftDetails } from './describe-stack-sets.ts';
import {
  findActiveSet,
  findOperation,
  findStackSet,
  instancesOf,
  operationsOf,
  refuseDelegation,
  type StackSetOperation,
} from './find-stack-set.ts';
import { type StackSetOperationRecord, stackSetOperations } from './stack-set-state.ts';

const facts = (each: StackSetOperation) => ({
  OperationId: each.id,
  Action: each.action,
  Status: each.status,
  StatusReason: each.reason,
  OperationPreferences: { ...each.preferences, RegionOrder: [...(each.preferences.RegionOrder ?? [])] },
  CreationTimestamp: new Date(each.createdMs),
  EndTimestamp: each.endedMs === undefined ? undefined : new Date(each.endedMs),
  StatusDetails: { FailedStackInstancesCount: each.results.filter(({ status }) => status === 'FAILED').length },
});

export const DescribeStackSetOperation = operation('DescribeStackSetOperation', ({ StackSetName, OperationId, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const set = findStackSet(StackSetName, ctx);
  const found = findOperation(set, OperationId, ctx);
  return {
    StackSetOperation: {
      ...facts(found),
      StackSetId: set.id,
      RetainStacks: found.action === 'DELETE' ? found.retain : undefined,
      AdministrationRoleARN: set.administrationRoleArn,
      ExecutionRoleName: set.executionRoleName,
      StackSetDriftDetectionDetails: found.action === 'DETECT_DRIFT' ? driftDetails(set, found.results.length) : undefined,
    },
  };
});

export const ListStackSetOperations = operation('ListStackSetOperations', ({ StackSetName, NextToken, MaxResults, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const all = operationsOf(findStackSet(StackSetName, ctx), ctx);
  const { items, ...rest } = pageOfItems(all, ({ createdMs, id }) => [Number.MAX_SAFE_INTEGER - createdMs, id], { NextToken, MaxResults });
  return { Summaries: items.map(facts), ...rest };
});

export const ListStackSetOperationResults = operation('ListStackSetOperationResults', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const { results } = findOperation(findStackSet(input.StackSetName, ctx), input.OperationId, ctx);
  const found = results.filter(({ status }) => (input.Filters ?? []).every(({ Values }) => Values === status));
  const { items, ...rest } = pageOfItems(found, ({ account, region }) => [account, region], input);
  const Summaries = items.map(({ account, region, status, reason }) => ({
    Account: account,
    Region: region,
    Status: status,
    StatusReason: reason,
    AccountGateResult: {
      Status: 'SKIPPED',
      StatusReason: `Function not found: arn:aws:lambda:${region}:${account}:function:AWSCloudFormationStackSetAccountGate`,
    },
    OrganizationalUnitId: '',
  }));
  return { Summaries, ...rest };
});

export const StopStackSetOperation = operation('StopStackSetOperation', ({ StackSetName, OperationId, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const set = findActiveSet(StackSetName, ctx);
  const found = findOperation(set, OperationId, ctx);
  if (found.status !== 'RUNNING')
    throw fault('InvalidOperationException', `Operation ${OperationId} is in ${found.status} state and cannot be stopped`);
  const stopping: StackSetOperationRecord = { ...(found as StackSetOperationRecord), status: 'STOPPING' };
  ctx.write((tx) => tx.put(ctx.records(stackSetOperations), [set.id, OperationId], stopping));
});

export const DetectStackSetDrift = operation('DetectStackSetDrift', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findActiveSet(input.StackSetName, ctx);
  const targets = instancesOf(set, ctx).map(({ account, region }) => ({ account, region }));
  const { OperationId: id, OperationPreferences: preferences } = input;
  return { OperationId: beginOperation(set, { action: 'DETECT_DRIFT', id, preferences, targets }, () => {}, ctx) };
});
