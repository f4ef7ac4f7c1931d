// AWS::IAM::ServerCertificate
import { crudType } from '#core/resources/crud-type';
import { tagList, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';
import { changePath } from './change-path.ts';

export const resource: ResourceType = crudType({
  id: 'ServerCertificateName',
  newName: 128,
  gone: GONE,
  properties: { Path: text, CertificateBody: requiredText, CertificateChain: text, PrivateKey: requiredText },
  unread: ['PrivateKey'],
  create: (ServerCertificateName, given, { Tags }, ctx) =>
    ctx.call('iam', 'UploadServerCertificate', { ServerCertificateName, ...given, Tags: tagList(Tags) }),
  update: changePath((ServerCertificateName, NewPath, ctx) =>
    ctx.call('iam', 'UpdateServerCertificate', { ServerCertificateName, NewPath }),
  ),
  delete: (ServerCertificateName, _properties, ctx) => ctx.call('iam', 'DeleteServerCertificate', { ServerCertificateName }),
  find: async (ServerCertificateName, _properties, ctx) =>
    (await ctx.call('iam', 'GetServerCertificate', { ServerCertificateName })).ServerCertificate,
  tags: {
    told: ({ Tags }) => Tags,
    put: (ServerCertificateName, Tags, _found, ctx) => ctx.call('iam', 'TagServerCertificate', { ServerCertificateName, Tags }),
    remove: (ServerCertificateName, TagKeys, _found, ctx) => ctx.call('iam', 'UntagServerCertificate', { ServerCertificateName, TagKeys }),
  },
  attributes: ({ ServerCertificateMetadata: { Arn } }) => ({ Arn }),
  shown: ({ ServerCertificateMetadata: { Path } }) => ({ Path }),
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListServerCertificates', { Marker }),
  listed: ({ ServerCertificateMetadataList: all }) => all.map(({ ServerCertificateName }) => ServerCertificateName),
});
