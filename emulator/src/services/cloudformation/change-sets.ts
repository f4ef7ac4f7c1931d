// Change sets: what a deployment would do, shown before it is done.
import type { Ctx } from '#core/call';
import { formatArn } from '#lib/arn';
import type { CreateChangeSetInput } from '#model/cloudformation';
import { fault, operation } from '#model/cloudformation';
import type { Change } from './engine/plan.ts';
import { TemplateProblem } from './engine/problem.ts';
import { putStackStatus } from './events.ts';
import { begin } from './execution/begin.ts';
import { grace } from './execution/grace.ts';
import { existingResources } from './existing.ts';
import { findStack, invalid, lookUp, type Stack } from './find.ts';
import { type ChangeSet, findChangeSet, lookUpChangeSet } from './find-change-set.ts';
import { planChanges } from './planning.ts';
import { type Prepared, prepare } from './prepare.ts';
import { newStack, refuseUnsupported, tagsOf } from './requests.ts';
import { nextBody, nothingToDo, refuseUpdate } from './stacks.ts';
import {
  type ChangeSetRecord,
  changeSetIds,
  changeSets,
  type Deployment,
  deployments,
  names,
  type StackRecord,
  stacks,
  type Tag,
} from './state.ts';

const NO_CHANGES = "The submitted information didn't contain changes. Submit different information to create a change set.";

export const CreateChangeSet = operation('CreateChangeSet', async (input, ctx) => {
  refuseUnsupported(input);
  if (input.DeploymentMode !== undefined)
    throw invalid(`DeploymentMode ${input.DeploymentMode} is not emulated: change sets compare with what was deployed, not with drift.`);
  const type = (input.ChangeSetType ?? 'UPDATE') as ChangeSetRecord['type'];
  const existing = stackFor(input, type, ctx);
  const stack = existing ?? { ...newStack(input.StackName, ctx), status: 'REVIEW_IN_PROGRESS' };
  const again = existing && ctx.records(changeSets).get([stack.id, input.ChangeSetName]);
  if (again && input.ClientToken !== undefined && again.token === input.ClientToken) return { Id: again.id, StackId: stack.id };
  // The AWS CLI names change sets after the second: one that is spent makes room, as here two fit into a second.
  if (again?.execution === 'AVAILABLE') throw fault('AlreadyExistsException', `ChangeSet [${again.id}] already exists`);
  const body = await nextBody(input, stack, ctx);
  const previous = ctx.records(deployments).get([stack.id, 'current']);
  const prepared = await prepare(
    {
      body,
      parameters: input.Parameters ?? [],
      tags: tagsOf(input.Tags) ?? (previous?.tags as Tag[] | undefined) ?? [],
      capabilities: input.Capabilities ?? [],
      resourceTypes: input.ResourceTypes,
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
  const { planned, deployment } = await withExisting(await planOf(stack, prepared, type, input, ctx), stack, prepared, input, ctx);
  const record = recordOf(input, type, stack, deployment, planned, ctx);
  ctx.write((tx) => {
    if (!existing) {
      tx.put(ctx.records(names), [stack.name], { id: stack.id });
      putStackStatus(
        tx,
        ctx,
        { ...stack, roleArn: input.RoleARN, description: prepared.view.template.description },
        'REVIEW_IN_PROGRESS',
        'User Initiated',
      );
    }
    tx.put(ctx.records(changeSets), [stack.id, record.name], record);
    tx.put(ctx.records(changeSetIds), [record.id], { stackId: stack.id, name: record.name });
  });
  return { Id: record.id, StackId: stack.id };
});

/** The stack that is to be changed; undefined where one is to be made. */
function stackFor({ StackName, ChangeSetName }: CreateChangeSetInput, type: ChangeSetRecord['type'], ctx: Ctx): Stack | undefined {
  const found = lookUp(StackName, ctx);
  const live = found?.status === 'DELETE_COMPLETE' ? undefined : found;
  if (type === 'UPDATE') {
    if (!live) throw invalid(`Stack [${StackName}] does not exist`);
    refuseUpdate(live);
  }
  if (type === 'CREATE' && live && live.status !== 'REVIEW_IN_PROGRESS')
    throw invalid(`Stack [${StackName}] already exists and cannot be created again with the changeSet [${ChangeSetName}].`);
  if (type === 'IMPORT' && live && live.status !== 'REVIEW_IN_PROGRESS') refuseUpdate(live);
  return live;
}

interface Planned {
  readonly changes: readonly Change[];
  readonly failure?: string | undefined;
}

async function planOf(
  stack: Stack,
  prepared: Prepared,
  type: ChangeSetRecord['type'],
  input: CreateChangeSetInput,
  ctx: Ctx,
): Promise<Planned> {
  try {
    const changes = planChanges(stack, prepared, ctx);
    if (type === 'IMPORT') checkImport(changes, prepared, input);
    const previous = ctx.records(deployments).get([stack.id, 'current']);
    if (type !== 'CREATE' && (await nothingToDo(stack, prepared, previous, ctx))) return { changes, failure: NO_CHANGES };
    return { changes };
  } catch (error) {
    if (error instanceof TemplateProblem) return { changes: [], failure: error.message };
    throw error;
  }
}

/** With what exists taken over instead of made, where that is asked for. */
async function withExisting(
  planned: Planned,
  stack: Stack,
  prepared: Prepared,
  { ImportExistingResources }: CreateChangeSetInput,
  ctx: Ctx,
) {
  const imports = ImportExistingResources ? await existingResources(planned.changes, stack, prepared, ctx) : [];
  if (imports.length === 0) return { planned, deployment: prepared.deployment };
  const deployment: Deployment = { ...prepared.deployment, imports: [...(prepared.deployment.imports ?? []), ...imports] };
  const changes = planned.changes.map((change) => {
    const found = imports.find(({ logicalId }) => logicalId === change.logicalId);
    return found ? { ...change, action: 'Import' as const, physicalId: Object.values(found.identifier)[0] } : change;
  });
  return { planned: { ...planned, changes }, deployment };
}

function checkImport(changes: readonly Change[], { view }: Prepared, { ResourcesToImport = [] }: CreateChangeSetInput): void {
  if (ResourcesToImport.length === 0) throw new TemplateProblem('ResourcesToImport must name the resources to import.');
  const other = changes.filter(({ action }) => action !== 'Import').map(({ logicalId }) => logicalId);
  if (other.length > 0)
    throw new TemplateProblem(`As part of the import operation, you cannot modify or add [${other.join(', ')}] resources`);
  const bare = ResourcesToImport.filter(
    ({ LogicalResourceId }) => view.template.resources[LogicalResourceId]?.deletionPolicy === undefined,
  );
  if (bare.length > 0)
    throw new TemplateProblem(
      `Resources [${bare.map(({ LogicalResourceId }) => LogicalResourceId).join(', ')}] are missing a DeletionPolicy attribute`,
    );
}

function recordOf(
  input: CreateChangeSetInput,
  type: ChangeSetRecord['type'],
  stack: Stack,
  deployment: Deployment,
  { changes, failure }: Planned,
  ctx: Ctx,
): ChangeSetRecord {
  return {
    id: formatArn({
      service: 'cloudformation',
      region: ctx.region,
      account: ctx.account,
      resource: `changeSet/${input.ChangeSetName}/${ctx.id()}`,
    }),
    name: input.ChangeSetName,
    stackId: stack.id,
    type,
    status: failure === undefined ? 'CREATE_COMPLETE' : 'FAILED',
    reason: failure,
    execution: failure === undefined ? 'AVAILABLE' : 'UNAVAILABLE',
    createdMs: ctx.now(),
    description: input.Description,
    deployment,
    changes,
    roleArn: input.RoleARN,
    onFailure: input.OnStackFailure,
    includeNestedStacks: input.IncludeNestedStacks ?? false,
    importExistingResources: input.ImportExistingResources ?? false,
    deploymentMode: undefined,
    mode: input.DeploymentConfig?.Mode,
    token: input.ClientToken,
  };
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
  const status = { create: 'CREATE_IN_PROGRESS', update: 'UPDATE_IN_PROGRESS', import: 'IMPORT_IN_PROGRESS' }[kind];
  ctx.write((tx) => {
    for (const [key, { id }] of ctx.records(changeSets).entries([stack.id])) {
      if (id === found.id) continue;
      tx.delete(ctx.records(changeSets), key);
      tx.delete(ctx.records(changeSetIds), [id]);
    }
    tx.put(ctx.records(changeSets), [stack.id, found.name], { ...found, execution: 'EXECUTE_IN_PROGRESS' });
    const operation = { kind, disableRollback, token: input.ClientRequestToken, changeSetId: found.id } as const;
    begin(next, { status, reason: 'User Initiated', operation, deployment: found.deployment as ChangeSetRecord['deployment'] }, ctx);
  });
  await grace(stack.id, ctx);
  return {};
});

export const DeleteChangeSet = operation('DeleteChangeSet', (input, ctx) => {
  const found = lookUpChangeSet(input.ChangeSetName, input.StackName, ctx);
  if (!found) return {};
  if (found.execution === 'EXECUTE_IN_PROGRESS')
    throw fault('InvalidChangeSetStatusException', `ChangeSet [${found.id}] cannot be deleted while it is being executed`);
  ctx.write((tx) => {
    tx.delete(ctx.records(changeSets), [found.stackId, found.name]);
    tx.delete(ctx.records(changeSetIds), [found.id]);
  });
  return {};
});

export const ListChangeSets = operation('ListChangeSets', ({ StackName }, ctx) => {
  const stack = findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  return {
    Summaries: ctx
      .records(changeSets)
      .range([stack.id])
      .map((each) => ({ ...summary(each, stack), ImportExistingResources: each.importExistingResources })),
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
});

export const stackOf = ({ stackId }: ChangeSet, ctx: Ctx): Stack => ctx.records(stacks).get([stackId])!;
