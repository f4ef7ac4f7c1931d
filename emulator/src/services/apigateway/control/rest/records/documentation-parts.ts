// CreateDocumentationPart, GetDocumentationPart(s), UpdateDocumentationPart, DeleteDocumentationPart, ImportDocumentationParts: texts about parts of an API.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type DocumentationPart, type DocumentationPartLocation, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { reading } from '#services/apigateway/control/rest/documents';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { documentationIn } from '#services/apigateway/openapi/documentation';
import { readRestDocument } from '#services/apigateway/openapi/rest-document';
import { documentationParts } from '#services/apigateway/rest-state';

/** The API of the path is not looked at: whatever it is, the part is what is missing (recorded in April 2024). Only deletions look at it. */
function find(api: string, id: string, ctx: Ctx): Frozen<DocumentationPart> {
  const part = ctx.records(documentationParts).get([api, id]);
  if (!part) throw notFound('Invalid Documentation part identifier specified');
  return part;
}

function checkProperties(properties: string): void {
  try {
    if (typeof JSON.parse(properties) === 'object') return;
  } catch {
    // refused below
  }
  throw bad('Invalid documentation part properties: must be a JSON object');
}

const sameLocation = (one: Frozen<DocumentationPartLocation>, other: Frozen<DocumentationPartLocation>): boolean =>
  (['type', 'path', 'method', 'statusCode', 'name'] as const).every((member) => (one[member] ?? '') === (other[member] ?? ''));

export const CreateDocumentationPart = operation('CreateDocumentationPart', ({ restApiId, location, properties }, ctx) => {
  findApi(restApiId, ctx);
  checkProperties(properties);
  const all = ctx.records(documentationParts).range([restApiId]);
  if (all.some((part) => sameLocation(part.location!, location)))
    throw conflict('Documentation part already exists for the specified location');
  const part: DocumentationPart = { id: newId(ctx, 6), location, properties };
  ctx.write((tx) => tx.put(ctx.records(documentationParts), [restApiId, part.id!], part));
  return part;
});

export const GetDocumentationPart = operation('GetDocumentationPart', (input, ctx) =>
  find(input.restApiId, input.documentationPartId, ctx),
);

export const GetDocumentationParts = operation(
  'GetDocumentationParts',
  ({ restApiId, type, nameQuery, path, locationStatus, ...page }, ctx) => {
    findApi(restApiId, ctx);
    if (locationStatus === 'UNDOCUMENTED') return { items: [] };
    const keep = ({ location }: Frozen<DocumentationPart>) =>
      (type === undefined || location?.type === type) &&
      (path === undefined || location?.path === path) &&
      (nameQuery === undefined || location?.name?.includes(nameQuery) === true);
    return listed(ctx.records(documentationParts), [restApiId], page, (part) => part, { keep });
  },
);

const PATHS: readonly PatchPath<DocumentationPart>[] = [text('/properties', checkProperties)];

export const UpdateDocumentationPart = operation(
  'UpdateDocumentationPart',
  ({ restApiId, documentationPartId: id, patchOperations }, ctx) => {
    const part = patched<DocumentationPart>(find(restApiId, id, ctx), patchOperations, PATHS, 'listed');
    ctx.write((tx) => tx.put(ctx.records(documentationParts), [restApiId, id], part));
    return part;
  },
);

export const DeleteDocumentationPart = operation('DeleteDocumentationPart', ({ restApiId, documentationPartId: id }, ctx) => {
  findApi(restApiId, ctx);
  find(restApiId, id, ctx);
  ctx.write((tx) => tx.delete(ctx.records(documentationParts), [restApiId, id]));
});

/** From `x-amazon-apigateway-documentation` of a document. */
export const ImportDocumentationParts = operation('ImportDocumentationParts', async ({ restApiId, body, mode = 'merge' }, ctx) => {
  findApi(restApiId, ctx);
  const unreadable = 'Unable to build importer with provided input.';
  const parts = documentationIn(await reading(() => readRestDocument(body, ctx, unreadable)));
  return { ids: ctx.write((tx) => putDocumentation(tx, restApiId, parts, mode === 'overwrite', ctx)) };
});

/** Returns their ids, which ascend, as lists give the parts in the document's order. A part takes the id of the part that stood at its place. */
export function putDocumentation(tx: Tx, api: string, parts: readonly DocumentationPart[], replacesAll: boolean, ctx: Ctx): string[] {
  const before = ctx.records(documentationParts).range([api]);
  if (replacesAll) for (const { id } of before) tx.delete(ctx.records(documentationParts), [api, id!]);
  const fresh = parts.map(() => newId(ctx, 6)).sort();
  return parts.map((part, i) => {
    const id = before.find(({ location }) => sameLocation(location!, part.location!))?.id ?? fresh[i]!;
    tx.put(ctx.records(documentationParts), [api, id], { ...part, id });
    return id;
  });
}
