// Managed policies attached to users, groups and roles, and who uses a policy.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findById, findIdentity, findOwnRole } from '#services/iam/identities/find-identity';
import { inPath, resourceOf } from '#services/iam/identities/naming';
import { type PageRequest, pageOf } from '#services/iam/listing';
import { attachments, type Identity, policyUses, type Usage } from '#services/iam/state';
import { checkPolicyArn, noSuchPolicy, policyExists } from './managed-policies.ts';

/** The cloud's default, before anyone asks for more. */
const MOST_ATTACHED = 10;
const QUOTA = { user: 'PoliciesPerUser', group: 'PoliciesPerGroup', role: 'PoliciesPerRole' };

function attach(ctx: Ctx, identity: Frozen<Identity>, arn: string): void {
  checkPolicyArn(arn);
  if (!policyExists(ctx, arn)) throw fault('NoSuchEntityException', `Policy ${arn} does not exist or is not attachable.`);
  const attached = ctx.records(attachments);
  if (attached.has([identity.id, arn])) return;
  if (attached.count([identity.id]) >= MOST_ATTACHED)
    throw fault('LimitExceededException', `Cannot exceed quota for ${QUOTA[identity.kind]}: ${MOST_ATTACHED}`);
  ctx.write((tx) => {
    tx.put(attached, [identity.id, arn], { arn });
    tx.put(ctx.records(policyUses), [arn, 'attached', identity.id], { ownerId: identity.id });
  });
}

function detach(ctx: Ctx, identity: Frozen<Identity>, arn: string): void {
  checkPolicyArn(arn);
  if (!ctx.records(attachments).has([identity.id, arn])) throw noSuchPolicy(arn);
  ctx.write((tx) => {
    tx.delete(ctx.records(attachments), [identity.id, arn]);
    tx.delete(ctx.records(policyUses), [arn, 'attached', identity.id]);
  });
}

const pathOf = (arn: string): string => resourceOf(arn)?.path ?? '/';
const nameOf = (arn: string): string => resourceOf(arn)?.name ?? arn;

export const attachedTo = (ctx: Ctx, ownerId: string) =>
  ctx
    .records(attachments)
    .range([ownerId])
    .map(({ arn }) => ({ PolicyName: nameOf(arn), PolicyArn: arn }));

function listAttached(ctx: Ctx, { id }: Frozen<Identity>, input: PageRequest & { readonly PathPrefix?: string | undefined }) {
  const all = attachedTo(ctx, id).filter(({ PolicyArn }) => inPath(pathOf(PolicyArn), input.PathPrefix));
  const { items, end } = pageOf(all, ({ PolicyArn }) => PolicyArn, input);
  return { AttachedPolicies: items, ...end };
}

export const AttachUserPolicy = operation('AttachUserPolicy', (input, ctx) =>
  attach(ctx, findIdentity(ctx, 'user', input.UserName), input.PolicyArn),
);
export const AttachGroupPolicy = operation('AttachGroupPolicy', (input, ctx) =>
  attach(ctx, findIdentity(ctx, 'group', input.GroupName), input.PolicyArn),
);
export const AttachRolePolicy = operation('AttachRolePolicy', (input, ctx) =>
  attach(ctx, findOwnRole(ctx, input.RoleName), input.PolicyArn),
);
export const DetachUserPolicy = operation('DetachUserPolicy', (input, ctx) =>
  detach(ctx, findIdentity(ctx, 'user', input.UserName), input.PolicyArn),
);
export const DetachGroupPolicy = operation('DetachGroupPolicy', (input, ctx) =>
  detach(ctx, findIdentity(ctx, 'group', input.GroupName), input.PolicyArn),
);
export const DetachRolePolicy = operation('DetachRolePolicy', (input, ctx) =>
  detach(ctx, findOwnRole(ctx, input.RoleName), input.PolicyArn),
);
export const ListAttachedUserPolicies = operation('ListAttachedUserPolicies', (input, ctx) =>
  listAttached(ctx, findIdentity(ctx, 'user', input.UserName), input),
);
export const ListAttachedGroupPolicies = operation('ListAttachedGroupPolicies', (input, ctx) =>
  listAttached(ctx, findIdentity(ctx, 'group', input.GroupName), input),
);
export const ListAttachedRolePolicies = operation('ListAttachedRolePolicies', (input, ctx) =>
  listAttached(ctx, findIdentity(ctx, 'role', input.RoleName), input),
);

const FILTERS = { User: 'user', Group: 'group', Role: 'role' } as const;

export const ListEntitiesForPolicy = operation('ListEntitiesForPolicy', (input, ctx) => {
  checkPolicyArn(input.PolicyArn);
  if (!policyExists(ctx, input.PolicyArn)) throw noSuchPolicy(input.PolicyArn);
  const kind = FILTERS[input.EntityFilter as keyof typeof FILTERS] as Identity['kind'] | undefined;
  const users = usersOf(ctx, input.PolicyArn, input.PolicyUsageFilter).filter(
    (identity) => (input.EntityFilter === undefined || identity.kind === kind) && inPath(identity.path, input.PathPrefix),
  );
  const { items, end } = pageOf(users, (identity) => `${identity.kind}/${identity.name}`, input);
  const named = (wanted: Identity['kind']) => items.filter((identity) => identity.kind === wanted);
  return {
    PolicyGroups: named('group').map(({ name, id }) => ({ GroupName: name, GroupId: id })),
    PolicyUsers: named('user').map(({ name, id }) => ({ UserName: name, UserId: id })),
    PolicyRoles: named('role').map(({ name, id }) => ({ RoleName: name, RoleId: id })),
    ...end,
  };
});

function usersOf(ctx: Ctx, arn: string, filter: string | undefined): Frozen<Identity>[] {
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
  return [...ids].map((id) => findById(ctx, id)).filter((identity) => identity !== undefined);
}
