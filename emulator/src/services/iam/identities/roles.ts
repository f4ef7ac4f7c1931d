// Roles: who may become them, for how long, and what they are called.
import type { Ctx } from '#core/call';
import { fault, operation } from '#model/iam';
import { pageOfRecords } from '#services/iam/listing';
import { setBoundary } from '#services/iam/policies/boundaries';
import { documentSize, readTrustPolicy } from '#services/iam/policies/documents';
import { attachments, type FoundRole, identities, inlinePolicies, type Role, roleProfiles } from '#services/iam/state';
import { checkTags } from '#services/iam/tag-rules';
import { describeRole, listedRole } from './descriptions.ts';
import { deleteIdentity, findIdentity, findOwnRole, nameMustBeFree, putIdentity } from './find-identity.ts';
import { inPath, uniqueId, wholeSecond } from './naming.ts';

const DEFAULT_SESSION_SECONDS = 3600;
const TRUST_POLICY_SIZE = 2048;

export const CreateRole = operation('CreateRole', (input, ctx) => {
  nameMustBeFree(ctx, 'role', input.RoleName);
  checkTrust(input.AssumeRolePolicyDocument);
  if (input.Path?.startsWith('/aws-service-role/'))
    throw fault('InvalidInputException', 'The path cannot start with /aws-service-role/: only services create roles there.');
  const role: Role = {
    kind: 'role',
    name: input.RoleName,
    id: uniqueId(ctx, 'AROA'),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
    tags: checkTags(input.Tags ?? []),
    trustPolicy: input.AssumeRolePolicyDocument,
    description: input.Description,
    maxSessionSeconds: input.MaxSessionDuration ?? DEFAULT_SESSION_SECONDS,
  };
  const created = ctx.write((tx) => {
    putIdentity(ctx, tx, role);
    return input.PermissionsBoundary === undefined ? role : setBoundary(ctx, tx, role, input.PermissionsBoundary);
  });
  return { Role: describeRole(ctx, created) };
});

export const GetRole = operation('GetRole', (input, ctx) => ({ Role: describeRole(ctx, findIdentity(ctx, 'role', input.RoleName)) }));

export const ListRoles = operation('ListRoles', (input, ctx) => {
  const { items, end } = pageOfRecords(ctx.records(identities), ['role'], input, ({ path }) => inPath(path, input.PathPrefix));
  return { Roles: items.map((role) => listedRole(ctx, role as FoundRole)), ...end };
});

export const UpdateRole = operation('UpdateRole', (input, ctx) => {
  const role = findIdentity(ctx, 'role', input.RoleName);
  change(ctx, role, {
    description: input.Description ?? role.description,
    maxSessionSeconds: input.MaxSessionDuration ?? role.maxSessionSeconds,
  });
});

export const UpdateRoleDescription = operation('UpdateRoleDescription', (input, ctx) => ({
  Role: describeRole(ctx, change(ctx, findIdentity(ctx, 'role', input.RoleName), { description: input.Description })),
}));

export const UpdateAssumeRolePolicy = operation('UpdateAssumeRolePolicy', (input, ctx) => {
  const role = findOwnRole(ctx, input.RoleName);
  checkTrust(input.PolicyDocument);
  change(ctx, role, { trustPolicy: input.PolicyDocument });
});

export const DeleteRole = operation('DeleteRole', (input, ctx) => {
  const role = findOwnRole(ctx, input.RoleName);
  const has = (count: number, first: string) => {
    if (count > 0) throw fault('DeleteConflictException', `Cannot delete entity, must ${first} first.`);
  };
  has(ctx.records(roleProfiles).range([role.id], { limit: 1 }).length, 'remove roles from instance profile');
  has(ctx.records(attachments).range([role.id], { limit: 1 }).length, 'detach all policies');
  has(ctx.records(inlinePolicies).range([role.id], { limit: 1 }).length, 'delete policies');
  ctx.write((tx) => {
    if (role.boundary !== undefined) setBoundary(ctx, tx, role, undefined);
    deleteIdentity(ctx, tx, role);
  });
});

function checkTrust(document: string): void {
  readTrustPolicy(document);
  if (documentSize(document) > TRUST_POLICY_SIZE)
    throw fault('LimitExceededException', `Cannot exceed quota for ACLSizePerRole: ${TRUST_POLICY_SIZE}`);
}

function change(ctx: Ctx, role: FoundRole, changed: Partial<Role>): FoundRole {
  const next = { ...role, ...changed };
  ctx.write((tx) => putIdentity(ctx, tx, next));
  return next;
}
