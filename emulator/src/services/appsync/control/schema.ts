// Uploads of schemas.
import { introspectionFromSchema, print, visit } from 'graphql';
import { fault, operation } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { builtSchema, schemaOf } from '#services/appsync/schema/built-schema';
import { schemas } from '#services/appsync/state';
import { changeApi, checkOwn, findApi } from './find.ts';

export const StartSchemaCreation = operation('StartSchemaCreation', ({ apiId, definition }, ctx) => {
  const api = findApi(apiId, ctx);
  checkOwn(api);
  const text = Buffer.from(definition).toString();
  const read = schemaOf(apiId, text, ctx);
  const before = ctx.records(schemas).get([apiId])?.definition ?? '';
  const schema =
    'failed' in read
      ? { definition: before, upload: { status: 'FAILED', details: read.failed } as const }
      : { definition: text, upload: { status: 'SUCCESS', details: `Successfully created schema with ${typeCount(read)} types.` } as const };
  ctx.write((tx) => {
    tx.put(ctx.records(schemas), [apiId], schema);
    if (schema.upload.status === 'SUCCESS') changeApi(tx, api, ctx);
  });
  return { status: 'PROCESSING' };
});

const typeCount = ({ document }: { readonly document: { readonly definitions: readonly unknown[] } }): number =>
  document.definitions.length;

export const GetSchemaCreationStatus = operation('GetSchemaCreationStatus', ({ apiId }, ctx) => {
  findApi(apiId, ctx);
  return ctx.records(schemas).get([apiId])?.upload ?? { status: 'NOT_APPLICABLE' };
});

export const GetIntrospectionSchema = operation('GetIntrospectionSchema', ({ apiId, format, includeDirectives = true }, ctx) => {
  findApi(apiId, ctx);
  const built = builtSchema(apiId, ctx);
  if (!built) throw fault('GraphQLSchemaException', 'InvalidSchema: There is no schema for the API.');
  if (format === 'JSON') return { schema: Buffer.from(JSON.stringify({ data: introspectionFromSchema(built.schema) })) };
  if (format !== 'SDL') throw bad(`The format ${format} is not supported: it is SDL or JSON.`);
  const shown = includeDirectives ? built.document : visit(built.document, { Directive: () => null });
  return { schema: Buffer.from(print(shown)) };
});
