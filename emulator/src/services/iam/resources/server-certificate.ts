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
  create: (ServerCertificateName, given, ctx, { Tags }) =>
    ctx.call('iam', 'UploadServerCertificate', { ServerCertificateName, ...given, Tags: tagList(Tags) }),
  update: changePath((ServerCertificateName, NewPath, ctx) =>
    ctx.call('iam', 'UpdateServerCertificate', { ServerCertificateName, NewPath }),
  ),
  delete: (ServerCertificateName, ctx) => ctx.call('iam', 'DeleteServerCertificate', { ServerCertificateName }),
  find: async (ServerCertificateName, ctx) => (await ctx.call('iam', 'GetServerCertificate', { ServerCertificateName })).ServerCertificate,
  tags: {
    told: ({ Tags }) => Tags,
    put: (ServerCertificateName, Tags, ctx) => ctx.call('iam', 'TagServerCertificate', { ServerCertificateName, Tags }),
    remove: (ServerCertificateName, TagKeys, ctx) => ctx.call('iam', 'UntagServerCertificate', { ServerCertificateName, TagKeys }),
  },
  attributes: ({ ServerCertificateMetadata: { Arn } }) => ({ Arn }),
  shown: ({ ServerCertificateMetadata: { Path } }) => ({ Path }),
  list: (Marker, ctx) => ctx.call('iam', 'ListServerCertificates', { Marker }),
  listed: ({ ServerCertificateMetadataList: all }) => all.map(({ ServerCertificateName }) => ServerCertificateName),
});
