// Instances of stack sets: stacks in accounts and regions.
import type { Ctx } from '#core/ctx';
import { own } from '#lib/table';
import type { Parameter, StackInstance } from '#model/cloudformation';
import { operation } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { pageOfItems } from '#services/cloudformation/pages';
import { beginOperation, targetsOf } from './begin-operation.ts';
import {
  findActiveSet,
  findInstance,
  findOperation,
  findStackSet,
  type Instance,
  instancesOf,
  refuseDelegation,
  type StackSet,
} from './find-stack-set.ts';
import { type InstanceRecord, type OperationTarget, stackInstances } from './stack-set-state.ts';

const instanceAt = (set: StackSet, { account, region }: OperationTarget, ctx: Ctx): InstanceRecord | undefined =>
  ctx.records(stackInstances).get([set.id, account, region]) as InstanceRecord | undefined;

/** Not naming any overrides keeps the present ones; naming some drops the others. */
function overridesOf(set: StackSet, given: readonly Parameter[] | undefined, before: Instance | undefined): Record<string, string> {
  const present = before?.overrides ?? {};
  if (given === undefined) return { ...present };
  const unknown = given.flatMap(({ ParameterKey = '' }) => (Object.hasOwn(set.parameters, ParameterKey) ? [] : [ParameterKey]));
  if (unknown.length > 0) throw invalid(`Parameters: [${unknown.join(', ')}] do not exist in the template`);
  const kept = given.flatMap(({ ParameterKey = '', ParameterValue, UsePreviousValue }): [string, string][] => {
    const value = UsePreviousValue ? own(present, ParameterKey) : (ParameterValue ?? '');
    return value === undefined ? [] : [[ParameterKey, value]];
  });
  return Object.fromEntries(kept);
}

export const CreateStackInstances = operation('CreateStackInstances', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findActiveSet(input.StackSetName, ctx);
  const targets = targetsOf(input);
  const next = targets.map(
    (target): InstanceRecord => ({
      driftStatus: 'NOT_CHECKED',
      ...instanceAt(set, target, ctx),
      ...target,
      overrides: overridesOf(set, input.ParameterOverrides, instanceAt(set, target, ctx)),
      status: 'OUTDATED',
      detailed: 'PENDING',
    }),
  );
  return { OperationId: deploy(set, 'CREATE', input, next, ctx) };
});

export const UpdateStackInstances = operation('UpdateStackInstances', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findActiveSet(input.StackSetName, ctx);
  const next = targetsOf(input).map((target): InstanceRecord => {
    const before = findInstance(set, target, ctx);
    const overrides = overridesOf(set, input.ParameterOverrides, before);
    return { ...(before as InstanceRecord), overrides, status: 'OUTDATED', detailed: 'PENDING' };
  });
  return { OperationId: deploy(set, 'UPDATE', input, next, ctx) };
});

type Preferences = Parameters<typeof beginOperation>[1]['preferences'];

function deploy(
  set: StackSet,
  action: 'CREATE' | 'UPDATE',
  input: { readonly OperationId?: string | undefined; readonly OperationPreferences?: Preferences },
  instances: readonly InstanceRecord[],
  ctx: Ctx,
): string {
  const targets = instances.map(({ account, region }) => ({ account, region }));
  return beginOperation(
    set,
    { action, id: input.OperationId, preferences: input.OperationPreferences, targets },
    (tx, lastOperationId) => {
      for (const each of instances) tx.put(ctx.records(stackInstances), [set.id, each.account, each.region], { ...each, lastOperationId });
    },
    ctx,
  );
}

export const DeleteStackInstances = operation('DeleteStackInstances', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findActiveSet(input.StackSetName, ctx);
  const targets = targetsOf(input);
  const { OperationId: id, OperationPreferences: preferences, RetainStacks: retain } = input;
  const OperationId = beginOperation(set, { action: 'DELETE', id, preferences, retain, targets }, () => {}, ctx);
  return { OperationId };
});

const facts = (set: StackSet, each: Instance) => ({
  StackSetId: set.id,
  Region: each.region,
  Account: each.account,
  StackId: each.stackId,
  Status: each.status,
  StatusReason: each.reason,
  StackInstanceStatus: { DetailedStatus: each.detailed },
  OrganizationalUnitId: '',
  DriftStatus: each.driftStatus,
  LastDriftCheckTimestamp: each.driftMs === undefined ? undefined : new Date(each.driftMs),
  LastOperationId: each.lastOperationId,
});

export const DescribeStackInstance = operation('DescribeStackInstance', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findStackSet(input.StackSetName, ctx);
  const found = findInstance(set, { account: input.StackInstanceAccount, region: input.StackInstanceRegion }, ctx);
  const ParameterOverrides = Object.entries(found.overrides).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue }));
  const described: StackInstance = { ...facts(set, found), ParameterOverrides };
  return { StackInstance: described };
});

export const ListStackInstances = operation('ListStackInstances', (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findStackSet(input.StackSetName, ctx);
  const fits = (each: Instance): boolean =>
    (input.StackInstanceAccount === undefined || each.account === input.StackInstanceAccount) &&
    (input.StackInstanceRegion === undefined || each.region === input.StackInstanceRegion) &&
    (input.Filters ?? []).every(({ Name, Values }) => {
      const value = Name === 'DETAILED_STATUS' ? each.detailed : Name === 'DRIFT_STATUS' ? each.driftStatus : each.lastOperationId;
      return value === Values;
    });
  const found = instancesOf(set, ctx).filter(fits);
  const { items, ...rest } = pageOfItems(found, ({ account, region }) => [account, region], input);
  return { Summaries: items.map((each) => facts(set, each)), ...rest };
});

export const ListStackInstanceResourceDrifts = operation('ListStackInstanceResourceDrifts', async (input, ctx) => {
  refuseDelegation(input.CallAs);
  const set = findStackSet(input.StackSetName, ctx);
  findOperation(set, input.OperationId, ctx);
  const place = { account: input.StackInstanceAccount, region: input.StackInstanceRegion };
  const { stackId } = findInstance(set, place, ctx);
  if (stackId === undefined) return { Summaries: [] };
  const found = await ctx.call(
    'cloudformation',
    'DescribeStackResourceDrifts',
    {
      StackName: stackId,
      StackResourceDriftStatusFilters: input.StackInstanceResourceDriftStatuses,
      NextToken: input.NextToken,
      MaxResults: input.MaxResults,
    },
    place,
  );
  const Summaries = (found.StackResourceDrifts ?? []).map(({ ExpectedProperties: _e, ActualProperties: _a, ...each }) => each);
  return { Summaries, ...(found.NextToken === undefined ? {} : { NextToken: found.NextToken }) };
});
