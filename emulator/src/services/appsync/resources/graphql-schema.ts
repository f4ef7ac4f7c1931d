// AWS::AppSync::GraphQLSchema
import type { Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { wholeBody } from '#lib/byte-pieces';
import { textAt } from './members.ts';

const SUFFIX = 'GraphQLSchema';

async function upload(properties: Properties, ctx: ResourceContext): Promise<string> {
  const apiId = text(properties.ApiId) ?? '';
  const definition = (await textAt(properties.Definition, properties.DefinitionS3Location, ctx)) ?? '';
  await ctx.call('appsync', 'StartSchemaCreation', { apiId, definition: Buffer.from(definition) });
  const { status, details } = await ctx.call('appsync', 'GetSchemaCreationStatus', { apiId });
  if (status === 'FAILED') throw new Error(`Schema Creation Status is ${status} with details: ${details}`);
  return `${apiId}${SUFFIX}`;
}

async function shownSchema(apiId: string, ctx: ResourceContext): Promise<string> {
  const { schema = '' } = await ctx.call('appsync', 'GetIntrospectionSchema', { apiId, format: 'SDL' });
  return (await wholeBody(schema as Uint8Array | AsyncIterable<Uint8Array>)).toString();
}

const created = (Id: string) => ({ physicalId: Id, attributes: { Id } });
const apiOf = (id: string): string => id.slice(0, -SUFFIX.length);

export const resource: ResourceType = {
  create: async (properties, ctx) => created(await upload(properties, ctx)),
  update: async (_id, properties, _previous, ctx) => created(await upload(properties, ctx)),
  // The API keeps its schema, as in the cloud: it goes with the API.
  delete: async () => undefined,
  async read(Id, { Definition, DefinitionS3Location }, ctx) {
    const answer = await ignoring(['NotFoundException'], ctx.call('appsync', 'GetSchemaCreationStatus', { apiId: apiOf(Id) }));
    if (answer === undefined || answer.status === 'NOT_APPLICABLE') return undefined;
    const told = DefinitionS3Location === undefined ? (Definition ?? (await shownSchema(apiOf(Id), ctx))) : undefined;
    return readAs({ Id, ApiId: apiOf(Id), Definition: told, DefinitionS3Location });
  },
  async adopt(identifier, _properties, ctx) {
    const id = text(identifier.Id) ?? '';
    await ctx.call('appsync', 'GetGraphqlApi', { apiId: apiOf(id) });
    return created(id);
  },
};
