// DescribeStacks and ListStacks.
import type { Ctx } from '#core/ctx';
import type { Frozen, Key } from '#core/records';
import { own } from '#lib/table';
import type { Stack as StackShape } from '#model/cloudformation';
import { operation } from '#model/cloudformation';
import { isObject, type JsonObject } from '#resources/json';
import { isNoEcho } from '#services/cloudformation/engine/parameters';
import { pageOfItems } from '#services/cloudformation/pages';
import { findStack, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { recoverIfInterrupted } from '#services/cloudformation/stack-records/interrupted';
import { type Deployment, deployments, stacks } from '#services/cloudformation/state';

const all = (ctx: Ctx): Stack[] =>
  ctx
    .records(stacks)
    .range()
    .map((stack) => recoverIfInterrupted(stack, ctx));
const newestFirst = ({ createdMs, id }: Stack): Key => [Number.MAX_SAFE_INTEGER - createdMs, id];
const dateOf = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));

export const DescribeStacks = operation('DescribeStacks', ({ StackName, NextToken }, ctx) => {
  const found = StackName === undefined ? all(ctx).filter(({ status }) => status !== 'DELETE_COMPLETE') : [findStack(StackName, ctx)];
  const { items, ...rest } = pageOfItems(found, newestFirst, { NextToken });
  return { Stacks: items.map((stack) => describe(stack, ctx)), ...rest };
});

/** Answers leave out lists that are empty, but for tags and notifications of stacks. */
export const unlessEmpty = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined);

/** A stack that is only reviewed has no template yet. */
const descriptionOf = ({ status, description }: Stack): string | undefined => (status === 'REVIEW_IN_PROGRESS' ? undefined : description);

/** A deleted stack has neither change sets nor protection (localstack/localstack, tests/aws/services/cloudformation, 90 recordings; 2025). A change set that failed
 * to create its stack is not told either (resources/test_logs.py::test_handle_existing_log_group; October 2025). */
function describe(stack: Stack, ctx: Ctx): StackShape {
  const isGone = stack.status === 'DELETE_COMPLETE';
  const deployment = ctx.records(deployments).get([stack.id, 'current']);
  return {
    StackId: stack.id,
    StackName: stack.name,
    ChangeSetId: isGone || stack.status.startsWith('ROLLBACK_') ? undefined : stack.changeSetId,
    Description: descriptionOf(stack),
    Parameters: deployment && stack.status !== 'REVIEW_IN_PROGRESS' ? unlessEmpty(parametersOf(deployment)) : undefined,
    CreationTime: new Date(stack.createdMs),
    LastUpdatedTime: dateOf(stack.updatedMs),
    DeletionTime: dateOf(stack.deletedMs),
    RollbackConfiguration: {},
    StackStatus: stack.status,
    StackStatusReason: stack.reason,
    DisableRollback: stack.disableRollback,
    NotificationARNs: [...(deployment?.notificationArns ?? [])],
    TimeoutInMinutes: stack.timeoutMinutes,
    Capabilities: unlessEmpty([...(deployment?.capabilities ?? [])]),
    Outputs: unlessEmpty(
      stack.outputs.map(({ key, value, description, exportName }) => ({
        OutputKey: key,
        OutputValue: value === undefined ? undefined : ctx.localUrl(value),
        Description: description,
        ExportName: exportName,
      })),
    ),
    RoleARN: stack.roleArn,
    Tags: (deployment?.tags ?? []).map(({ Key, Value }) => ({ Key, Value })),
    EnableTerminationProtection: isGone ? undefined : stack.terminationProtection,
    ParentId: stack.parentId,
    RootId: stack.rootId,
    DriftInformation: { StackDriftStatus: stack.drift.status, LastCheckTimestamp: dateOf(stack.drift.checkedMs) },
    RetainExceptOnCreate: stack.retainExceptOnCreate || undefined,
    DeploymentConfig: stack.deploymentMode === undefined ? undefined : { Mode: stack.deploymentMode },
    LastOperations: stack.lastOperations.map(({ type, id }) => ({ OperationType: type, OperationId: id })),
  };
}

/**
 * Parameters as given, in the order of their names (localstack/localstack, cloudformation/resources/test_cdk.py::TestCdkInit; August 2025). Values of NoEcho
 * parameters are masked.
 */
export function parametersOf({
  parameters,
  processed,
}: Frozen<Deployment>): { ParameterKey: string; ParameterValue: string; ResolvedValue?: string | undefined }[] {
  const declared = isObject(processed.Parameters) ? processed.Parameters : {};
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([ParameterKey, { value, resolved }]) => {
    const hidden = isNoEcho(own(declared, ParameterKey) as JsonObject | undefined);
    return { ParameterKey, ParameterValue: hidden ? '****' : value, ResolvedValue: resolved };
  });
}

export const ListStacks = operation('ListStacks', ({ NextToken, StackStatusFilter }, ctx) => {
  const wanted = all(ctx).filter(({ status }) => !StackStatusFilter?.length || StackStatusFilter.includes(status));
  const { items, ...rest } = pageOfItems(wanted, newestFirst, { NextToken });
  const StackSummaries = items.map((stack) => ({
    StackId: stack.id,
    StackName: stack.name,
    TemplateDescription: descriptionOf(stack),
    CreationTime: new Date(stack.createdMs),
    LastUpdatedTime: dateOf(stack.updatedMs),
    DeletionTime: dateOf(stack.deletedMs),
    StackStatus: stack.status,
    StackStatusReason: stack.reason,
    ParentId: stack.parentId,
    RootId: stack.rootId,
    DriftInformation: { StackDriftStatus: stack.drift.status, LastCheckTimestamp: dateOf(stack.drift.checkedMs) },
    LastOperations: stack.lastOperations.map(({ type, id }) => ({ OperationType: type, OperationId: id })),
  }));
  return { StackSummaries, ...rest };
});
