// Creates, updates and deletes stacks. The operation only writes its decision; due work carries it out.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { CreateStackInput, UpdateStackInput } from '#model/cloudformation';
import { fault, operation } from '#model/cloudformation';
import { type Json, sameValue } from '#resources/json';
import { runsOf } from '#resources/runs';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { TemplateProblem, TransformFailed } from '#services/cloudformation/engine/problem';
import { begin } from '#services/cloudformation/execution/begin';
import { grace } from '#services/cloudformation/execution/grace';
import { invalid } from '#services/cloudformation/faults';
import { evaluateOutputs } from '#services/cloudformation/preparation/outputs';
import { planChanges } from '#services/cloudformation/preparation/planning';
import { asFaults, type Prepared, prepare } from '#services/cloudformation/preparation/prepare';
import { templateText } from '#services/cloudformation/preparation/source';
import { checkStackName, newStack, policyText, refuseUnsupported, tagsOf } from '#services/cloudformation/requests';
import { attributeValue } from '#services/cloudformation/stack-records/attribute-value';
import { undoesWithin } from '#services/cloudformation/stack-records/change-set-tree';
import { findStack, inProgress, lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import {
  type ChangeSetRecord,
  changeSets,
  type Deployment,
  deployments,
  names,
  resources,
  type StackRecord,
  stacks,
  type Tag,
} from '#services/cloudformation/state';
import { checkTopics } from './check-topics.ts';
import { checkNesting } from './nesting-limits.ts';

export const CreateStack = operation('CreateStack', async (input, ctx) => {
  const made = await createStack(input, ctx);
  await grace(made.StackId, ctx);
  return made;
});

export interface Nesting {
  readonly parentId: string;
  readonly rootId: string;
}

/** Facts that the service's own requests (nested stacks, change sets) have in addition to those of clients. */
export interface StackOrigin {
  readonly nesting?: Nesting | undefined;
  /** The text of the template, if it was read before. */
  readonly body?: string | undefined;
}

export async function createStack(
  input: CreateStackInput,
  ctx: Ctx,
  { nesting, body: known }: StackOrigin = {},
): Promise<{ StackId: string; OperationId?: string }> {
  refuseUnsupported(input);
  checkStackName(input.StackName);
  if (input.DisableRollback !== undefined && input.OnFailure !== undefined)
    throw invalid('You cannot specify both DisableRollback and OnFailure');
  refuseExisting(input.StackName, ctx);
  await checkTopics(input.NotificationARNs, ctx);
  const body = known ?? (await templateText(input.TemplateBody, input.TemplateURL, ctx));
  const policy = await policyText(input.StackPolicyBody, input.StackPolicyURL, ctx);
  const fresh = newStack(input.StackName, ctx);
  const [tags, capabilities] = [tagsOf(input.Tags) ?? [], input.Capabilities ?? []];
  const facts = { body, tags, capabilities, notificationArns: input.NotificationARNs };
  const preparing = prepare(
    {
      ...facts,
      parameters: input.Parameters ?? [],
      resourceTypes: input.ResourceTypes,
      withoutCapabilityCheck: nesting !== undefined,
      keepsFailedTransforms: nesting === undefined,
    },
    fresh,
    undefined,
    ctx,
  );
  const { deployment, prepared, failure } = await orFailed(preparing, { ...facts, processed: NO_RESOURCES, parameters: {} });
  const template = prepared?.view.template;
  const reviewed = refuseExisting(input.StackName, ctx);
  if (nesting && template) checkNesting(nesting, Object.keys(template.resources).length, ctx);
  const disableRollback = input.DisableRollback ?? input.DeploymentConfig?.DisableRollback ?? false;
  const stack: StackRecord = {
    ...fresh,
    ...(reviewed && { id: reviewed.id, createdMs: reviewed.createdMs }),
    status: 'CREATE_IN_PROGRESS',
    description: template?.description,
    roleArn: input.RoleARN,
    onFailure: (input.OnFailure as StackRecord['onFailure'] | undefined) ?? 'ROLLBACK',
    disableRollback,
    timeoutMinutes: input.TimeoutInMinutes,
    terminationProtection: input.EnableTerminationProtection ?? false,
    retainExceptOnCreate: input.RetainExceptOnCreate ?? false,
    deploymentMode: input.DeploymentConfig?.Mode,
    policy,
    ...nesting,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(names), [stack.name], { id: stack.id });
    for (const each of ctx.records(changeSets).range([stack.id]))
      tx.put(ctx.records(changeSets), [stack.id, each.name], { ...(each as ChangeSetRecord), execution: 'OBSOLETE' });
    const operation = { kind: 'create', disableRollback, token: input.ClientRequestToken, failure } as const;
    begin(stack, { status: 'CREATE_IN_PROGRESS', reason: 'User Initiated', operation, deployment }, ctx);
  });
  return { StackId: stack.id };
}

const NO_RESOURCES = { Resources: {} };

/** A deployment, and the reason for which it fails: that of the transform that failed, of which `without` takes the place. */
interface Possible {
  readonly deployment: Deployment;
  readonly prepared?: Prepared;
  readonly failure?: string;
}

async function orFailed(preparing: Promise<Prepared>, without: Deployment): Promise<Possible> {
  try {
    const prepared = await preparing;
    return { deployment: prepared.deployment, prepared };
  } catch (error) {
    if (!(error instanceof TransformFailed)) throw error;
    return { deployment: without, failure: error.reason };
  }
}

/** A stack that is only reviewed can be created after all: its change sets are obsolete then (recorded, November 2023). */
function refuseExisting(name: string, ctx: Ctx): Stack | undefined {
  const there = lookUp(name, ctx);
  if (there && there.status !== 'REVIEW_IN_PROGRESS') throw fault('AlreadyExistsException', `Stack [${name}] already exists`);
  return there;
}

const UPDATABLE = [
  'CREATE_COMPLETE',
  'CREATE_FAILED',
  'UPDATE_COMPLETE',
  'UPDATE_FAILED',
  'UPDATE_ROLLBACK_COMPLETE',
  'IMPORT_COMPLETE',
  'IMPORT_ROLLBACK_COMPLETE',
];

export const refuseUpdate = (stack: Stack): void => {
  if (!UPDATABLE.includes(stack.status)) throw invalid(`Stack:${stack.id} is in ${stack.status} state and can not be updated.`);
};

export const UpdateStack = operation('UpdateStack', async (input, ctx) => {
  const { StackId } = await updateStack(input, ctx);
  if (!findStack(StackId, ctx).parentId) await grace(StackId, ctx);
  return { StackId };
});

/** A template that was read before: of a stack set, or of the deployment before the execution of a change set that is undone. */
export interface KnownTemplate {
  readonly body: string;
  readonly undoes?: string | undefined;
}

export async function updateStack(input: UpdateStackInput, ctx: Ctx, known?: KnownTemplate): Promise<{ StackId: string }> {
  refuseUnsupported(input);
  const stack = findStack(input.StackName, ctx, `Stack [${input.StackName}] does not exist`);
  refuseUpdate(stack);
  await checkTopics(input.NotificationARNs, ctx);
  const during = await policyText(input.StackPolicyDuringUpdateBody, input.StackPolicyDuringUpdateURL, ctx);
  const policy = (await policyText(input.StackPolicyBody, input.StackPolicyURL, ctx)) ?? stack.policy;
  const body = known?.body ?? (await nextBody(input, stack, ctx));
  const previous = ctx.records(deployments).get([stack.id, 'current']);
  const tags = tagsOf(input.Tags) ?? (previous?.tags as Tag[] | undefined) ?? [];
  const notificationArns = input.NotificationARNs ?? previous?.notificationArns;
  const facts = { body, tags, notificationArns, capabilities: input.Capabilities ?? [] };
  const preparing = prepare(
    {
      ...facts,
      parameters: input.Parameters ?? [],
      resourceTypes: input.ResourceTypes,
      withoutCapabilityCheck: stack.parentId !== undefined,
      keepsFailedTransforms: stack.parentId === undefined,
    },
    stack,
    previous,
    ctx,
  );
  // The stack still has the resources of the template before.
  const { processed, parameters } = (previous ?? { processed: NO_RESOURCES, parameters: {} }) as Pick<
    Deployment,
    'processed' | 'parameters'
  >;
  const { deployment, prepared, failure } = await orFailed(preparing, { ...facts, processed, parameters });
  const within = known?.undoes !== undefined && undoesWithin(known.undoes, ctx);
  const isIdle = !within && prepared !== undefined && (await nothingToDo(stack, prepared, previous, ctx));
  if (isIdle && !(stack.parentId === undefined && (await isTransformed(body)))) throw invalid('No updates are to be performed.');
  const now = findStack(stack.id, ctx);
  refuseUpdate(now);
  const disableRollback = input.DisableRollback ?? input.DeploymentConfig?.DisableRollback ?? false;
  const next = {
    ...now,
    policy,
    roleArn: input.RoleARN ?? now.roleArn,
    updatedMs: ctx.now(),
    deploymentMode: input.DeploymentConfig?.Mode,
  };
  const undoes = known?.undoes;
  const operation = { kind: 'update', disableRollback, token: input.ClientRequestToken, policy: during, undoes, failure } as const;
  begin(next, { status: 'UPDATE_IN_PROGRESS', reason: 'User Initiated', operation, deployment }, ctx);
  return { StackId: stack.id };
}

/** The template for an update: the given one, or the stack's present one. */
export async function nextBody(
  input: Pick<UpdateStackInput, 'TemplateBody' | 'TemplateURL' | 'UsePreviousTemplate'>,
  stack: Stack,
  ctx: Ctx,
): Promise<string> {
  if (!input.UsePreviousTemplate) return templateText(input.TemplateBody, input.TemplateURL, ctx);
  if (input.TemplateBody !== undefined || input.TemplateURL !== undefined)
    throw invalid('UsePreviousTemplate cannot be given together with a template.');
  const current = ctx.records(deployments).get([stack.id, 'current']);
  if (!current) throw invalid(`Stack [${stack.name}] has no previous template.`);
  return current.body;
}

/** An update with a transform always works, even if nothing changes (recorded, localstack/localstack, test_update_stack_with_same_template_withoutchange_transformation). */
const isTransformed = async (body: string): Promise<boolean> => (await parseTemplate(body)).Transform !== undefined;

/** Drops keys without a value. */
const plain = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Whether neither resources nor outputs nor tags would change. */
export function nothingToDo(stack: Stack, prepared: Prepared, previous: Frozen<Deployment> | undefined, ctx: Ctx): Promise<boolean> {
  return asFaults(() => {
    if (stack.status.endsWith('_FAILED') || planChanges(stack, prepared, ctx).length > 0) return false;
    const { tags, notificationArns = [] } = prepared.deployment;
    if (!sameValue(previous?.tags as never, tags as never)) return false;
    if (!sameValue((previous?.notificationArns ?? []) as never, notificationArns as never)) return false;
    const { view } = prepared;
    const of = (id: string) => ctx.records(resources).get([stack.id, id]);
    const scope = view.scope({
      ref: (id) => of(id)?.ref ?? of(id)?.physicalId,
      attribute: (id, name) => attributeValue(of(id), name, prepared.known.data),
    });
    try {
      return sameValue(plain(stack.outputs), plain(evaluateOutputs(view, scope)));
    } catch (error) {
      // An output without a value fails with the update, not with its request
      if (error instanceof TemplateProblem) return false;
      throw error;
    }
  });
}

/** Ends the creation under way, then deletes everything. */
async function deleteWhileCreating(stack: Stack, ctx: Ctx): Promise<void> {
  ctx.write((tx) => tx.put(ctx.records(stacks), [stack.id], { ...stack, onFailure: 'DELETE' }));
  runsOf(ctx).get(`stack/${stack.id}`)?.cancel('User Initiated');
  await grace(stack.id, ctx);
}

export const DeleteStack = operation('DeleteStack', async (input, ctx) => {
  const stack = lookUp(input.StackName, ctx);
  if (!stack || stack.status === 'DELETE_COMPLETE' || stack.status === 'DELETE_IN_PROGRESS') return;
  if (stack.terminationProtection) throw invalid(`Stack [${stack.name}] cannot be deleted while TerminationProtection is enabled`);
  if (stack.status === 'CREATE_IN_PROGRESS') return deleteWhileCreating(stack, ctx);
  if (inProgress(stack.status)) throw invalid(`Stack [${stack.id}] cannot be deleted while in status ${stack.status}`);
  const skip = input.RetainResources ?? [];
  if (skip.length > 0 && stack.status !== 'DELETE_FAILED')
    throw invalid(`Invalid operation on stack [${stack.id}]. RetainResources is only allowed for stacks in the DELETE_FAILED state.`);
  const unknown = skip.filter((id) => !ctx.records(resources).has([stack.id, id]));
  if (unknown.length > 0) throw invalid(`The specified resources to retain do not exist in the stack: [${unknown.join(', ')}]`);
  if (input.DeletionMode === 'FORCE_DELETE_STACK' && stack.status !== 'DELETE_FAILED')
    throw invalid('FORCE_DELETE_STACK is only allowed for stacks in the DELETE_FAILED state.');
  const operation = {
    kind: 'delete',
    disableRollback: false,
    token: input.ClientRequestToken,
    skip,
    force: input.DeletionMode === 'FORCE_DELETE_STACK',
    formerStatus: stack.status,
  } as const;
  begin({ ...stack, roleArn: input.RoleARN ?? stack.roleArn }, { status: 'DELETE_IN_PROGRESS', reason: 'User Initiated', operation }, ctx);
  if (!stack.parentId) await grace(stack.id, ctx);
});

export const UpdateTerminationProtection = operation('UpdateTerminationProtection', (input, ctx) => {
  const stack = findStack(input.StackName, ctx, `Stack [${input.StackName}] does not exist`);
  if (stack.parentId !== undefined)
    throw invalid('Termination protection cannot be updated on nested stacks: update that of the root stack.');
  if (stack.status.startsWith('DELETE_') && stack.status !== 'DELETE_FAILED')
    throw invalid(`Termination protection cannot be updated while the stack is in status ${stack.status}`);
  ctx.write((tx) => tx.put(ctx.records(stacks), [stack.id], { ...stack, terminationProtection: input.EnableTerminationProtection }));
  return { StackId: stack.id };
});
