// Attaches managed policies to users, groups and roles, and lists the users of a policy.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findById, findIdentity, findOwnRole } from '#services/iam/find-identity';
import { type PageInput, pageOfItems } from '#services/iam/listing';
import { inPath, resourceOf } from '#services/iam/naming';
import { attachments, type Identity, policyUses, type Usage } from '#services/iam/state';
import { checkPolicyArn, noSuchPolicy, policyExists } from './managed-policies.ts';

/** Limit: managed policies of a user, a group or a role: the cloud's default quota. */
const MAX_ATTACHED = 10;
const QUOTA = { user: 'PoliciesPerUser', group: 'PoliciesPerGroup', role: 'PoliciesPerRole' };

function attach(identity: Frozen<Identity>, arn: string, ctx: Ctx): void {
  if (!arn.startsWith('arn:')) throw unmodelled('ValidationError', 'Invalid ARN:  Could not be parsed!');
  checkPolicyArn(arn);
  if (!policyExists(arn, ctx)) throw fault('NoSuchEntityException', `Policy ${arn} does not exist or is not attachable.`);
  const attached = ctx.records(attachments);
  if (attached.has([identity.id, arn])) return;
  if (attached.count([identity.id]) >= MAX_ATTACHED)
    throw fault('LimitExceededException', `Cannot exceed quota for ${QUOTA[identity.kind]}: ${MAX_ATTACHED}`);
  ctx.write((tx) => {
    tx.put(attached, [identity.id, arn], { arn });
    tx.put(ctx.records(policyUses), [arn, 'attached', identity.id], { ownerId: identity.id });
  });
}

function detach(identity: Frozen<Identity>, arn: string, ctx: Ctx): void {
  checkPolicyArn(arn);
  if (!ctx.records(attachments).has([identity.id, arn])) throw noSuchPolicy(arn);
  ctx.write((tx) => {
    tx.delete(ctx.records(attachments), [identity.id, arn]);
    tx.delete(ctx.records(policyUses), [arn, 'attached', identity.id]);
  });
}

const pathOf = (arn: string): string => resourceOf(arn)?.path ?? '/';
const nameOf = (arn: string): string => resourceOf(arn)?.name ?? arn;

export const attachedTo = (ownerId: string, ctx: Ctx) =>
  ctx
    .records(attachments)
    .range([ownerId])
    .map(({ arn }) => ({ PolicyName: nameOf(arn), PolicyArn: arn }));

function listAttached({ id }: Frozen<Identity>, input: PageInput & { readonly PathPrefix?: string | undefined }, ctx: Ctx) {
  const all = attachedTo(id, ctx).filter(({ PolicyArn }) => inPath(pathOf(PolicyArn), input.PathPrefix));
  const { items, ...end } = pageOfItems(all, ({ PolicyArn }) => PolicyArn, input);
  return { AttachedPolicies: items, ...end };
}

export const AttachUserPolicy = operation('AttachUserPolicy', (input, ctx) =>
  attach(findIdentity('user', input.UserName, ctx), input.PolicyArn, ctx),
);
export const AttachGroupPolicy = operation('AttachGroupPolicy', (input, ctx) =>
  attach(findIdentity('group', input.GroupName, ctx), input.PolicyArn, ctx),
);
export const AttachRolePolicy = operation('AttachRolePolicy', (input, ctx) =>
  attach(findOwnRole(input.RoleName, ctx), input.PolicyArn, ctx),
);
export const DetachUserPolicy = operation('DetachUserPolicy', (input, ctx) =>
  detach(findIdentity('user', input.UserName, ctx), input.PolicyArn, ctx),
);
export const DetachGroupPolicy = operation('DetachGroupPolicy', (input, ctx) =>
  detach(findIdentity('group', input.GroupName, ctx), input.PolicyArn, ctx),
);
export const DetachRolePolicy = operation('DetachRolePolicy', (input, ctx) =>
  detach(findOwnRole(input.RoleName, ctx), input.PolicyArn, ctx),
);
export const ListAttachedUserPolicies = operation('ListAttachedUserPolicies', (input, ctx) =>
  listAttached(findIdentity('user', input.UserName, ctx), input, ctx),
);
export const ListAttachedGroupPolicies = operation('ListAttachedGroupPolicies', (input, ctx) =>
  listAttached(findIdentity('group', input.GroupName, ctx), input, ctx),
);
export const ListAttachedRolePolicies = operation('ListAttachedRolePolicies', (input, ctx) =>
  listAttached(findIdentity('role', input.RoleName, ctx), input, ctx),
);

const FILTERS = { User: 'user', Group: 'group', Role: 'role' } as const;

export const ListEntitiesForPolicy = operation('ListEntitiesForPolicy', (input, ctx) => {
  checkPolicyArn(input.PolicyArn);
  if (!policyExists(input.PolicyArn, ctx)) throw noSuchPolicy(input.PolicyArn);
  const kind = FILTERS[input.EntityFilter as keyof typeof FILTERS] as Identity['kind'] | undefined;
  const users = usersOf(input.PolicyArn, input.PolicyUsageFilter, ctx).filter(
    (identity) => (input.EntityFilter === undefined || identity.kind === kind) && inPath(identity.path, input.PathPrefix),
  );
  const { items, ...end } = pageOfItems(users, (identity) => `${identity.kind}/${identity.name}`, input);
  const named = (wanted: Identity['kind']) => items.filter((identity) => identity.kind === wanted);
  return {
    PolicyGroups: named('group').map(({ name, id }) => ({ GroupName: name, GroupId: id })),
    PolicyUsers: named('user').map(({ name, id }) => ({ UserName: name, UserId: id })),
    PolicyRoles: named('role').map(({ name, id }) => ({ RoleName: name, RoleId: id })),
    ...end,
  };
});

function usersOf(arn: string, filter: string | undefined, ctx: Ctx): Frozen<Identity>[] {
  const usages: Usage[] =
    filter === 'PermissionsBoundary' ? ['boundary'] : filter === 'PermissionsPolicy' ? ['attached'] : ['attached', 'boundary'];
  const ids = new Set(
    usages.flatMap((usage) =>
      ctx
        .records(policyUses)
        .range([arn, usage])
        .map(({ ownerId }) => ownerId),
    ),
  );
  return [...ids].map((id) => findById(id, ctx)).filter((identity) => identity !== undefined);
}
