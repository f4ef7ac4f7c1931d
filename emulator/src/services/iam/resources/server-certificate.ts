// AWS::IAM::ServerCertificate

import type { Created } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './attached.ts';

const MAX_NAME_LENGTH = 128;
const DEFAULT_PATH = '/';

async function made(ServerCertificateName: string, ctx: ResourceContext): Promise<Created> {
  const { ServerCertificate } = await ctx.call('iam', 'GetServerCertificate', { ServerCertificateName });
  return { physicalId: ServerCertificateName, attributes: { Arn: ServerCertificate.ServerCertificateMetadata.Arn } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const ServerCertificateName = text(properties.ServerCertificateName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('iam', 'UploadServerCertificate', {
      ServerCertificateName,
      Path: text(properties.Path),
      CertificateBody: text(properties.CertificateBody)!,
      CertificateChain: text(properties.CertificateChain),
      PrivateKey: text(properties.PrivateKey)!,
      Tags: tagList(properties.Tags),
    });
    return made(ServerCertificateName, ctx);
  },
  async update(ServerCertificateName, properties, previous, ctx) {
    const NewPath = text(properties.Path) ?? DEFAULT_PATH;
    if (NewPath !== (text(previous.Path) ?? DEFAULT_PATH))
      await ctx.call('iam', 'UpdateServerCertificate', { ServerCertificateName, NewPath });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagServerCertificate', { ServerCertificateName, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagServerCertificate', { ServerCertificateName, Tags: put });
    return made(ServerCertificateName, ctx);
  },
  async delete(ServerCertificateName, _properties, ctx) {
    await ignoring(GONE, ctx.call('iam', 'DeleteServerCertificate', { ServerCertificateName }));
  },
  async read(ServerCertificateName, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('iam', 'GetServerCertificate', { ServerCertificateName }));
    if (!found) return undefined;
    const { ServerCertificateMetadata, CertificateBody, CertificateChain, Tags = [] } = found.ServerCertificate;
    return {
      ServerCertificateName,
      Path: ServerCertificateMetadata.Path,
      CertificateBody,
      CertificateChain: CertificateChain ?? null,
      Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, Marker, ctx) {
    const { ServerCertificateMetadataList = [], Marker: next } = await ctx.call('iam', 'ListServerCertificates', { Marker });
    return { items: ServerCertificateMetadataList.map(({ ServerCertificateName }) => ({ ServerCertificateName })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.ServerCertificateName) ?? '', ctx),
};
