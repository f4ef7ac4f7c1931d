// AWS::CloudWatch::MetricStream
import { crudType } from '#core/resources/crud-type';
import { flag, tagList, text } from '#core/resources/resource-properties';
import { each, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE, NAME_LENGTH, unlessEmpty } from './alarm-parts.ts';

const filters = each(shape({ Namespace: text, MetricNames: each(text) }));
const statistics = each(
  shape({ IncludeMetrics: each(shape({ Namespace: requiredText, MetricName: requiredText })), AdditionalStatistics: each(text) }),
);

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: NAME_LENGTH,
  gone: GONE,
  properties: {
    ...{ FirehoseArn: requiredText, RoleArn: requiredText, OutputFormat: requiredText },
    ...{ IncludeFilters: filters, ExcludeFilters: filters, IncludeLinkedAccountsMetrics: flag },
    StatisticsConfigurations: statistics,
  },
  create: (Name, { StatisticsConfigurations, ...given }, { Tags }, ctx) =>
    ctx.call('cloudwatch', 'PutMetricStream', {
      ...{ Name, ...given, Tags: Tags === undefined ? undefined : tagList(Tags) },
      StatisticsConfigurations: StatisticsConfigurations?.map(({ IncludeMetrics = [], AdditionalStatistics = [] }) => ({
        ...{ IncludeMetrics, AdditionalStatistics },
      })),
    }),
  update: 'create',
  delete: (Name, _properties, ctx) => ctx.call('cloudwatch', 'DeleteMetricStream', { Name }),
  find: (Name, _properties, ctx) => ctx.call('cloudwatch', 'GetMetricStream', { Name }),
  attributes: ({ Arn, State, CreationDate, LastUpdateDate }) => ({
    ...{ Arn, State, CreationDate: CreationDate?.toISOString(), LastUpdateDate: LastUpdateDate?.toISOString() },
  }),
  shown: ({ IncludeFilters, ExcludeFilters, StatisticsConfigurations }) => ({
    IncludeFilters: unlessEmpty(IncludeFilters),
    ExcludeFilters: unlessEmpty(ExcludeFilters),
    StatisticsConfigurations: unlessEmpty(StatisticsConfigurations),
  }),
  tags: {
    told: async ({ Arn }, _id, ctx) => (await ctx.call('cloudwatch', 'ListTagsForResource', { ResourceARN: Arn! })).Tags,
    put: (_id, Tags, { Arn }, ctx) => ctx.call('cloudwatch', 'TagResource', { ResourceARN: Arn!, Tags }),
    remove: (_id, TagKeys, { Arn }, ctx) => ctx.call('cloudwatch', 'UntagResource', { ResourceARN: Arn!, TagKeys }),
  },
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'ListMetricStreams', { NextToken }),
  listed: ({ Entries = [] }) => Entries.map(({ Name }) => Name),
});
