// AWS::AppSync::DomainName
import { crudType } from '#core/resources/crud-type';
import { tagMap, tagsByKey, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'DomainName',
  gone: ['NotFoundException'],
  properties: { Description: text, CertificateArn: text },
  memberOf: (name) => `${name[0]!.toLowerCase()}${name.slice(1)}`,
  create: async (domainName, { Description: description, CertificateArn: certificateArn = '' }, { Tags }, ctx) => {
    const tags = Tags === undefined ? undefined : tagMap(Tags);
    return ctx.call('appsync', 'CreateDomainName', { domainName, certificateArn, description, tags });
  },
  find: async (domainName, _properties, ctx) => (await ctx.call('appsync', 'GetDomainName', { domainName })).domainNameConfig,
  update: (domainName, { Description: description }, _change, ctx) => ctx.call('appsync', 'UpdateDomainName', { domainName, description }),
  delete: (domainName, _properties, ctx) => ctx.call('appsync', 'DeleteDomainName', { domainName }),
  attributes: ({
    appsyncDomainName: AppSyncDomainName,
    hostedZoneId: HostedZoneId,
    domainNameArn: DomainNameArn,
    domainName: DomainName,
  }) => ({
    ...{ AppSyncDomainName, HostedZoneId, DomainNameArn, DomainName },
  }),
  tags: {
    told: ({ tags }) => tags,
    put: (_name, tags, { domainNameArn = '' }, ctx) =>
      ctx.call('appsync', 'TagResource', { resourceArn: domainNameArn, tags: tagsByKey(tags) }),
    remove: (_name, tagKeys, { domainNameArn = '' }, ctx) => ctx.call('appsync', 'UntagResource', { resourceArn: domainNameArn, tagKeys }),
  },
  list: (nextToken, _filter, ctx) => ctx.call('appsync', 'ListDomainNames', { nextToken: text(nextToken) }),
  listed: ({ domainNameConfigs }) => domainNameConfigs?.map(({ domainName }) => domainName),
});
