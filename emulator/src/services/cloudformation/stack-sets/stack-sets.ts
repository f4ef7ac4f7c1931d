// CreateStackSet, UpdateStackSet, DeleteStackSet.
import type { Ctx } from '#core/ctx';
import type { CreateStackSetInput } from '#model/cloudformation';
import { fault, operation } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { prepare } from '#services/cloudformation/preparation/prepare';
import { templateText } from '#services/cloudformation/preparation/source';
import { newStack, refuseUnsupported, tagsOf } from '#services/cloudformation/requests';
import { type Deployment, deployments, type Tag } from '#services/cloudformation/state';
import { beginOperation, targetsOf } from './begin-operation.ts';
import {
  findActiveSet,
  findInstance,
  instancesOf,
  isUnderWay,
  lookUpStackSet,
  operationsOf,
  refuseDelegation,
  type StackSet,
} from './find-stack-set.ts';
import { type InstanceRecord, type StackSetRecord, stackInstances, stackSetNames, stackSets } from './stack-set-state.ts';

type SetInput = Pick<
  CreateStackSetInput,
  'StackSetName' | 'Parameters' | 'Capabilities' | 'Tags' | 'PermissionModel' | 'AutoDeployment' | 'CallAs'
>;

/** Permissions through an organization need one. */
function refuseOrganizations({ PermissionModel, AutoDeployment, CallAs }: SetInput): void {
  refuseDelegation(CallAs);
  if (PermissionModel === 'SERVICE_MANAGED') throw invalid('You must enable organizations access to operate a service managed stack set');
  if (AutoDeployment?.Enabled) throw invalid('AutoDeployment can only be specified for StackSets with SERVICE_MANAGED permission model');
}

/** Checks the template with its parameters, as a stack of it would be checked. */
async function checked(body: string, input: SetInput, before: StackSet | undefined, ctx: Ctx) {
  refuseUnsupported({ Tags: input.Tags });
  const tags = tagsOf(input.Tags) ?? (before?.tags as Tag[] | undefined) ?? [];
  const capabilities = input.Capabilities ?? [];
  const previous = before && deploymentOf(before);
  const request = { body, parameters: input.Parameters ?? [], tags, capabilities };
  const { deployment } = await prepare(request, newStack(input.StackSetName.split(':')[0]!, ctx), previous, ctx);
  const parameters = Object.fromEntries(Object.entries(deployment.parameters).map(([name, { value }]) => [name, value]));
  return { body, parameters, capabilities, tags };
}

/** The set's parameters in the form of a stack's, from which previous values are taken. */
function deploymentOf({ body, parameters }: StackSet): Deployment {
  const values = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { value }]));
  return { body, processed: {}, parameters: values, tags: [], capabilities: [] };
}

export const CreateStackSet = operation('CreateStackSet', async (input, ctx) => {
  refuseOrganizations(input);
  const name = input.StackSetName;
  const taken = (): StackSet | undefined => lookUpStackSet(name, ctx);
  const again = taken();
  if (again && input.ClientRequestToken !== undefined && again.token === input.ClientRequestToken) return { StackSetId: again.id };
  if (again) throw fault('NameAlreadyExistsException', `StackSet ${name} already exists`);
  const body =
    input.StackId === undefined ? await templateText(input.TemplateBody, input.TemplateURL, ctx) : templateOf(input.StackId, ctx);
  const content = await checked(body, input, undefined, ctx);
  if (taken()) throw fault('NameAlreadyExistsException', `StackSet ${name} already exists`);
  const record: StackSetRecord = {
    id: `${name}:${ctx.id()}`,
    name,
    status: 'ACTIVE',
    description: input.Description,
    ...content,
    administrationRoleArn: input.AdministrationRoleARN,
    executionRoleName: input.ExecutionRoleName,
    managedExecution: input.ManagedExecution?.Active ?? false,
    token: input.ClientRequestToken,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(stackSets), [record.id], record);
    tx.put(ctx.records(stackSetNames), [name], { id: record.id });
  });
  return { StackSetId: record.id };
});

function templateOf(stackId: string, ctx: Ctx): string {
  const body = ctx.records(deployments).get([stackId, 'current'])?.body;
  if (body === undefined) throw invalid(`Stack with id ${stackId} does not exist`);
  return body;
}

export const UpdateStackSet = operation('UpdateStackSet', async (input, ctx) => {
  refuseOrganizations(input);
  const set = findActiveSet(input.StackSetName, ctx);
  if (input.UsePreviousTemplate && (input.TemplateBody !== undefined || input.TemplateURL !== undefined))
    throw invalid('UsePreviousTemplate cannot be given together with a template.');
  const body = input.UsePreviousTemplate ? set.body : await templateText(input.TemplateBody, input.TemplateURL, ctx);
  const content = await checked(body, { ...input, StackSetName: set.name }, set, ctx);
  const now = findActiveSet(set.id, ctx);
  const next: StackSetRecord = {
    ...(now as StackSetRecord),
    ...content,
    description: input.Description ?? now.description,
    administrationRoleArn: input.AdministrationRoleARN ?? now.administrationRoleArn,
    executionRoleName: input.ExecutionRoleName ?? now.executionRoleName,
    managedExecution: input.ManagedExecution?.Active ?? now.managedExecution,
  };
  const all = instancesOf(now, ctx);
  const isPart = input.Accounts?.length || input.DeploymentTargets || input.Regions?.length;
  const targets = isPart ? targetsOf(input) : all.map(({ account, region }) => ({ account, region }));
  for (const target of targets) findInstance(now, target, ctx);
  const request = { action: 'UPDATE', id: input.OperationId, preferences: input.OperationPreferences, targets } as const;
  const OperationId = beginOperation(
    now,
    request,
    (tx, id) => {
      tx.put(ctx.records(stackSets), [next.id], next);
      for (const instance of all) {
        const isTarget = targets.some(({ account, region }) => account === instance.account && region === instance.region);
        const outdated: InstanceRecord = { ...(instance as InstanceRecord), status: 'OUTDATED' };
        const pending: InstanceRecord = { ...outdated, detailed: 'PENDING', lastOperationId: id };
        tx.put(ctx.records(stackInstances), [next.id, instance.account, instance.region], isTarget ? pending : outdated);
      }
    },
    ctx,
  );
  return { OperationId };
});

export const DeleteStackSet = operation('DeleteStackSet', ({ StackSetName, CallAs }, ctx) => {
  refuseDelegation(CallAs);
  const set = lookUpStackSet(StackSetName, ctx);
  if (!set || set.status === 'DELETED') return;
  if (instancesOf(set, ctx).length > 0) throw fault('StackSetNotEmptyException', 'StackSet is not empty');
  const other = operationsOf(set, ctx).find(isUnderWay);
  if (other) throw fault('OperationInProgressException', `Operation ${other.id} of StackSet ${set.name} is in progress`);
  ctx.write((tx) => {
    tx.put(ctx.records(stackSets), [set.id], { ...set, status: 'DELETED' });
    tx.delete(ctx.records(stackSetNames), [set.name]);
  });
});
