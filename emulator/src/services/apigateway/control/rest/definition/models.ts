// CreateModel, GetModel, GetModels, UpdateModel, DeleteModel: JSON schemas of bodies.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Model, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, conflict, notFound } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { models, resources } from '#services/apigateway/rest-state';

/** Limit: bytes of the schema of a model of a REST API. */
const MAX_SCHEMA_BYTES = 400 * 1024;

export function checkSchema(schema: string | undefined): void {
  if (!schema) throw bad('Model schema must have at least 1 property or array items defined');
  if (Buffer.byteLength(schema) > MAX_SCHEMA_BYTES) throw bad(`Model schemas have at most ${MAX_SCHEMA_BYTES} bytes`);
  try {
    JSON.parse(schema);
  } catch {
    throw bad('Invalid model specified: Validation Result: warnings : [], errors : [Invalid model schema specified]');
  }
}

export function findModel(api: string, name: string, ctx: Ctx): Frozen<Model> {
  const model = ctx.records(models).get([api, name]);
  if (!model) throw notFound(`Invalid model name specified: ${name}`);
  return model;
}

export const CreateModel = operation('CreateModel', ({ restApiId, name, contentType, description, schema }, ctx) => {
  findApi(restApiId, ctx);
  if (name === '') throw bad('Model name must be non-empty');
  if (!/^[A-Za-z0-9]+$/.test(name)) throw bad(`Model name must be alphanumeric: ${name}`);
  if (ctx.records(models).has([restApiId, name])) throw conflict('Model name already exists for this REST API');
  checkSchema(schema);
  // An empty description is none (recorded in April 2024)
  const model: Model = { id: newId(ctx, 6), name, ...(description && { description }), schema, contentType };
  ctx.write((tx) => tx.put(ctx.records(models), [restApiId, name], model));
  return model;
});

export const GetModel = operation('GetModel', ({ restApiId, modelName }, ctx) => findModel(restApiId, modelName, ctx));

export const GetModels = operation('GetModels', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  return listed(ctx.records(models), [restApiId], page, (model) => model);
});

const PATHS: readonly PatchPath<Model>[] = [text('/description'), text('/schema', checkSchema)];

export const UpdateModel = operation('UpdateModel', ({ restApiId, modelName, patchOperations }, ctx) => {
  const model = patched<Model>(findModel(restApiId, modelName, ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(models), [restApiId, modelName], model));
  return model;
});

export const DeleteModel = operation('DeleteModel', ({ restApiId, modelName }, ctx) => {
  findModel(restApiId, modelName, ctx);
  // Recorded: of several methods, the one of the lowest resource is told.
  const all = [...ctx.records(resources).range([restApiId])].sort((one, other) => other.path.length - one.path.length);
  for (const { path, methods } of all)
    for (const [name, { requestModels = {} }] of Object.entries(methods))
      if (Object.values(requestModels).includes(modelName))
        throw conflict(`Cannot delete model '${modelName}', is referenced in method request: ${path}/${name}`);
  ctx.write((tx) => tx.delete(ctx.records(models), [restApiId, modelName]));
});
