// AWS::KMS::Alias

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];
const made = (AliasName: string): Created => ({ physicalId: AliasName, attributes: {} });
const targetOf = ({ TargetKeyId }: Properties): string => text(TargetKeyId)!;

async function keyBehind(AliasName: string, ctx: ResourceContext): Promise<string | undefined> {
  return (await ignoring(GONE, ctx.call('kms', 'DescribeKey', { KeyId: AliasName })))?.KeyMetadata?.KeyId;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const AliasName = text(properties.AliasName)!;
    await ctx.call('kms', 'CreateAlias', { AliasName, TargetKeyId: targetOf(properties) });
    return made(AliasName);
  },
  async update(AliasName, properties, _previous, ctx) {
    await ctx.call('kms', 'UpdateAlias', { AliasName, TargetKeyId: targetOf(properties) });
    return made(AliasName);
  },
  async delete(AliasName, _properties, ctx) {
    await ignoring(GONE, ctx.call('kms', 'DeleteAlias', { AliasName }));
  },
  async read(AliasName, properties, ctx) {
    const keyId = await keyBehind(AliasName, ctx);
    if (keyId === undefined) return undefined;
    // The template may give the key by id or by ARN.
    const given = text(properties.TargetKeyId);
    return { AliasName, TargetKeyId: given?.split('/').at(-1) === keyId ? given : keyId };
  },
  async list(_filter, Marker, ctx) {
    const { Aliases = [], NextMarker: next } = await ctx.call('kms', 'ListAliases', { Marker });
    return { items: Aliases.map(({ AliasName }) => ({ AliasName: AliasName! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const AliasName = text(identifier.AliasName) ?? '';
    if ((await keyBehind(AliasName, ctx)) === undefined) throw new Error(`Alias ${AliasName} does not exist.`);
    return made(AliasName);
  },
};
