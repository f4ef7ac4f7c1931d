// AWS::ApiGateway::RestApi: by its properties, or by an OpenAPI document, over which the properties are set.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { document, flag, number, object, text, texts } from '#core/resources/resource-properties';
import { asGiven, documentAs, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { wholeBody } from '#lib/byte-pieces';
import { itemPaths, items, members, never, type Patcher, value } from './patches.ts';
import { changeTags, type Members, patchesOf, type RestKind, restType } from './rest-type.ts';

const MAX_NAME = 128;

const endpoints = (given: Value | undefined) => {
  const { Types, IpAddressType, VpcEndpointIds } = shape({ Types: texts, IpAddressType: text, VpcEndpointIds: texts })(given) ?? {};
  return {
    types: Types,
    ipAddressType: IpAddressType,
    vpcEndpointIds: given && object(given).VpcEndpointIds === undefined ? undefined : VpcEndpointIds,
  };
};

/** An API has one type, which is named by its old value. */
const typePatch: Patcher = (before, after) => {
  const [[old = 'EDGE'] = [], [next = 'EDGE'] = []] = [before, after] as [string[]?, string[]?];
  return old === next ? [] : [{ op: 'replace', path: `/endpointConfiguration/types/${old}`, value: next }];
};

/** The service shows policies with their quotation marks escaped. */
const unescaped = (policy: unknown): string | undefined => (typeof policy === 'string' ? (JSON.parse(`"${policy}"`) as string) : undefined);

const PROPERTIES: RestKind['properties'] = {
  ApiKeySourceType: { read: text, member: 'apiKeySource', patch: value('/apiKeySource', 'HEADER') },
  BinaryMediaTypes: { read: texts, patch: itemPaths('/binaryMediaTypes') },
  CloneFrom: { read: text, patch: never, isUnread: true },
  Description: { read: text, patch: value('/description') },
  DisableExecuteApiEndpoint: { read: flag, patch: value('/disableExecuteApiEndpoint', 'false') },
  EndpointAccessMode: { read: text, patch: value('/endpointAccessMode') },
  EndpointConfiguration: {
    read: endpoints,
    patch: members({
      types: typePatch,
      ipAddressType: value('/endpointConfiguration/ipAddressType', 'ipv4'),
      vpcEndpointIds: items('/endpointConfiguration/vpcEndpointIds'),
    }),
    shown: ({ endpointConfiguration }, given) => {
      const { types, ipAddressType, vpcEndpointIds } = (endpointConfiguration ?? {}) as Members;
      return asGiven({ Types: types, VpcEndpointIds: vpcEndpointIds, IpAddressType: ipAddressType }, given);
    },
  },
  MinimumCompressionSize: { read: number, patch: value('/minimumCompressionSize') },
  Name: { read: text, patch: value('/name') },
  Policy: { read: document, patch: value('/policy'), shown: ({ policy }, given) => documentAs(unescaped(policy), given) },
  SecurityPolicy: { read: text, patch: value('/securityPolicy') },
  Version: { read: text, patch: value('/version') },
};

const type = restType({
  noun: 'RestApi',
  owners: [],
  key: 'restApiId',
  idOf: ({ id }) => String(id),
  idAttribute: 'RestApiId',
  plural: 'RestApis',
  properties: PROPERTIES,
  attributes: ({ rootResourceId }) => ({ RootResourceId: String(rootResourceId) }),
  tagged: (id) => `/restapis/${id}`,
});

const isDocument = ({ Body, BodyS3Location }: Properties): boolean => Body !== undefined || BodyS3Location !== undefined;

async function bodyOf({ Body, BodyS3Location }: Properties, ctx: ResourceContext): Promise<Uint8Array> {
  if (Body !== undefined) return Buffer.from(document(Body) ?? '');
  const { Bucket, Key, Version, ETag } = object(BodyS3Location);
  const found = await ctx.call('s3', 'GetObject', {
    ...{ Bucket: text(Bucket) ?? '', Key: text(Key) ?? '', VersionId: text(Version), IfMatch: text(ETag) },
  });
  return wholeBody(found.Body);
}

const importing = async (properties: Properties, ctx: ResourceContext) => ({
  body: await bodyOf(properties, ctx),
  parameters: textMap(properties.Parameters) as Record<string, string> | undefined,
  failOnWarnings: flag(properties.FailOnWarnings),
});

const DOCUMENT_PROPERTIES = ['Body', 'BodyS3Location', 'Parameters', 'FailOnWarnings', 'Mode'];
const settingsOf = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !DOCUMENT_PROPERTIES.includes(name)));

/** Sets the properties over what a document says. */
async function settle(restApiId: string, properties: Properties, ctx: ResourceContext) {
  const { binaryMediaTypes, endpointConfiguration } = await ctx.call('apigateway', 'GetRestApi', { restApiId });
  // Only what the template gives: the rest stays as the document has it.
  const given = settingsOf(properties);
  const known: Properties = {
    ...(given['BinaryMediaTypes'] !== undefined && { BinaryMediaTypes: [...(binaryMediaTypes ?? [])] }),
    ...(given['EndpointConfiguration'] !== undefined && { EndpointConfiguration: { Types: [...(endpointConfiguration?.types ?? [])] } }),
  };
  const patchOperations = patchesOf(given, known, PROPERTIES);
  if (patchOperations.length > 0) await ctx.call('apigateway', 'UpdateRestApi', { restApiId, patchOperations });
}

const hasTitle = ({ Body }: Properties): boolean => Body === undefined || text(object(object(Body).info).title) !== undefined;

/** A document needs no title: the API has the template's name, else one of its logical id. */
async function createFromDocument(properties: Properties, ctx: ResourceContext): Promise<string> {
  const given = await importing(properties, ctx);
  const name = text(properties.Name) ?? (hasTitle(properties) ? undefined : ctx.physicalName(MAX_NAME));
  const endpointType = given.parameters?.['endpointConfigurationTypes'];
  const { id = '' } =
    name === undefined
      ? await ctx.call('apigateway', 'ImportRestApi', given)
      : await ctx.call('apigateway', 'CreateRestApi', {
          name,
          endpointConfiguration: endpointType ? { types: [endpointType] } : undefined,
        });
  ctx.created(id);
  if (name !== undefined) await ctx.call('apigateway', 'PutRestApi', { restApiId: id, mode: 'overwrite', ...given });
  return id;
}

export const resource: ResourceType = {
  ...type,
  async create(properties, ctx) {
    if (!isDocument(properties))
      return type.create(settingsOf({ ...properties, Name: properties.Name ?? ctx.physicalName(MAX_NAME) }), ctx);
    const id = await createFromDocument(properties, ctx);
    await settle(id, properties, ctx);
    await changeTags(`/restapis/${id}`, undefined, properties.Tags, ctx);
    return type.adopt!({ RestApiId: id }, properties, ctx);
  },
  async update(restApiId, properties, previous, ctx) {
    if (!isDocument(properties)) return type.update!(restApiId, settingsOf(properties), settingsOf(previous), ctx);
    const mode = text(properties.Mode) ?? 'overwrite';
    await ctx.call('apigateway', 'PutRestApi', { restApiId, mode, ...(await importing(properties, ctx)) });
    await settle(restApiId, properties, ctx);
    await changeTags(`/restapis/${restApiId}`, previous.Tags, properties.Tags, ctx);
    return type.adopt!({ RestApiId: restApiId }, properties, ctx);
  },
};
