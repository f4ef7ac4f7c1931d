// AWS::AppSync::ApiKey
import { crudType } from '#core/resources/crud-type';
import type { Created } from '#core/resources/resource-handlers';
import { number, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';
import type { ApiKey } from '#model/appsync';

async function find(id: string, apiId: string, ctx: ResourceContext): Promise<(ApiKey & { readonly apiId: string }) | undefined> {
  let nextToken: string | undefined;
  do {
    const page = await ctx.call('appsync', 'ListApiKeys', { apiId, nextToken });
    const found = page.apiKeys?.find((key) => key.id === id);
    if (found) return { ...found, apiId };
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return undefined;
}

const handlers: ResourceType = crudType({
  id: 'ApiKeyId',
  gone: ['NotFoundException'],
  properties: { Description: text, Expires: number },
  memberOf: (name) => name.toLowerCase(),
  unread: ['Expires'],
  create: async (_name, { Description: description, Expires: expires }, { ApiId }, ctx) =>
    (await ctx.call('appsync', 'CreateApiKey', { apiId: text(ApiId) ?? '', description, expires })).apiKey!,
  idOf: ({ id = '' }) => id,
  find: (id, { ApiId }, ctx) => find(id, text(ApiId) ?? '', ctx),
  update: (id, { Description: description, Expires: expires }, { properties: { ApiId } }, ctx) =>
    ctx.call('appsync', 'UpdateApiKey', { apiId: text(ApiId) ?? '', id, description, expires }),
  delete: (id, { ApiId }, ctx) => ctx.call('appsync', 'DeleteApiKey', { apiId: text(ApiId) ?? '', id }),
  attributes: ({ apiId }, ApiKey, { region, account }) => ({
    ApiKey,
    Arn: formatArn({ service: 'appsync', region, account, resource: `apis/${apiId}/apikeys/${ApiKey}` }),
  }),
  shown: ({ apiId, expires }) => ({ ApiId: apiId, Expires: expires }),
  listNeeds: ['ApiId'],
  list: (nextToken, { ApiId }, ctx) => ctx.call('appsync', 'ListApiKeys', { apiId: text(ApiId) ?? '', nextToken }),
  listed: ({ apiKeys }) => apiKeys?.map(({ id }) => id),
});

/** Ref gives the ARN. */
const withRef = (created: Created): Created => ({ ...created, ref: text(created.attributes['Arn']) });

export const resource: ResourceType = {
  ...handlers,
  create: async (...args) => withRef(await handlers.create(...args)),
  update: async (...args) => withRef(await handlers.update!(...args)),
  adopt: async (...args) => withRef(await handlers.adopt!(...args)),
};
