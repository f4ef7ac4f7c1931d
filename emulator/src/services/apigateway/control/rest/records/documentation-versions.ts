// CreateDocumentationVersion, GetDocumentationVersion(s), UpdateDocumentationVersion, DeleteDocumentationVersion: named states of the documentation.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/apigateway';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { type DocumentationVersion, documentationParts, documentationVersions, stages } from '#services/apigateway/rest-state';

const shown = ({ version, description, createdMs }: Frozen<DocumentationVersion>) => ({
  version,
  description,
  createdDate: new Date(createdMs),
});

function find(api: string, version: string, ctx: Ctx): Frozen<DocumentationVersion> {
  const found = ctx.records(documentationVersions).get([api, version]);
  if (!found) throw notFound('Invalid Documentation version specified');
  return found;
}

export const CreateDocumentationVersion = operation('CreateDocumentationVersion', (input, ctx) => {
  const { restApiId, documentationVersion: version, stageName, description } = input;
  findApi(restApiId, ctx);
  if (ctx.records(documentationVersions).has([restApiId, version])) throw conflict('Documentation version already exists');
  const stage = stageName === undefined ? undefined : ctx.records(stages).get([restApiId, stageName]);
  if (stageName !== undefined && !stage) throw bad('Invalid stage identifier specified');
  const parts = ctx.records(documentationParts).range([restApiId]);
  const made = { version, description, parts, createdMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(documentationVersions), [restApiId, version], made);
    if (stage) tx.put(ctx.records(stages), [restApiId, stage.name], { ...stage, documentationVersion: version });
  });
  return shown(made);
});

export const GetDocumentationVersion = operation('GetDocumentationVersion', (input, ctx) =>
  shown(find(input.restApiId, input.documentationVersion, ctx)),
);

export const GetDocumentationVersions = operation('GetDocumentationVersions', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  return listed(ctx.records(documentationVersions), [restApiId], page, shown);
});

const PATHS: readonly PatchPath<DocumentationVersion>[] = [text('/description')];

export const UpdateDocumentationVersion = operation('UpdateDocumentationVersion', (input, ctx) => {
  const { restApiId, documentationVersion: version, patchOperations } = input;
  const after = patched<DocumentationVersion>(find(restApiId, version, ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(documentationVersions), [restApiId, version], after));
  return shown(after);
});

export const DeleteDocumentationVersion = operation('DeleteDocumentationVersion', ({ restApiId, documentationVersion: version }, ctx) => {
  find(restApiId, version, ctx);
  ctx.write((tx) => tx.delete(ctx.records(documentationVersions), [restApiId, version]));
});
