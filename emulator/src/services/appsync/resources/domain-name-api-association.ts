// AWS::AppSync::DomainNameApiAssociation
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

const SUFFIX = '/ApiAssociation';
const domainIn = (id: string): string => id.slice(0, -SUFFIX.length);

export const resource: ResourceType = crudType({
  id: 'ApiAssociationIdentifier',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, { DomainName, ApiId }, ctx) => {
    const domainName = text(DomainName) ?? '';
    await ctx.call('appsync', 'AssociateApi', { domainName, apiId: text(ApiId) ?? '' });
    return `${domainName}${SUFFIX}`;
  },
  idOf: (id) => id,
  find: async (id, _properties, ctx) => (await ctx.call('appsync', 'GetApiAssociation', { domainName: domainIn(id) })).apiAssociation,
  update: (id, _given, { properties: { ApiId } }, ctx) =>
    ctx.call('appsync', 'AssociateApi', { domainName: domainIn(id), apiId: text(ApiId) ?? '' }),
  delete: (id, _properties, ctx) => ctx.call('appsync', 'DisassociateApi', { domainName: domainIn(id) }),
  shown: ({ domainName: DomainName, apiId: ApiId }) => ({ DomainName, ApiId }),
});
