// Models of WebSocket APIs: schemas of messages.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { readObject } from '#lib/json-object';
import { type Model, operation } from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { models } from '#services/apigateway/http-state';
import { changed } from './changes.ts';
import { writeChange } from './deploy.ts';
import { bad, conflict } from './faults.ts';
import { findApi, findModel } from './find-api.ts';
import { listed } from './pages.ts';

const PART_ID_LENGTH = 6;
const NAME = /^[A-Za-z0-9]{1,128}$/;
/** Limit: characters of the schema of a model of a WebSocket API. */
const MAX_SCHEMA = 32_768;

export const CreateModel = operation('CreateModel', ({ ApiId, ...input }, ctx) => {
  if (findApi(ApiId, ctx).protocol === 'HTTP') throw bad('Models are not supported for HTTP protocol APIs');
  const ModelId = newId(ctx, PART_ID_LENGTH);
  const model: Model = { ...input, ModelId, ContentType: input.ContentType ?? 'application/json' };
  check(model, ApiId, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(models), [ApiId, ModelId], model), ctx);
  return model;
});

function check({ Name, Schema = '', ModelId }: Frozen<Model>, api: string, ctx: Ctx): void {
  if (!NAME.test(Name)) throw bad('Model name must be alphanumeric: ' + Name);
  if (Schema.length > MAX_SCHEMA) throw bad(`Schema must have at most ${MAX_SCHEMA} characters`);
  if (!readObject(Schema))
    throw bad('Invalid model specified: Validation Result: warnings : [], errors : [Invalid model schema specified]');
  const other = ctx
    .records(models)
    .range([api])
    .find((each) => each.Name === Name && each.ModelId !== ModelId);
  if (other) throw conflict(`Model name already exists for this API: ${Name}`);
}

export const GetModel = operation('GetModel', ({ ApiId, ModelId }, ctx) => findModel(ApiId, ModelId, ctx));

export const GetModels = operation('GetModels', ({ ApiId, ...page }, ctx) => {
  findApi(ApiId, ctx);
  return listed(ctx.records(models), [ApiId], page, (model) => model);
});

/** A template that prints a value of the schema's shape is all that a template of a model is for. */
export const GetModelTemplate = operation('GetModelTemplate', ({ ApiId, ModelId }, ctx) => {
  const { Schema = '{}' } = findModel(ApiId, ModelId, ctx);
  return { Value: templateOf(JSON.parse(Schema) as Schema, "$input.path('$')", 0) };
});

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const MAX_DEPTH = 20;

function templateOf(schema: Schema, path: string, depth: number): string {
  if (depth === 0) return `#set($inputRoot = ${path})\n${templateOf(schema, '$inputRoot', 1)}`;
  if (depth > MAX_DEPTH) return '{}';
  if (schema.type === 'array') {
    const element = `$elem${depth === 1 ? '' : depth}`;
    return `[\n#foreach(${element} in ${path})\n${templateOf(schema.items ?? {}, element, depth + 1)}#if($foreach.hasNext),#end\n#end\n]`;
  }
  if (schema.type === 'object' || schema.properties) {
    const members = Object.entries(schema.properties ?? {}).map(
      ([name, each]) => `${JSON.stringify(name)} : ${templateOf(each, `${path}.${name}`, depth + 1)}`,
    );
    return `{\n${members.join(',\n')}\n}`;
  }
  return schema.type === 'string' ? `"${path}"` : path;
}

export const UpdateModel = operation('UpdateModel', ({ ApiId, ModelId, ...changes }, ctx) => {
  const after = changed<Frozen<Model>>(findModel(ApiId, ModelId, ctx), changes);
  check(after, ApiId, ctx);
  writeChange(ApiId, (tx) => tx.put(ctx.records(models), [ApiId, ModelId], after), ctx);
  return after;
});

export const DeleteModel = operation('DeleteModel', ({ ApiId, ModelId }, ctx) => {
  findModel(ApiId, ModelId, ctx);
  writeChange(ApiId, (tx) => tx.delete(ctx.records(models), [ApiId, ModelId]), ctx);
});
