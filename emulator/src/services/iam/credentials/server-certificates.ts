// Server certificates: a certificate, its chain and its private key, for TLS endpoints.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { pageOfValues } from '#services/iam/listing';
import { iamArn, inPath, uniqueId, wholeSecond } from '#services/iam/naming';
import { type ServerCertificate, serverCertificates } from '#services/iam/state';
import { IAM_TAGS, shownTags } from '#services/iam/tag-rules';
import { checkPrivateKey, expiryOf, readCertificate } from './certificates.ts';

export function findServerCertificate(name: string, ctx: Ctx): Frozen<ServerCertificate> {
  const certificate = ctx.records(serverCertificates).get([name]);
  if (!certificate) throw fault('NoSuchEntityException', `The Server Certificate with name ${name} cannot be found.`);
  return certificate;
}

const metadata = ({ path, name, id, createdMs, expiresMs }: Frozen<ServerCertificate>, ctx: Ctx) => ({
  Path: path,
  ServerCertificateName: name,
  ServerCertificateId: id,
  Arn: iamArn(`server-certificate${path}${name}`, ctx),
  UploadDate: new Date(createdMs),
  Expiration: new Date(expiresMs),
});

export const UploadServerCertificate = operation('UploadServerCertificate', (input, ctx) => {
  const records = ctx.records(serverCertificates);
  if (records.has([input.ServerCertificateName]))
    throw fault('EntityAlreadyExistsException', `The Server Certificate with name ${input.ServerCertificateName} already exists.`);
  const parsed = readCertificate(input.CertificateBody);
  checkPrivateKey(parsed, input.PrivateKey);
  if (input.CertificateChain !== undefined) readCertificate(input.CertificateChain);
  const certificate: ServerCertificate = {
    name: input.ServerCertificateName,
    id: uniqueId('ASCA', ctx),
    path: input.Path ?? '/',
    createdMs: wholeSecond(ctx),
    // Without the line end that closes the file: clients compare the text.
    body: input.CertificateBody.trim(),
    chain: input.CertificateChain?.trim(),
    privateKey: input.PrivateKey,
    expiresMs: expiryOf(parsed),
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => tx.put(records, [certificate.name], certificate));
  return { ServerCertificateMetadata: metadata(certificate, ctx), ...shownTags(certificate.tags) };
});

export const GetServerCertificate = operation('GetServerCertificate', (input, ctx) => {
  const certificate = findServerCertificate(input.ServerCertificateName, ctx);
  return {
    ServerCertificate: {
      ServerCertificateMetadata: metadata(certificate, ctx),
      CertificateBody: certificate.body,
      ...(certificate.chain === undefined ? {} : { CertificateChain: certificate.chain }),
      // An empty list is told here (recorded)
      Tags: [],
      ...shownTags(certificate.tags),
    },
  };
});

export const ListServerCertificates = operation('ListServerCertificates', (input, ctx) => {
  const { items, ...end } = pageOfValues(ctx.records(serverCertificates), [], input, {
    keep: ({ path }) => inPath(path, input.PathPrefix),
  });
  return { ServerCertificateMetadataList: items.map((certificate) => metadata(certificate, ctx)), ...end };
});

export const UpdateServerCertificate = operation('UpdateServerCertificate', (input, ctx) => {
  const certificate = findServerCertificate(input.ServerCertificateName, ctx);
  const name = input.NewServerCertificateName ?? certificate.name;
  const records = ctx.records(serverCertificates);
  if (name !== certificate.name && records.has([name]))
    throw fault('EntityAlreadyExistsException', `The Server Certificate with name ${name} already exists.`);
  ctx.write((tx) => {
    tx.delete(records, [certificate.name]);
    tx.put(records, [name], { ...certificate, name, path: input.NewPath ?? certificate.path });
  });
});

export const DeleteServerCertificate = operation('DeleteServerCertificate', (input, ctx) => {
  const { name } = findServerCertificate(input.ServerCertificateName, ctx);
  ctx.write((tx) => tx.delete(ctx.records(serverCertificates), [name]));
});
