// AWS::IAM::SAMLProvider
import { crudType } from '#core/resources/crud-type';
import { tagList, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const MAX_NAME_LENGTH = 128;

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: GONE,
  refuse: {
    PrivateKeyList: 'IAM gives keys their ids when they are added: use AddPrivateKey.',
    RemovePrivateKey: 'a new provider has no key to remove.',
  },
  properties: { SamlMetadataDocument: requiredText, AssertionEncryptionMode: text },
  create: (_name, { SamlMetadataDocument: SAMLMetadataDocument, ...given }, { Name, AddPrivateKey, Tags }, ctx) =>
    ctx.call('iam', 'CreateSAMLProvider', {
      Name: text(Name) ?? ctx.physicalName(MAX_NAME_LENGTH),
      SAMLMetadataDocument,
      ...given,
      AddPrivateKey: text(AddPrivateKey),
      Tags: tagList(Tags),
    }),
  idOf: ({ SAMLProviderArn }) => SAMLProviderArn!,
  update: (SAMLProviderArn, { SamlMetadataDocument: SAMLMetadataDocument, ...given }, _change, ctx) =>
    ctx.call('iam', 'UpdateSAMLProvider', { SAMLProviderArn, SAMLMetadataDocument, ...given }),
  delete: (SAMLProviderArn, _properties, ctx) => ctx.call('iam', 'DeleteSAMLProvider', { SAMLProviderArn }),
  find: (SAMLProviderArn, _properties, ctx) => ctx.call('iam', 'GetSAMLProvider', { SAMLProviderArn }),
  tags: {
    told: ({ Tags }) => Tags,
    put: (SAMLProviderArn, Tags, _found, ctx) => ctx.call('iam', 'TagSAMLProvider', { SAMLProviderArn, Tags }),
    remove: (SAMLProviderArn, TagKeys, _found, ctx) => ctx.call('iam', 'UntagSAMLProvider', { SAMLProviderArn, TagKeys }),
  },
  attributes: ({ SAMLProviderUUID: SamlProviderUUID }) => ({ SamlProviderUUID }),
  shown: ({ SAMLMetadataDocument: SamlMetadataDocument = '' }, _given, arn) => ({ Name: arn.split('/').at(-1), SamlMetadataDocument }),
  list: (_token, _filter, ctx) => ctx.call('iam', 'ListSAMLProviders', {}),
  listed: ({ SAMLProviderList }) => SAMLProviderList?.map(({ Arn }) => Arn),
});
