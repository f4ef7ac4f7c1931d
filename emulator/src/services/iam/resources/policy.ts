// AWS::IAM::Policy: one inline policy in any number of users, groups and roles.
import { document, text, unless } from '#core/resource-properties';
import type { Properties, ResourceContext, ResourceType } from '#core/resource-type';
import { type Holder, holdersOf, without } from './attached.ts';

const GONE = ['NoSuchEntity', 'NoSuchEntityException'];

function put([kind, name]: Holder, PolicyName: string, PolicyDocument: string, ctx: ResourceContext) {
  if (kind === 'Role') return ctx.call('iam', 'PutRolePolicy', { RoleName: name, PolicyName, PolicyDocument });
  if (kind === 'User') return ctx.call('iam', 'PutUserPolicy', { UserName: name, PolicyName, PolicyDocument });
  return ctx.call('iam', 'PutGroupPolicy', { GroupName: name, PolicyName, PolicyDocument });
}

function remove([kind, name]: Holder, PolicyName: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return unless(GONE, ctx.call('iam', 'DeleteRolePolicy', { RoleName: name, PolicyName }));
  if (kind === 'User') return unless(GONE, ctx.call('iam', 'DeleteUserPolicy', { UserName: name, PolicyName }));
  return unless(GONE, ctx.call('iam', 'DeleteGroupPolicy', { GroupName: name, PolicyName }));
}

async function apply(properties: Properties, ctx: ResourceContext): Promise<void> {
  const holders = holdersOf(properties);
  if (holders.length === 0) throw new Error('At least one of [Groups,Roles,Users] must be non-empty.');
  for (const holder of holders) await put(holder, text(properties.PolicyName)!, document(properties.PolicyDocument)!, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const id = ctx.physicalName(128);
    ctx.made(id);
    await apply(properties, ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
  async update(physicalId, properties, previous, ctx) {
    const renamed = text(properties.PolicyName) !== text(previous.PolicyName);
    await apply(properties, ctx);
    const left = renamed ? holdersOf(previous) : without(holdersOf(previous), holdersOf(properties));
    for (const holder of left) await remove(holder, text(previous.PolicyName)!, ctx);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async delete(_physicalId, properties, ctx) {
    for (const holder of holdersOf(properties)) await remove(holder, text(properties.PolicyName)!, ctx);
  },
};
