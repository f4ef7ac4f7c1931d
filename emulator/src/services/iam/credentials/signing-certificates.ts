// X.509 certificates with which users signed SOAP requests.

import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { namedOrCallingUser } from '#services/iam/identities/caller';
import { pageOfValues } from '#services/iam/listing';
import { wholeSecond } from '#services/iam/naming';
import { type FoundUser, type SigningCertificate, type Status, signingCertificates } from '#services/iam/state';
import { readCertificate } from './certificates.ts';

/** Limit: signing certificates of a user. */
const MAX_CERTIFICATES = 2;
const ID_LENGTH = 32;

const describe = (user: FoundUser, certificate: Frozen<SigningCertificate>) => ({
  UserName: user.name,
  CertificateId: certificate.id,
  CertificateBody: certificate.body,
  Status: certificate.status,
  UploadDate: new Date(certificate.uploadedMs),
});

export const UploadSigningCertificate = operation('UploadSigningCertificate', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  readCertificate(input.CertificateBody);
  const present = ctx.records(signingCertificates).range([user.id]);
  if (present.some(({ body }) => body.trim() === input.CertificateBody.trim()))
    throw fault('DuplicateCertificateException', 'The same certificate is already associated with this user.');
  if (present.length >= MAX_CERTIFICATES)
    throw fault('LimitExceededException', `Cannot exceed quota for CertificatesPerUser: ${MAX_CERTIFICATES}`);
  const certificate: SigningCertificate = {
    id: ctx.random(ID_LENGTH, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
    body: input.CertificateBody,
    status: 'Active',
    uploadedMs: wholeSecond(ctx),
  };
  ctx.write((tx) => tx.put(ctx.records(signingCertificates), [user.id, certificate.id], certificate));
  return { Certificate: describe(user, certificate) };
});

function findCertificate(user: FoundUser, id: string, ctx: Ctx): Frozen<SigningCertificate> {
  const certificate = ctx.records(signingCertificates).get([user.id, id]);
  if (!certificate) throw fault('NoSuchEntityException', `The Certificate with id ${id} cannot be found.`);
  return certificate;
}

export const UpdateSigningCertificate = operation('UpdateSigningCertificate', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const certificate = findCertificate(user, input.CertificateId, ctx);
  const changed = { ...certificate, status: input.Status as Status };
  ctx.write((tx) => tx.put(ctx.records(signingCertificates), [user.id, certificate.id], changed));
});

export const DeleteSigningCertificate = operation('DeleteSigningCertificate', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const { id } = findCertificate(user, input.CertificateId, ctx);
  ctx.write((tx) => tx.delete(ctx.records(signingCertificates), [user.id, id]));
});

export const ListSigningCertificates = operation('ListSigningCertificates', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const { items, ...end } = pageOfValues(ctx.records(signingCertificates), [user.id], input);
  return { Certificates: items.map((certificate) => describe(user, certificate)), ...end };
});
