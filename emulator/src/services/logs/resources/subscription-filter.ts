// AWS::Logs::SubscriptionFilter
import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 512;
const CENTRAL = 'logs of several accounts are not brought together here.';

async function put(filterName: string, properties: Properties, ctx: ResourceContext): Promise<Created> {
  await ctx.call('logs', 'PutSubscriptionFilter', {
    filterName,
    logGroupName: text(properties.LogGroupName)!,
    filterPattern: text(properties.FilterPattern)!,
    destinationArn: text(properties.DestinationArn)!,
    roleArn: text(properties.RoleArn),
    distribution: text(properties.Distribution),
    applyOnTransformedLogs: flag(properties.ApplyOnTransformedLogs),
  });
  return { physicalId: filterName, attributes: {} };
}

async function find(filterName: string, logGroupName: string, ctx: ResourceContext) {
  const request = { logGroupName, filterNamePrefix: filterName, limit: 1 };
  const found = await ignoring(GONE, ctx.call('logs', 'DescribeSubscriptionFilters', request));
  // The name itself sorts first among the names that begin with it.
  return found?.subscriptionFilters?.find((filter) => filter.filterName === filterName);
}

export const resource: ResourceType = {
  refuse: { FieldSelectionCriteria: CENTRAL, EmitSystemFields: CENTRAL },
  listNeeds: ['LogGroupName'],
  create: (properties, ctx) => put(text(properties.FilterName) ?? ctx.physicalName(MAX_NAME_LENGTH), properties, ctx),
  update: (filterName, properties, _previous, ctx) => put(filterName, properties, ctx),
  async delete(filterName, properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteSubscriptionFilter', { filterName, logGroupName: text(properties.LogGroupName)! }));
  },
  async read(filterName, properties, ctx) {
    const LogGroupName = text(properties.LogGroupName)!;
    const found = await find(filterName, LogGroupName, ctx);
    if (!found) return undefined;
    const { filterPattern: FilterPattern, destinationArn: DestinationArn, distribution: Distribution, roleArn: RoleArn } = found;
    return readAs({ FilterName: filterName, LogGroupName, FilterPattern, DestinationArn, Distribution, RoleArn });
  },
  async list(filter, nextToken, ctx) {
    const LogGroupName = text(filter.LogGroupName)!;
    const found = await ctx.call('logs', 'DescribeSubscriptionFilters', { logGroupName: LogGroupName, nextToken });
    const items = (found.subscriptionFilters ?? []).map(({ filterName }) => ({ LogGroupName, FilterName: filterName! }));
    return { items, next: found.nextToken };
  },
  async adopt(identifier, _properties, ctx) {
    const [filterName, logGroupName] = [text(identifier.FilterName) ?? '', text(identifier.LogGroupName) ?? ''];
    if (!(await find(filterName, logGroupName, ctx)))
      throw new Error(`Subscription filter ${filterName} of ${logGroupName} does not exist.`);
    return { physicalId: filterName, attributes: {} };
  },
};
