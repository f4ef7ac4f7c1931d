// AWS::IAM::Role
import { crudSetting, crudType } from '#core/resources/crud-type';
import { document, number, tagList, text } from '#core/resources/resource-properties';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';

const DEFAULT_DURATION = 3600;

export const resource: ResourceType = crudType({
  id: 'RoleName',
  newName: 64,
  gone: GONE,
  properties: { AssumeRolePolicyDocument: requiredText, Path: text, Description: text, MaxSessionDuration: number },
  create: (RoleName, given, { PermissionsBoundary, Tags }, ctx) =>
    // Without one its description is empty, not absent: lambda functions' roles in cloudformation/resources/test_lambda.py of localstack/localstack (2023)
    ctx.call('iam', 'CreateRole', {
      RoleName,
      ...given,
      Description: given.Description ?? '',
      PermissionsBoundary: text(PermissionsBoundary),
      Tags: tagList(Tags),
    }),
  async update(
    RoleName,
    { AssumeRolePolicyDocument: PolicyDocument, Description = '', MaxSessionDuration = DEFAULT_DURATION },
    { previous },
    ctx,
  ) {
    if (PolicyDocument !== document(previous.AssumeRolePolicyDocument))
      await ctx.call('iam', 'UpdateAssumeRolePolicy', { RoleName, PolicyDocument });
    await ctx.call('iam', 'UpdateRole', { RoleName, Description, MaxSessionDuration });
  },
  delete: (RoleName, _properties, ctx) => ctx.call('iam', 'DeleteRole', { RoleName }),
  find: async (RoleName, _properties, ctx) => (await ctx.call('iam', 'GetRole', { RoleName })).Role,
  changes: [
    crudSetting(
      'PermissionsBoundary',
      text,
      (RoleName, PermissionsBoundary, ctx) => ctx.call('iam', 'PutRolePermissionsBoundary', { RoleName, PermissionsBoundary }),
      (RoleName, ctx) => ctx.call('iam', 'DeleteRolePermissionsBoundary', { RoleName }),
    ),
  ],
  settings: [(name, next, before, ctx) => applyPolicies(['Role', name], next, before, ctx)],
  isEmptiedFirst: true,
  tags: {
    told: ({ Tags }) => Tags,
    put: (RoleName, Tags, _found, ctx) => ctx.call('iam', 'TagRole', { RoleName, Tags }),
    remove: (RoleName, TagKeys, _found, ctx) => ctx.call('iam', 'UntagRole', { RoleName, TagKeys }),
  },
  attributes: ({ Arn, RoleId }) => ({ Arn, RoleId }),
  shown: async ({ AssumeRolePolicyDocument = '', PermissionsBoundary }, given, name, ctx) => ({
    AssumeRolePolicyDocument: documentAs(decodeURIComponent(AssumeRolePolicyDocument), given.AssumeRolePolicyDocument),
    PermissionsBoundary: PermissionsBoundary?.PermissionsBoundaryArn,
    ...(await readPolicies(['Role', name], given, ctx)),
  }),
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListRoles', { Marker }),
  listed: ({ Roles }) => Roles.map(({ RoleName }) => RoleName),
});
