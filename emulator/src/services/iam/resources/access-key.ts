// AWS::IAM::AccessKey

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { accessKeyOwners, accessKeys } from '#services/iam/state';
import { GONE } from './attached.ts';

const ACTIVE = 'Active';
const userOf = (properties: Properties): string => text(properties.UserName)!;

/** Operations return the secret once; a stack may read it at any time. */
function made(id: string, ctx: ResourceContext): Created {
  const owner = ctx.records(accessKeyOwners).get([id]);
  const key = owner && ctx.records(accessKeys).get([owner.userId, id]);
  if (!key) throw new Error(`The access key with id ${id} cannot be found.`);
  return { physicalId: id, attributes: { Id: id, SecretAccessKey: key.secret } };
}

async function applyStatus(AccessKeyId: string, properties: Properties, before: string, ctx: ResourceContext): Promise<void> {
  const Status = text(properties.Status) ?? ACTIVE;
  if (Status !== before) await ctx.call('iam', 'UpdateAccessKey', { UserName: userOf(properties), AccessKeyId, Status });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { AccessKey } = await ctx.call('iam', 'CreateAccessKey', { UserName: userOf(properties) });
    ctx.created(AccessKey.AccessKeyId);
    await applyStatus(AccessKey.AccessKeyId, properties, ACTIVE, ctx);
    return made(AccessKey.AccessKeyId, ctx);
  },
  async update(id, properties, previous, ctx) {
    await applyStatus(id, properties, text(previous.Status) ?? ACTIVE, ctx);
    return made(id, ctx);
  },
  async delete(AccessKeyId, properties, ctx) {
    await ignoring(GONE, ctx.call('iam', 'DeleteAccessKey', { UserName: userOf(properties), AccessKeyId }));
  },
  async read(AccessKeyId, _properties, ctx) {
    const owner = await ignoring([...GONE, 'AccessDenied'], ctx.call('iam', 'GetAccessKeyLastUsed', { AccessKeyId }));
    const UserName = owner?.UserName;
    if (UserName === undefined) return undefined;
    const { AccessKeyMetadata } = await ctx.call('iam', 'ListAccessKeys', { UserName });
    const key = AccessKeyMetadata.find((each) => each.AccessKeyId === AccessKeyId);
    return key && { UserName, Status: key.Status ?? ACTIVE };
  },
  listNeeds: ['UserName'],
  async list(filter, Marker, ctx) {
    const { AccessKeyMetadata, Marker: next } = await ctx.call('iam', 'ListAccessKeys', { UserName: userOf(filter), Marker });
    return { items: AccessKeyMetadata.map(({ AccessKeyId }) => ({ Id: AccessKeyId! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Id) ?? '', ctx),
};
