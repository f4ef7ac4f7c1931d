// AWS::ApiGatewayV2::Api: by its properties, or by an OpenAPI document.
import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, flag, number, object, text } from '#core/resources/resource-properties';
import { each, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';
import { wholeBody } from '#lib/byte-pieces';
import { table } from '#lib/table';
import { emptied, partType } from './part-type.ts';

const BASEPATHS: Readonly<Record<string, string>> = table({ ignore: 'ignore', prepend: 'prepend', split: 'split' });

const cors = shape({
  AllowCredentials: flag,
  AllowHeaders: each(text),
  AllowMethods: each(text),
  AllowOrigins: each(text),
  ExposeHeaders: each(text),
  MaxAge: number,
});

const api = partType({
  noun: 'Api',
  id: 'ApiId',
  owners: [],
  properties: {
    ApiKeySelectionExpression: text,
    CorsConfiguration: cors,
    CredentialsArn: text,
    Description: text,
    DisableExecuteApiEndpoint: flag,
    DisableSchemaValidation: flag,
    IpAddressType: text,
    Name: text,
    ProtocolType: text,
    RouteKey: text,
    RouteSelectionExpression: text,
    Tags: textMap,
    Target: text,
    Version: text,
  },
  cleared: (name, before) =>
    name === 'Description' || name === 'Version' ? emptied(name, before) : name.startsWith('Disable') ? false : undefined,
  attributes: ({ ApiId, ApiEndpoint }, { region, account }) => ({
    ApiEndpoint: String(ApiEndpoint),
    ExecuteApiArn: formatArn({ service: 'execute-api', region, account, resource: String(ApiId) }),
  }),
  tagged: (id) => `/apis/${id}`,
  unread: ['Target', 'RouteKey', 'CredentialsArn'],
});

/** Properties that a document takes the place of. */
const isDocument = ({ Body, BodyS3Location }: Properties): boolean => Body !== undefined || BodyS3Location !== undefined;

async function bodyOf({ Body, BodyS3Location }: Properties, ctx: ResourceContext): Promise<string> {
  if (Body !== undefined) return document(Body) ?? '';
  const { Bucket, Key, Version } = object(BodyS3Location);
  const found = await ctx.call('s3', 'GetObject', { Bucket: text(Bucket) ?? '', Key: text(Key) ?? '', VersionId: text(Version) });
  return (await wholeBody(found.Body)).toString();
}

const importing = async (properties: Properties, ctx: ResourceContext) => ({
  Body: await bodyOf(properties, ctx),
  Basepath: BASEPATHS[text(properties.BasePath) ?? 'ignore'] ?? 'ignore',
  FailOnWarnings: flag(properties.FailOnWarnings),
});

/** The properties beside the document are set over what it says. */
async function settled(ApiId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<Created> {
  const { Body: _, BodyS3Location: __, BasePath: ___, FailOnWarnings: ____, ProtocolType: _____, ...others } = properties;
  return api.update!(ApiId, others, previous, ctx);
}

export const resource: ResourceType = {
  ...api,
  async create(properties, ctx) {
    if (!isDocument(properties)) return api.create(properties, ctx);
    const { ApiId = '' } = await ctx.call('apigatewayv2', 'ImportApi', await importing(properties, ctx));
    ctx.created(ApiId);
    return settled(ApiId, properties, {}, ctx);
  },
  async update(ApiId, properties, previous, ctx) {
    if (isDocument(properties)) await ctx.call('apigatewayv2', 'ReimportApi', { ApiId, ...(await importing(properties, ctx)) });
    return settled(ApiId, properties, previous, ctx);
  },
};
