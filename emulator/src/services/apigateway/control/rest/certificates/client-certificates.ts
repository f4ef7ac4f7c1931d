// GenerateClientCertificate, GetClientCertificate(s), UpdateClientCertificate, DeleteClientCertificate: certificates by which stages name themselves
// to endpoints.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { selfSignedCertificate } from '#lib/self-signed-certificate';
import { operation, type ClientCertificate as ShownCertificate } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, notFound } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { type ClientCertificate, clientCertificates, stages } from '#services/apigateway/rest-state';

const ID_LENGTH = 6;
const VALID_DAYS = 365;
const DAY_MS = 86_400_000;
const SUBJECT = 'CN=ApiGateway, O=Amazon, C=US';

const shown = ({ id, createdMs, tags, pem, description }: Frozen<ClientCertificate>): ShownCertificate => ({
  clientCertificateId: id,
  description,
  pemEncodedCertificate: pem,
  createdDate: new Date(createdMs),
  expirationDate: new Date(createdMs + VALID_DAYS * DAY_MS),
  tags: Object.keys(tags).length > 0 ? tags : undefined,
});

function find(id: string, ctx: Ctx): Frozen<ClientCertificate> {
  const certificate = ctx.records(clientCertificates).get([id]);
  if (!certificate) throw notFound('Invalid client certificate identifier specified');
  return certificate;
}

export const GenerateClientCertificate = operation('GenerateClientCertificate', async ({ description, tags }, ctx) => {
  const { certificate: pem } = await selfSignedCertificate(SUBJECT, ctx.now(), VALID_DAYS);
  const made: ClientCertificate = { id: newId(ctx, ID_LENGTH), description, tags: REST_TAGS.ofNew(tags, ctx), pem, createdMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(clientCertificates), [made.id], made));
  return shown(made);
});

export const GetClientCertificate = operation('GetClientCertificate', ({ clientCertificateId: id }, ctx) => shown(find(id, ctx)));

export const GetClientCertificates = operation('GetClientCertificates', (page, ctx) =>
  listed(ctx.records(clientCertificates), [], page, shown),
);

const PATHS: readonly PatchPath<ClientCertificate>[] = [text('/description')];

export const UpdateClientCertificate = operation('UpdateClientCertificate', ({ clientCertificateId: id, patchOperations }, ctx) => {
  const after = patched<ClientCertificate>(find(id, ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(clientCertificates), [id], after));
  return shown(after);
});

export const DeleteClientCertificate = operation('DeleteClientCertificate', ({ clientCertificateId: id }, ctx) => {
  find(id, ctx);
  if (
    ctx
      .records(stages)
      .range([])
      .some(({ clientCertificateId }) => clientCertificateId === id)
  )
    throw bad(`Cannot delete client certificate ${id}: it is used by a stage`);
  ctx.write((tx) => tx.delete(ctx.records(clientCertificates), [id]));
});
