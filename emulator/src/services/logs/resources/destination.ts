// AWS::Logs::Destination
import { crudSetting, crudType } from '#core/resources/crud-type';
import { document, list, tagMap, tagsByKey } from '#core/resources/resource-properties';
import { documentAs, requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';
import { formatArn } from '#lib/arn';

const arnOf = (name: string, { region, account }: ResourceContext): string =>
  formatArn({ service: 'logs', region, account, resource: `destination:${name}` });

export const resource: ResourceType = crudType({
  id: 'DestinationName',
  newName: 512,
  gone: ['ResourceNotFoundException'],
  properties: { TargetArn: requiredText, RoleArn: requiredText },
  refusesExisting: true,
  create: (destinationName, given, { Tags }, ctx) =>
    ctx.call('logs', 'PutDestination', {
      destinationName,
      ...uncapitalized(given),
      ...(list(Tags).length > 0 && { tags: tagMap(Tags) }),
    }),
  update: 'create',
  delete: (destinationName, _properties, ctx) => ctx.call('logs', 'DeleteDestination', { destinationName }),
  async find(destinationName, _properties, ctx) {
    const { destinations = [] } = await ctx.call('logs', 'DescribeDestinations', { DestinationNamePrefix: destinationName, limit: 1 });
    // The name itself sorts first among the names that begin with it.
    return destinations.find((destination) => destination.destinationName === destinationName);
  },
  settings: [
    crudSetting(
      'DestinationPolicy',
      document,
      (destinationName, accessPolicy, ctx) => ctx.call('logs', 'PutDestinationPolicy', { destinationName, accessPolicy }),
      () => Promise.resolve(),
    ),
  ],
  tags: {
    told: async (_found, name, ctx) => (await ctx.call('logs', 'ListTagsForResource', { resourceArn: arnOf(name, ctx) })).tags,
    put: (name, tags, _found, ctx) => ctx.call('logs', 'TagResource', { resourceArn: arnOf(name, ctx), tags: tagsByKey(tags) }),
    remove: (name, tagKeys, _found, ctx) => ctx.call('logs', 'UntagResource', { resourceArn: arnOf(name, ctx), tagKeys }),
  },
  attributes: ({ arn: Arn }) => ({ Arn }),
  memberOf: uncapitalize,
  shown: ({ accessPolicy }, given) => ({ DestinationPolicy: documentAs(accessPolicy, given.DestinationPolicy) }),
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'DescribeDestinations', { nextToken }),
  listed: ({ destinations }) => destinations?.map(({ destinationName }) => destinationName),
});
