// AWS::Logs::MetricFilter

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, number, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { MetricTransformation } from '#model/logs';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 512;
const CENTRAL = 'logs of several accounts are not brought together here.';

const dimension = shape({ Key: must(text), Value: must(text) });
const transformation = shape({
  MetricName: must(text),
  MetricNamespace: must(text),
  MetricValue: must(text),
  DefaultValue: number,
  Unit: text,
  Dimensions: each(dimension),
});

/** Templates have dimensions as a list, the API as an object by name. */
const transformationsOf = (value: Value | undefined): MetricTransformation[] =>
  (each(transformation)(value) ?? []).map((given) => {
    const { MetricName: metricName, MetricNamespace: metricNamespace, MetricValue: metricValue, ...more } = given!;
    return {
      metricName,
      metricNamespace,
      metricValue,
      defaultValue: more.DefaultValue,
      unit: more.Unit,
      dimensions: more.Dimensions && Object.fromEntries(more.Dimensions.map((named) => [named!.Key, named!.Value])),
    };
  });

const toldTransformation = (given: MetricTransformation) => ({
  MetricName: given.metricName,
  MetricNamespace: given.metricNamespace,
  MetricValue: given.metricValue,
  DefaultValue: given.defaultValue,
  Unit: given.unit,
  Dimensions: given.dimensions && Object.entries(given.dimensions).map(([Key, of]) => ({ Key, Value: of })),
});

async function put(filterName: string, properties: Properties, ctx: ResourceContext): Promise<Created> {
  await ctx.call('logs', 'PutMetricFilter', {
    filterName,
    logGroupName: text(properties.LogGroupName)!,
    filterPattern: text(properties.FilterPattern)!,
    metricTransformations: transformationsOf(properties.MetricTransformations),
    applyOnTransformedLogs: flag(properties.ApplyOnTransformedLogs),
  });
  return { physicalId: filterName, attributes: {} };
}

async function find(filterName: string, logGroupName: string, ctx: ResourceContext) {
  const asked = { logGroupName, filterNamePrefix: filterName, limit: 1 };
  const found = await ignoring(GONE, ctx.call('logs', 'DescribeMetricFilters', asked));
  // The name itself sorts first among the names that begin with it.
  return found?.metricFilters?.find((filter) => filter.filterName === filterName);
}

export const resource: ResourceType = {
  refuse: { FieldSelectionCriteria: CENTRAL, EmitSystemFieldDimensions: CENTRAL },
  create: (properties, ctx) => put(text(properties.FilterName) ?? ctx.physicalName(MAX_NAME_LENGTH), properties, ctx),
  update: (filterName, properties, _previous, ctx) => put(filterName, properties, ctx),
  async delete(filterName, properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteMetricFilter', { filterName, logGroupName: text(properties.LogGroupName)! }));
  },
  async read(filterName, properties, ctx) {
    const LogGroupName = text(properties.LogGroupName)!;
    const found = await find(filterName, LogGroupName, ctx);
    if (!found) return undefined;
    const { filterPattern: FilterPattern, metricTransformations = [], applyOnTransformedLogs: ApplyOnTransformedLogs } = found;
    const MetricTransformations = metricTransformations.map(toldTransformation);
    return readAs({ FilterName: filterName, LogGroupName, FilterPattern, MetricTransformations, ApplyOnTransformedLogs });
  },
  async list(_filter, nextToken, ctx) {
    const { metricFilters = [], nextToken: next } = await ctx.call('logs', 'DescribeMetricFilters', { nextToken });
    return { items: metricFilters.map(({ logGroupName, filterName }) => ({ LogGroupName: logGroupName!, FilterName: filterName! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const [filterName, logGroupName] = [text(identifier.FilterName) ?? '', text(identifier.LogGroupName) ?? ''];
    if (!(await find(filterName, logGroupName, ctx))) throw new Error(`Metric filter ${filterName} of ${logGroupName} does not exist.`);
    return { physicalId: filterName, attributes: {} };
  },
};
