// Roles: their trust policy, longest session and description.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/iam';
import { deleteIdentity, findIdentity, findOwnRole, nameMustBeFree, putIdentity } from '#services/iam/find-identity';
import { pageOfValues } from '#services/iam/listing';
import { inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { setBoundary } from '#services/iam/policies/boundaries';
import { documentSize, readTrustPolicy } from '#services/iam/policies/documents';
import { attachments, type FoundRole, identities, inlinePolicies, type Role, roleProfiles } from '#services/iam/state';
import { IAM_TAGS } from '#services/iam/tag-rules';
import { describeRole, listedRole } from './descriptions.ts';

const DEFAULT_SESSION_SECONDS = 3600;
/** Limit: characters of a role's trust policy, without white space. */
const MAX_TRUST_POLICY_LENGTH = 2048;

export const CreateRole = operation('CreateRole', (input, ctx) => {
  nameMustBeFree('role', input.RoleName, ctx);
  checkTrust(input.AssumeRolePolicyDocument);
  if (input.Path?.startsWith('/aws-service-role/'))
    throw fault('InvalidInputException', 'The path cannot start with /aws-service-role/: only services create roles there.');
  const role: Role = {
    kind: 'role',
    name: input.RoleName,
    id: uniqueId('AROA', ctx),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
    trustPolicy: input.AssumeRolePolicyDocument,
    description: input.Description,
    maxSessionSeconds: input.MaxSessionDuration ?? DEFAULT_SESSION_SECONDS,
  };
  const created = ctx.write((tx) => {
    putIdentity(tx, role, ctx);
    return input.PermissionsBoundary === undefined ? role : setBoundary(tx, role, input.PermissionsBoundary, ctx);
  });
  // The answer to its creation leaves out what GetRole tells of a role (recorded)
  const { MaxSessionDuration: _, RoleLastUsed: __, ...described } = describeRole(created, ctx);
  return { Role: described };
});

export const GetRole = operation('GetRole', (input, ctx) => ({ Role: describeRole(findIdentity('role', input.RoleName, ctx), ctx) }));

export const ListRoles = operation('ListRoles', (input, ctx) => {
  const { items, ...end } = pageOfValues(ctx.records(identities), ['role'], input, { keep: ({ path }) => inPath(path, input.PathPrefix) });
  return { Roles: items.map((role) => listedRole(role as FoundRole, ctx)), ...end };
});

export const UpdateRole = operation('UpdateRole', (input, ctx) => {
  const role = findIdentity('role', input.RoleName, ctx);
  change(
    role,
    {
      description: input.Description ?? role.description,
      maxSessionSeconds: input.MaxSessionDuration ?? role.maxSessionSeconds,
    },
    ctx,
  );
});

export const UpdateRoleDescription = operation('UpdateRoleDescription', (input, ctx) => ({
  Role: describeRole(change(findIdentity('role', input.RoleName, ctx), { description: input.Description }, ctx), ctx),
}));

export const UpdateAssumeRolePolicy = operation('UpdateAssumeRolePolicy', (input, ctx) => {
  const role = findOwnRole(input.RoleName, ctx);
  checkTrust(input.PolicyDocument);
  change(role, { trustPolicy: input.PolicyDocument }, ctx);
});

export const DeleteRole = operation('DeleteRole', (input, ctx) => {
  const role = findOwnRole(input.RoleName, ctx);
  const has = (count: number, first: string) => {
    if (count > 0) throw fault('DeleteConflictException', `Cannot delete entity, must ${first} first.`);
  };
  has(ctx.records(roleProfiles).range([role.id], { limit: 1 }).length, 'remove roles from instance profile');
  has(ctx.records(attachments).range([role.id], { limit: 1 }).length, 'detach all policies');
  has(ctx.records(inlinePolicies).range([role.id], { limit: 1 }).length, 'delete policies');
  ctx.write((tx) => {
    if (role.boundary !== undefined) setBoundary(tx, role, undefined, ctx);
    deleteIdentity(tx, role, ctx);
  });
});

function checkTrust(document: string): void {
  readTrustPolicy(document);
  if (documentSize(document) > MAX_TRUST_POLICY_LENGTH)
    throw fault('LimitExceededException', `Cannot exceed quota for ACLSizePerRole: ${MAX_TRUST_POLICY_LENGTH}`);
}

function change(role: FoundRole, changed: Partial<Role>, ctx: Ctx): FoundRole {
  const next = { ...role, ...changed };
  ctx.write((tx) => putIdentity(tx, next, ctx));
  return next;
}
