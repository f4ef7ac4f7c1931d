// Change sets: they show what a deployment would do before it does it.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { CreateChangeSetInput } from '#model/cloudformation';
import { fault, operation } from '#model/cloudformation';
import { TransformFailed } from '#services/cloudformation/engine/problem';
import { begin } from '#services/cloudformation/execution/begin';
import { grace } from '#services/cloudformation/execution/grace';
import { invalid } from '#services/cloudformation/faults';
import { prepare } from '#services/cloudformation/preparation/prepare';
import { checkStackName, newStack, refuseUnsupported, tagsOf } from '#services/cloudformation/requests';
import { changeSetById, dropChangeSet } from '#services/cloudformation/stack-records/change-set-tree';
import { putStackStatus } from '#services/cloudformation/stack-records/event-records';
import { type ChangeSet, findChangeSet, lookUpChangeSet } from '#services/cloudformation/stack-records/find-change-set';
import { findStack, lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { checkTopics } from '#services/cloudformation/stacks/check-topics';
import { nextBody, refuseUpdate } from '#services/cloudformation/stacks/stacks';
import {
  type ChangeSetRecord,
  changeSetIds,
  changeSets,
  deployments,
  names,
  type StackRecord,
  stacks,
  type Tag,
} from '#services/cloudformation/state';
import { actualResources, takeActual } from './actual-resources.ts';
import { asked, changeSetArn, type Draft, draftOf, failedDraft } from './change-set-drafts.ts';

const IN_PROGRESS = { create: 'CREATE_IN_PROGRESS', update: 'UPDATE_IN_PROGRESS', import: 'IMPORT_IN_PROGRESS' } as const;

export const CreateChangeSet = operation('CreateChangeSet', async (input, ctx) => {
  refuseUnsupported(input);
  const type = (input.ChangeSetType ?? 'UPDATE') as ChangeSetRecord['type'];
  const existing = stackFor(input, type, ctx);
  if (!existing) checkStackName(input.StackName);
  const stack = existing ?? { ...newStack(input.StackName, ctx), status: 'REVIEW_IN_PROGRESS' };
  const again = existing && ctx.records(changeSets).get([stack.id, input.ChangeSetName]);
  if (again && input.ClientToken !== undefined && again.token === input.ClientToken) return { Id: again.id, StackId: stack.id };
  // The AWS CLI names change sets after the current second. Here two fit into a second, so a change set that is executed or failed gives up its
  // name.
  if (again?.execution === 'AVAILABLE') throw fault('AlreadyExistsException', `ChangeSet [${again.id}] already exists`);
  await checkTopics(input.NotificationARNs, ctx);
  const body = await nextBody(input, stack, ctx);
  const previous = ctx.records(deployments).get([stack.id, 'current']);
  const facts = {
    body,
    tags: tagsOf(input.Tags) ?? (previous?.tags as Tag[] | undefined) ?? [],
    capabilities: input.Capabilities ?? [],
  };
  const preparing = prepare(
    {
      ...facts,
      parameters: input.Parameters ?? [],
      resourceTypes: input.ResourceTypes,
      notificationArns: input.NotificationARNs ?? previous?.notificationArns,
      imports: input.ResourcesToImport?.map(({ LogicalResourceId, ResourceIdentifier }) => ({
        logicalId: LogicalResourceId,
        identifier: ResourceIdentifier,
      })),
      macrosShown: true,
    },
    stack,
    previous,
    ctx,
  );
  const place = { id: changeSetArn(input.ChangeSetName, ctx), name: input.ChangeSetName };
  const prepared = await preparing.catch((error: unknown) => {
    if (error instanceof TransformFailed) return error;
    throw error;
  });
  const actual = input.DeploymentMode === 'REVERT_DRIFT' && existing ? await actualResources(existing, ctx) : undefined;
  const draft =
    prepared instanceof TransformFailed
      ? failedDraft(stack, facts, prepared.message, asked(input, type), place, ctx)
      : await draftOf(stack, { ...prepared, actual }, asked(input, type), place, ctx);
  const record: ChangeSetRecord = { ...draft.record, actual };
  const description = prepared instanceof TransformFailed ? undefined : prepared.view.template.description;
  ctx.write((tx) => {
    if (again) dropChangeSet(tx, again, ctx);
    if (!existing) {
      tx.put(ctx.records(names), [stack.name], { id: stack.id });
      putStackStatus(tx, { ...stack, roleArn: input.RoleARN, description }, 'REVIEW_IN_PROGRESS', ctx, 'User Initiated');
    }
    putDraft(tx, { ...draft, record }, ctx);
  });
  return { Id: record.id, StackId: stack.id };
});

function putDraft(tx: Tx, { record, fresh, nested }: Draft, ctx: Ctx): void {
  if (fresh) {
    tx.put(ctx.records(names), [fresh.name], { id: fresh.id });
    putStackStatus(tx, fresh, 'REVIEW_IN_PROGRESS', ctx, 'User Initiated');
  }
  tx.put(ctx.records(changeSets), [record.stackId, record.name], record);
  tx.put(ctx.records(changeSetIds), [record.id], { stackId: record.stackId, name: record.name });
  for (const each of nested) putDraft(tx, each, ctx);
}

/** The stack to change. Undefined if a stack is to be created. */
function stackFor({ StackName, ChangeSetName }: CreateChangeSetInput, type: ChangeSetRecord['type'], ctx: Ctx): Stack | undefined {
  // A deleted stack is found by its id, and never comes back.
  const live = lookUp(StackName, ctx);
  if (type === 'UPDATE') {
    if (!live) throw invalid(`Stack [${StackName}] does not exist`);
    refuseUpdate(live);
  }
  if (type === 'CREATE' && live && live.status !== 'REVIEW_IN_PROGRESS')
    throw invalid(`Stack [${StackName}] already exists and cannot be created again with the changeSet [${ChangeSetName}].`);
  if (type === 'IMPORT' && live && live.status !== 'REVIEW_IN_PROGRESS') refuseUpdate(live);
  return live;
}

export const ExecuteChangeSet = operation('ExecuteChangeSet', async (input, ctx) => {
  const found = findChangeSet(input.ChangeSetName, input.StackName, ctx);
  if (found.status !== 'CREATE_COMPLETE')
    throw fault('InvalidChangeSetStatusException', `ChangeSet [${found.id}] cannot be executed in its current status of [${found.status}]`);
  if (found.execution !== 'AVAILABLE')
    throw fault(
      'InvalidChangeSetStatusException',
      `ChangeSet [${found.id}] cannot be executed in its current execution status of [${found.execution}]`,
    );
  const stack = findStack(found.stackId, ctx);
  const fresh = stack.status === 'REVIEW_IN_PROGRESS';
  if (!fresh) refuseUpdate(stack);
  const kind = found.type === 'IMPORT' ? 'import' : fresh ? 'create' : 'update';
  const disableRollback = input.DisableRollback ?? found.onFailure === 'DO_NOTHING';
  const next: StackRecord = {
    ...(stack as StackRecord),
    changeSetId: found.id,
    roleArn: found.roleArn ?? stack.roleArn,
    onFailure: kind === 'create' ? ((found.onFailure as StackRecord['onFailure'] | undefined) ?? 'ROLLBACK') : stack.onFailure,
    disableRollback: kind === 'create' ? disableRollback : stack.disableRollback,
    retainExceptOnCreate: input.RetainExceptOnCreate ?? stack.retainExceptOnCreate,
    deploymentMode: found.mode,
    updatedMs: ctx.now(),
  };
  const status = IN_PROGRESS[kind];
  ctx.write((tx) => {
    for (const other of ctx.records(changeSets).range([stack.id])) if (other.id !== found.id) dropChangeSet(tx, other, ctx);
    tx.put(ctx.records(changeSets), [stack.id, found.name], { ...found, execution: 'EXECUTE_IN_PROGRESS' });
    if (found.actual) takeActual(tx, stack.id, found.actual, ctx);
    const operation = { kind, disableRollback, token: input.ClientRequestToken, changeSetId: found.id } as const;
    begin(next, { status, reason: 'User Initiated', operation, deployment: found.deployment as ChangeSetRecord['deployment'] }, ctx);
  });
  await grace(stack.id, ctx);
  return {};
});

export const DeleteChangeSet = operation('DeleteChangeSet', (input, ctx) => {
  const found = lookUpChangeSet(input.ChangeSetName, input.StackName, ctx);
  if (!found || found.status === 'DELETE_PENDING') return {};
  const root = changeSetById(found.rootId, ctx);
  if (root)
    throw fault('InvalidChangeSetStatusException', `ChangeSet [${found.id}] can only be deleted with its root change set [${root.id}]`);
  if (found.execution === 'EXECUTE_IN_PROGRESS')
    throw fault('InvalidChangeSetStatusException', `ChangeSet [${found.id}] cannot be deleted while it is being executed`);
  ctx.write((tx) => dropChangeSet(tx, found, ctx));
  return {};
});

export const ListChangeSets = operation('ListChangeSets', ({ StackName }, ctx) => {
  const stack = findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  return {
    Summaries: ctx
      .records(changeSets)
      .range([stack.id])
      .filter(({ execution }) => execution !== 'EXECUTE_COMPLETE')
      .map((each) => ({ ...summary(each, stack), ImportExistingResources: each.importExistingResources || undefined })),
  };
});

export const summary = (found: ChangeSet, stack: Stack) => ({
  StackId: stack.id,
  StackName: stack.name,
  ChangeSetId: found.id,
  ChangeSetName: found.name,
  ExecutionStatus: found.execution,
  Status: found.status,
  StatusReason: found.reason,
  CreationTime: new Date(found.createdMs),
  Description: found.description,
  IncludeNestedStacks: found.includeNestedStacks,
  ParentChangeSetId: found.parentId,
  RootChangeSetId: found.rootId,
});

export const stackOf = ({ stackId }: ChangeSet, ctx: Ctx): Stack => ctx.records(stacks).get([stackId])!;
