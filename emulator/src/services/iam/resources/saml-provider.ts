// AWS::IAM::SAMLProvider

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const MAX_NAME_LENGTH = 128;

async function made(SAMLProviderArn: string, ctx: ResourceContext): Promise<Created> {
  const { SAMLProviderUUID = '' } = await ctx.call('iam', 'GetSAMLProvider', { SAMLProviderArn });
  return { physicalId: SAMLProviderArn, attributes: { Arn: SAMLProviderArn, SamlProviderUUID: SAMLProviderUUID } };
}

export const resource: ResourceType = {
  refuse: {
    PrivateKeyList: 'IAM gives keys their ids when they are added: use AddPrivateKey.',
    RemovePrivateKey: 'a new provider has no key to remove.',
  },
  async create(properties, ctx) {
    const { SAMLProviderArn } = await ctx.call('iam', 'CreateSAMLProvider', {
      Name: text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH),
      SAMLMetadataDocument: text(properties.SamlMetadataDocument)!,
      AssertionEncryptionMode: text(properties.AssertionEncryptionMode),
      AddPrivateKey: text(properties.AddPrivateKey),
      Tags: tagList(properties.Tags),
    });
    return made(SAMLProviderArn!, ctx);
  },
  async update(SAMLProviderArn, properties, previous, ctx) {
    await ctx.call('iam', 'UpdateSAMLProvider', {
      SAMLProviderArn,
      SAMLMetadataDocument: text(properties.SamlMetadataDocument),
      AssertionEncryptionMode: text(properties.AssertionEncryptionMode),
    });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagSAMLProvider', { SAMLProviderArn, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagSAMLProvider', { SAMLProviderArn, Tags: put });
    return made(SAMLProviderArn, ctx);
  },
  async delete(SAMLProviderArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('iam', 'DeleteSAMLProvider', { SAMLProviderArn }));
  },
  async read(SAMLProviderArn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetSAMLProvider', { SAMLProviderArn }));
    if (!found) return undefined;
    const { SAMLMetadataDocument = '', AssertionEncryptionMode, Tags = [] } = found;
    return {
      Name: SAMLProviderArn.split('/').at(-1)!,
      SamlMetadataDocument: SAMLMetadataDocument,
      AssertionEncryptionMode: AssertionEncryptionMode ?? null,
      Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, _token, ctx) {
    const { SAMLProviderList = [] } = await ctx.call('iam', 'ListSAMLProviders', {});
    return { items: SAMLProviderList.map(({ Arn }) => ({ Arn: Arn! })) };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Arn) ?? '', ctx),
};
