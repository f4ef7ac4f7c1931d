// AWS::CloudWatch::Dashboard
import { crudType } from '#core/resources/crud-type';
import { tagList } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { NAME_LENGTH } from './alarm-parts.ts';

export const resource: ResourceType = crudType({
  id: 'DashboardName',
  newName: NAME_LENGTH,
  gone: ['DashboardNotFoundError'],
  properties: { DashboardBody: requiredText },
  create: (DashboardName, given, { Tags }, ctx) =>
    ctx.call('cloudwatch', 'PutDashboard', { DashboardName, ...given, Tags: Tags === undefined ? undefined : tagList(Tags) }),
  update: 'create',
  delete: (name, _properties, ctx) => ctx.call('cloudwatch', 'DeleteDashboards', { DashboardNames: [name] }),
  find: (DashboardName, _properties, ctx) => ctx.call('cloudwatch', 'GetDashboard', { DashboardName }),
  tags: {
    told: async ({ DashboardArn }, _id, ctx) => (await ctx.call('cloudwatch', 'ListTagsForResource', { ResourceARN: DashboardArn! })).Tags,
    put: (_id, Tags, { DashboardArn }, ctx) => ctx.call('cloudwatch', 'TagResource', { ResourceARN: DashboardArn!, Tags }),
    remove: (_id, TagKeys, { DashboardArn }, ctx) => ctx.call('cloudwatch', 'UntagResource', { ResourceARN: DashboardArn!, TagKeys }),
  },
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'ListDashboards', { NextToken }),
  listed: ({ DashboardEntries = [] }) => DashboardEntries.map(({ DashboardName }) => DashboardName),
});
