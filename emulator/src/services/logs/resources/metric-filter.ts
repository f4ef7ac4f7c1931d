// AWS::Logs::MetricFilter
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { flag, number, text } from '#core/resources/resource-properties';
import { each, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';
import type { MetricTransformation } from '#model/logs';

const CENTRAL = 'logs of several accounts are not brought together here.';

const dimension = shape({ Key: requiredText, Value: requiredText });
const transformation = shape({
  MetricName: requiredText,
  MetricNamespace: requiredText,
  MetricValue: requiredText,
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

export const resource: ResourceType = {
  ...crudType({
    id: 'FilterName',
    newName: 512,
    gone: ['ResourceNotFoundException'],
    refuse: { FieldSelectionCriteria: CENTRAL, EmitSystemFieldDimensions: CENTRAL },
    properties: {
      LogGroupName: requiredText,
      FilterPattern: requiredText,
      MetricTransformations: transformationsOf,
      ApplyOnTransformedLogs: flag,
    },
    create: (filterName, given, _properties, ctx) => ctx.call('logs', 'PutMetricFilter', { filterName, ...uncapitalized(given) }),
    update: 'create',
    delete: (filterName, { LogGroupName }, ctx) =>
      ctx.call('logs', 'DeleteMetricFilter', { filterName, logGroupName: requiredText(LogGroupName) }),
    async find(filterName, { LogGroupName }, ctx) {
      const asked = { logGroupName: requiredText(LogGroupName), filterNamePrefix: filterName, limit: 1 };
      const { metricFilters = [] } = await ctx.call('logs', 'DescribeMetricFilters', asked);
      // The name itself sorts first among the names that begin with it.
      return metricFilters.find((filter) => filter.filterName === filterName);
    },
    memberOf: uncapitalize,
    shown: ({ metricTransformations = [] }) => ({ MetricTransformations: metricTransformations.map(toldTransformation) }),
  }),
  /** Lists the filters of all log groups. */
  async list(_filter, nextToken, ctx) {
    const { metricFilters = [], nextToken: next } = await ctx.call('logs', 'DescribeMetricFilters', { nextToken });
    return { items: metricFilters.map(({ logGroupName, filterName }) => ({ LogGroupName: logGroupName!, FilterName: filterName! })), next };
  },
};
