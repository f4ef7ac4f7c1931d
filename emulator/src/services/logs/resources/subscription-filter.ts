// AWS::Logs::SubscriptionFilter
import { crudType } from '#core/resources/crud-type';
import { flag, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';

const CENTRAL = 'logs of several accounts are not brought together here.';

export const resource: ResourceType = crudType({
  id: 'FilterName',
  newName: 512,
  gone: ['ResourceNotFoundException'],
  refuse: { FieldSelectionCriteria: CENTRAL, EmitSystemFields: CENTRAL },
  properties: {
    LogGroupName: requiredText,
    FilterPattern: requiredText,
    DestinationArn: requiredText,
    RoleArn: text,
    Distribution: text,
    ApplyOnTransformedLogs: flag,
  },
  create: (filterName, given, _properties, ctx) => ctx.call('logs', 'PutSubscriptionFilter', { filterName, ...uncapitalized(given) }),
  update: 'create',
  delete: (filterName, { LogGroupName }, ctx) =>
    ctx.call('logs', 'DeleteSubscriptionFilter', { filterName, logGroupName: requiredText(LogGroupName) }),
  async find(filterName, { LogGroupName }, ctx) {
    const asked = { logGroupName: requiredText(LogGroupName), filterNamePrefix: filterName, limit: 1 };
    const { subscriptionFilters = [] } = await ctx.call('logs', 'DescribeSubscriptionFilters', asked);
    // The name itself sorts first among the names that begin with it.
    return subscriptionFilters.find((filter) => filter.filterName === filterName);
  },
  memberOf: uncapitalize,
  listNeeds: ['LogGroupName'],
  list: (nextToken, { LogGroupName }, ctx) =>
    ctx.call('logs', 'DescribeSubscriptionFilters', { logGroupName: requiredText(LogGroupName), nextToken }),
  listed: ({ subscriptionFilters }) => subscriptionFilters?.map(({ filterName }) => filterName),
});
