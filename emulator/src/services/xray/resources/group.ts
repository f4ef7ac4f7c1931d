// AWS::XRay::Group
import { crudType } from '#core/resources/crud-type';
import { changed, flag, tagList, text } from '#core/resources/resource-properties';
import { shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { resourceTags } from './resource-tags.ts';

const insights = shape({ InsightsEnabled: flag, NotificationsEnabled: flag });

export const resource: ResourceType = crudType({
  id: 'GroupARN',
  /** The service calls a group that does not exist a bad request. */
  gone: ['InvalidRequestException'],
  replaces: (properties, previous) => changed(['GroupName'], properties, previous),
  properties: { FilterExpression: text, InsightsConfiguration: insights },
  cleared: { FilterExpression: '', InsightsConfiguration: { InsightsEnabled: false, NotificationsEnabled: false } },
  create: (_arn, given, { GroupName, Tags }, ctx) =>
    ctx.call('xray', 'CreateGroup', { GroupName: text(GroupName)!, ...given, Tags: Tags === undefined ? undefined : tagList(Tags) }),
  idOf: ({ Group }) => Group!.GroupARN!,
  update: (GroupARN, given, _change, ctx) => ctx.call('xray', 'UpdateGroup', { GroupARN, ...given }),
  delete: (GroupARN, _properties, ctx) => ctx.call('xray', 'DeleteGroup', { GroupARN }),
  find: async (GroupARN, _properties, ctx) => (await ctx.call('xray', 'GetGroup', { GroupARN })).Group,
  shown: ({ GroupName, FilterExpression }) => ({ GroupName, FilterExpression: FilterExpression || undefined }),
  tags: resourceTags,
  list: (NextToken, _filter, ctx) => ctx.call('xray', 'GetGroups', { NextToken }),
  listed: ({ Groups }) => Groups?.map(({ GroupARN }) => GroupARN),
});
