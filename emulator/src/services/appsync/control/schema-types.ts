// Types of schemas, one by one.
import { type DefinitionNode, introspectionFromSchema, isTypeDefinitionNode, Kind, print, type TypeDefinitionNode } from 'graphql';
import type { Ctx } from '#core/ctx';
import { operation, type Type } from '#model/appsync';
import { bad, notFound } from '#services/appsync/faults';
import { pageOfItems } from '#services/appsync/pages';
import { builtSchema, schemaOf } from '#services/appsync/schema/built-schema';
import { nameOf, parsed, type ReadSchema } from '#services/appsync/schema/read-schema';
import { schemas } from '#services/appsync/state';
import { changeApi, findApi, partArn } from './find.ts';

export const typesIn = ({ definitions }: { readonly definitions: readonly DefinitionNode[] }): TypeDefinitionNode[] =>
  definitions.filter((node) => isTypeDefinitionNode(node));

export function shownType(apiId: string, node: TypeDefinitionNode, format: string, ctx: Ctx): Type {
  const name = node.name.value;
  return {
    name,
    description: node.description?.value,
    arn: partArn(apiId, `types/${name}`, ctx),
    definition: format === 'JSON' ? JSON.stringify(introspected(name, builtSchema(apiId, ctx))) : print(node),
    format,
  };
}

function introspected(name: string, read: ReadSchema | undefined): unknown {
  if (!read) throw bad('The types of a schema without a query are shown in the format SDL only.');
  return introspectionFromSchema(read.schema).__schema.types.find((type) => type.name === name);
}

/** Types are added one by one, so that a schema may not be whole yet. */
const documentOf = (apiId: string, ctx: Ctx): { readonly definitions: readonly DefinitionNode[] } =>
  parsed(ctx.records(schemas).get([apiId])?.definition ?? '') ?? { definitions: [] };

export function checkFormat(format: string): void {
  if (format !== 'SDL' && format !== 'JSON') throw bad(`The format ${format} is not supported: it is SDL or JSON.`);
}

/** The one type in a text. @throws Fault BadRequestException */
function typeIn(definition: string, format: string): TypeDefinitionNode {
  checkFormat(format);
  if (format === 'JSON') throw bad('Types are taken in the format SDL: definitions in JSON are not emulated.');
  const [type, ...others] = typesIn(parsed(definition) ?? { definitions: [] });
  if (!type || others.length > 0) throw bad('The definition must be that of one type, in SDL.');
  return type;
}

/** Keeps the schema with other definitions. @throws Fault BadRequestException for a schema that is none then */
function change(apiId: string, changed: (definitions: readonly DefinitionNode[]) => DefinitionNode[], ctx: Ctx): void {
  const api = findApi(apiId, ctx);
  const before = ctx.records(schemas).get([apiId]);
  const definitions = changed(documentOf(apiId, ctx).definitions);
  const definition = print({ kind: Kind.DOCUMENT, definitions });
  const read = schemaOf(apiId, definition, ctx);
  if ('failed' in read && !read.isIncomplete) throw bad(read.failed);
  ctx.write((tx) => {
    tx.put(ctx.records(schemas), [apiId], { definition, upload: before?.upload ?? { status: 'SUCCESS', details: '' } });
    changeApi(tx, api, ctx);
  });
}

function findType(apiId: string, name: string, ctx: Ctx): TypeDefinitionNode {
  findApi(apiId, ctx);
  const node = typesIn(documentOf(apiId, ctx)).find((each) => each.name.value === name);
  if (!node) throw notFound(`Type ${name} not found`);
  return node;
}

export const CreateType = operation('CreateType', ({ apiId, definition, format }, ctx) => {
  const type = typeIn(definition, format);
  const name = type.name.value;
  change(
    apiId,
    (definitions) => {
      if (definitions.some((each) => isTypeDefinitionNode(each) && nameOf(each) === name)) throw bad(`Type ${name} already exists.`);
      return [...definitions, type];
    },
    ctx,
  );
  return { type: shownType(apiId, type, format, ctx) };
});

export const GetType = operation('GetType', ({ apiId, typeName, format }, ctx) => {
  checkFormat(format);
  const node = findType(apiId, typeName, ctx);
  return { type: shownType(apiId, node, format, ctx) };
});

export const ListTypes = operation('ListTypes', (input, ctx) => {
  checkFormat(input.format);
  findApi(input.apiId, ctx);
  const { items, nextToken } = pageOfItems(typesIn(documentOf(input.apiId, ctx)), ({ name }) => name.value, input);
  return { types: items.map((node) => shownType(input.apiId, node, input.format, ctx)), nextToken };
});

export const UpdateType = operation('UpdateType', ({ apiId, typeName, definition, format }, ctx) => {
  const node = findType(apiId, typeName, ctx);
  if (definition === undefined) return { type: shownType(apiId, node, format, ctx) };
  const type = typeIn(definition, format);
  if (type.name.value !== typeName) throw bad(`The definition is one of ${type.name.value}, not of ${typeName}.`);
  change(apiId, (definitions) => definitions.map((each) => (isTypeDefinitionNode(each) && nameOf(each) === typeName ? type : each)), ctx);
  return { type: shownType(apiId, type, format, ctx) };
});

export const DeleteType = operation('DeleteType', ({ apiId, typeName }, ctx) => {
  findType(apiId, typeName, ctx);
  change(apiId, (definitions) => definitions.filter((each) => !isTypeDefinitionNode(each) || nameOf(each) !== typeName), ctx);
});
