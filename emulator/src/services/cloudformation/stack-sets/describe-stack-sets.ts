// DescribeStackSet, ListStackSets, and the lists of what organizations would add.
import type { Ctx } from '#core/ctx';
import { partitionOf } from '#lib/arn';
import { own } from '#lib/table';
import type { StackSet as StackSetShape } from '#model/cloudformation';
import { operation } from '#model/cloudformation';
import { isObject, type JsonObject } from '#resources/json';
import { isNoEcho } from '#services/cloudformation/engine/parameters';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { pageOfItems } from '#services/cloudformation/pages';
import { stackSetArn } from './begin-operation.ts';
import { findActiveSet, findStackSet, instancesOf, refuseDelegation, type StackSet } from './find-stack-set.ts';
import { stackSets } from './stack-set-state.ts';

const ADMINISTRATION_ROLE = 'AWSCloudFormationStackSetAdministrationRole';
const EXECUTION_ROLE = 'AWSCloudFormationStackSetExecutionRole';

export const DescribeStackSet = operation('DescribeStackSet', async ({ StackSetName, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const set = findStackSet(StackSetName, ctx);
  const declared = (await parseTemplate(set.body)).Parameters;
  return { StackSet: describe(set, isObject(declared) ? declared : {}, ctx) };
});

function describe(set: StackSet, declared: JsonObject, ctx: Ctx): StackSetShape {
  const instances = instancesOf(set, ctx);
  const role = `arn:${partitionOf(ctx.region)}:iam::${ctx.account}:role/${ADMINISTRATION_ROLE}`;
  return {
    StackSetName: set.name,
    StackSetId: set.id,
    Description: set.description,
    Status: set.status,
    TemplateBody: set.body,
    Parameters: Object.entries(set.parameters).map(([ParameterKey, value]) => ({
      ParameterKey,
      ParameterValue: isNoEcho(own(declared, ParameterKey) as JsonObject | undefined) ? '****' : value,
    })),
    Capabilities: [...set.capabilities],
    Tags: set.tags.map(({ Key, Value }) => ({ Key, Value })),
    StackSetARN: stackSetArn(set, ctx),
    AdministrationRoleARN: set.administrationRoleArn ?? role,
    ExecutionRoleName: set.executionRoleName ?? EXECUTION_ROLE,
    StackSetDriftDetectionDetails: driftDetails(set, instances.length),
    PermissionModel: 'SELF_MANAGED',
    OrganizationalUnitIds: [],
    ManagedExecution: { Active: set.managedExecution },
    Regions: [...new Set(instances.map(({ region }) => region))].sort(),
  };
}

/** Counts as of the last detection. */
export function driftDetails({ drift }: Pick<StackSet, 'drift'>, total: number) {
  if (!drift)
    return {
      DriftStatus: 'NOT_CHECKED',
      TotalStackInstancesCount: total,
      DriftedStackInstancesCount: 0,
      InSyncStackInstancesCount: 0,
      InProgressStackInstancesCount: 0,
      FailedStackInstancesCount: 0,
    };
  const { atMs, drifted, inSync, failed } = drift;
  return {
    DriftStatus: drifted > 0 ? 'DRIFTED' : 'IN_SYNC',
    DriftDetectionStatus: failed === 0 ? 'COMPLETED' : failed < drift.total ? 'PARTIAL_SUCCESS' : 'FAILED',
    LastDriftCheckTimestamp: new Date(atMs),
    TotalStackInstancesCount: drift.total,
    DriftedStackInstancesCount: drifted,
    InSyncStackInstancesCount: inSync,
    InProgressStackInstancesCount: 0,
    FailedStackInstancesCount: failed,
  };
}

export const ListStackSets = operation('ListStackSets', ({ Status, NextToken, MaxResults, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const all = ctx
    .records(stackSets)
    .range()
    .filter(({ status }) => Status === undefined || status === Status);
  const { items, ...rest } = pageOfItems(all, ({ id }) => [id], { NextToken, MaxResults });
  const Summaries = items.map((set) => ({
    StackSetName: set.name,
    StackSetId: set.id,
    Description: set.description,
    Status: set.status,
    PermissionModel: 'SELF_MANAGED',
    DriftStatus: driftDetails(set, 0).DriftStatus,
    LastDriftCheckTimestamp: set.drift && new Date(set.drift.atMs),
    ManagedExecution: { Active: set.managedExecution },
  }));
  return { Summaries, ...rest };
});

/** Sets that manage their own permissions follow no units of an organization. */
export const ListStackSetAutoDeploymentTargets = operation('ListStackSetAutoDeploymentTargets', ({ StackSetName, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  findActiveSet(StackSetName, ctx);
  return { Summaries: [] };
});

export const DescribeOrganizationsAccess = operation('DescribeOrganizationsAccess', () => ({ Status: 'DISABLED' }));
