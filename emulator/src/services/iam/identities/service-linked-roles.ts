// Roles that belong to a service: it fixes their name and trust policy, and only it may change them.
import { partitionOf } from '#lib/arn';
import { fault, operation } from '#model/iam';
import { deleteIdentity, findIdentity, keyOf, putIdentity } from '#services/iam/find-identity';
import { identityArn, uniqueId, wholeSecond } from '#services/iam/naming';
import { attachments, deletionTasks, identities, policyUses, type Role } from '#services/iam/state';
import { describeRole } from './descriptions.ts';
import { LINKED_NAMES } from './service-linked-names.ts';

const DEFAULT_SESSION_SECONDS = 3600;

/** A service without a row: `some-thing.amazonaws.com` becomes AWSServiceRoleForSomeThing, with or without a suffix. */
function namesOf(host: string): (typeof LINKED_NAMES)[string] {
  if (Object.hasOwn(LINKED_NAMES, host)) return LINKED_NAMES[host]!;
  const words = host.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return { role: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''), takesSuffix: true };
}

export const CreateServiceLinkedRole = operation('CreateServiceLinkedRole', (input, ctx) => {
  const { AWSServiceName: service, CustomSuffix: suffix } = input;
  if (!service.endsWith('.amazonaws.com'))
    throw fault('InvalidInputException', `Service name ${service} is not valid: it must end with .amazonaws.com.`);
  const names = namesOf(service.replace(/\.amazonaws\.com$/, ''));
  if (suffix !== undefined && !names.takesSuffix) throw fault('InvalidInputException', `Custom suffix is not allowed for ${service}`);
  const name = `AWSServiceRoleFor${names.role}${suffix === undefined ? '' : `_${suffix}`}`;
  if (ctx.records(identities).has(['role', keyOf(name)]))
    throw fault('InvalidInputException', `Service role name ${name} has been taken in this account, please try a different suffix.`);
  const role: Role = {
    kind: 'role',
    name,
    id: uniqueId('AROA', ctx),
    path: `/aws-service-role/${service}/`,
    createdMs: wholeSecond(ctx),
    tags: [],
    trustPolicy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
    }),
    description: input.Description,
    maxSessionSeconds: DEFAULT_SESSION_SECONDS,
    linkedService: service,
  };
  ctx.write((tx) => {
    putIdentity(tx, role, ctx);
    if (names.policy === undefined) return;
    const arn = `arn:${partitionOf(ctx.region)}:iam::aws:policy/aws-service-role/${names.policy}`;
    tx.put(ctx.records(attachments), [role.id, arn], { arn });
    tx.put(ctx.records(policyUses), [arn, 'attached', role.id], { ownerId: role.id });
  });
  return { Role: describeRole(role, ctx) };
});

/** The role is deleted at once: no emulated service has resources that would prevent it. */
export const DeleteServiceLinkedRole = operation('DeleteServiceLinkedRole', (input, ctx) => {
  const role = findIdentity('role', input.RoleName, ctx);
  if (role.linkedService === undefined)
    throw fault('NoSuchEntityException', `The role with name ${input.RoleName} is not a service-linked role: ${identityArn(role, ctx)}`);
  const id = `task${role.path}${role.name}/${ctx.id()}`;
  ctx.write((tx) => {
    deleteIdentity(tx, role, ctx);
    tx.put(ctx.records(deletionTasks), [id], { id, status: 'SUCCEEDED' });
  });
  return { DeletionTaskId: id };
});

export const GetServiceLinkedRoleDeletionStatus = operation('GetServiceLinkedRoleDeletionStatus', (input, ctx) => {
  const task = ctx.records(deletionTasks).get([input.DeletionTaskId]);
  if (!task) throw fault('NoSuchEntityException', `Deletion task ${input.DeletionTaskId} cannot be found.`);
  return { Status: task.status };
});
