// AWS::IAM::Role

import type { Created, Value } from '#core/resources/resource-handlers';
import { document, ignoring, number, tagChanges, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';

async function made(RoleName: string, ctx: ResourceContext): Promise<Created> {
  const { Role } = await ctx.call('iam', 'GetRole', { RoleName });
  return { physicalId: RoleName, attributes: { Arn: Role!.Arn, RoleId: Role!.RoleId } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const RoleName = text(properties.RoleName) ?? ctx.physicalName(64);
    await ctx.call('iam', 'CreateRole', {
      RoleName,
      AssumeRolePolicyDocument: document(properties.AssumeRolePolicyDocument)!,
      Path: text(properties.Path),
      Description: text(properties.Description),
      MaxSessionDuration: number(properties.MaxSessionDuration),
      PermissionsBoundary: text(properties.PermissionsBoundary),
      Tags: tagList(properties.Tags),
    });
    ctx.created(RoleName);
    await applyPolicies(['Role', RoleName], properties, {}, ctx);
    return made(RoleName, ctx);
  },
  async update(RoleName, properties, previous, ctx) {
    const PolicyDocument = document(properties.AssumeRolePolicyDocument)!;
    if (PolicyDocument !== document(previous.AssumeRolePolicyDocument))
      await ctx.call('iam', 'UpdateAssumeRolePolicy', { RoleName, PolicyDocument });
    await ctx.call('iam', 'UpdateRole', {
      RoleName,
      Description: text(properties.Description) ?? '',
      MaxSessionDuration: number(properties.MaxSessionDuration) ?? 3600,
    });
    const PermissionsBoundary = text(properties.PermissionsBoundary);
    if (PermissionsBoundary !== undefined) await ctx.call('iam', 'PutRolePermissionsBoundary', { RoleName, PermissionsBoundary });
    else if (previous.PermissionsBoundary !== undefined) await ctx.call('iam', 'DeleteRolePermissionsBoundary', { RoleName });
    await applyPolicies(['Role', RoleName], properties, previous, ctx);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagRole', { RoleName, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagRole', { RoleName, Tags: put });
    return made(RoleName, ctx);
  },
  async delete(RoleName, properties, ctx) {
    if (!(await ignoring(GONE, ctx.call('iam', 'GetRole', { RoleName })))) return;
    await applyPolicies(['Role', RoleName], {}, properties, ctx);
    await ignoring(GONE, ctx.call('iam', 'DeleteRole', { RoleName }));
  },
  async read(RoleName, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetRole', { RoleName }));
    if (!found) return undefined;
    const { Path, Description, MaxSessionDuration, PermissionsBoundary, AssumeRolePolicyDocument, Tags } = found.Role!;
    const trust = decodeURIComponent(AssumeRolePolicyDocument ?? '');
    const current: Record<string, Value | undefined> = {
      RoleName,
      Path,
      Description,
      MaxSessionDuration,
      PermissionsBoundary: PermissionsBoundary?.PermissionsBoundaryArn,
      AssumeRolePolicyDocument: typeof properties.AssumeRolePolicyDocument === 'string' ? trust : (JSON.parse(trust) as Value),
      ...(await readPolicies(['Role', RoleName], properties, ctx)),
      Tags: (Tags ?? []).map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
    return Object.fromEntries(Object.entries(current).filter((entry): entry is [string, Value] => entry[1] !== undefined));
  },
  async list(_filter, Marker, ctx) {
    const { Roles = [], Marker: next } = await ctx.call('iam', 'ListRoles', { Marker });
    return { items: Roles.map(({ RoleName }) => ({ RoleName })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.RoleName) ?? '', ctx),
};
