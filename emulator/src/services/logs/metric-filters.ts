// Metric filters: each match in a batch of events becomes a value of a metric (`metrics/metric-values.ts`).

import type { Frozen } from '#core/records';
import { fault, type MetricTransformation as GivenTransformation, operation } from '#model/logs';
import { checkTransformed } from './active-transformer.ts';
import { readPattern } from './filter-pattern/read-pattern.ts';
import { findGroup, invalid } from './groups/find-group.ts';
import { pageOfRecords } from './pages.ts';
import { type MetricFilter, type MetricTransformation, metricFilters } from './state.ts';

/** Limit: metric filters of a log group. */
const MAX_FILTERS = 100;
/** Limit: dimensions of a metric filter. */
const MAX_DIMENSIONS = 3;

export const PutMetricFilter = operation('PutMetricFilter', (input, ctx) => {
  const { logGroupName, filterName: name, filterPattern } = input;
  const group = findGroup(logGroupName, ctx);
  if (group.logGroupClass !== 'STANDARD')
    throw fault('InvalidOperationException', `Metric filters are not supported for log groups of class ${group.logGroupClass}.`);
  if (input.fieldSelectionCriteria || input.emitSystemFieldDimensions?.length)
    throw invalid('Log centralization is not emulated: fieldSelectionCriteria and emitSystemFieldDimensions cannot be used.');
  checkTransformed(logGroupName, input.applyOnTransformedLogs, ctx);
  const filters = ctx.records(metricFilters);
  const before = filters.get([logGroupName, name]);
  if (!before && filters.count([logGroupName]) >= MAX_FILTERS) throw fault('LimitExceededException', 'Resource limit exceeded.');
  const transformation = readTransformation(input.metricTransformations[0] as GivenTransformation, readPattern(filterPattern).kind);
  const filter: MetricFilter = {
    name,
    createdMs: before?.createdMs ?? ctx.now(),
    pattern: filterPattern,
    transformation,
    applyOnTransformedLogs: input.applyOnTransformedLogs ?? false,
  };
  ctx.write((tx) => tx.put(filters, [logGroupName, name], filter));
});

function readTransformation(given: GivenTransformation, kind: 'terms' | 'json' | 'fields'): MetricTransformation {
  const dimensions = Object.entries(given.dimensions ?? {});
  if (dimensions.length > 0 && kind === 'terms') throw invalid('The specified filter pattern does not support dimensions');
  if (dimensions.length > MAX_DIMENSIONS) throw invalid(`A metric filter can have at most ${MAX_DIMENSIONS} dimensions.`);
  if (dimensions.length > 0 && given.defaultValue !== undefined)
    throw invalid('Invalid metric transformation: dimensions and default value are mutually exclusive properties.');
  if (dimensions.some(([, value]) => !value.startsWith('$')))
    throw invalid('Invalid metric transformation: dimension values must be field selectors.');
  if (!given.metricValue.startsWith('$') && !Number.isFinite(Number(given.metricValue)))
    throw invalid('Invalid metric transformation: metricValue must be a number or a field selector.');
  if (!Number.isFinite(given.defaultValue ?? 0)) throw invalid('Invalid metric transformation: defaultValue must be a number.');
  return { ...given, dimensions: given.dimensions && dimensions.map(([name, value]) => ({ name, value })) };
}

export const DeleteMetricFilter = operation('DeleteMetricFilter', ({ logGroupName, filterName }, ctx) => {
  findGroup(logGroupName, ctx);
  if (!ctx.records(metricFilters).has([logGroupName, filterName]))
    throw fault('ResourceNotFoundException', 'The specified metric filter does not exist.');
  ctx.write((tx) => tx.delete(ctx.records(metricFilters), [logGroupName, filterName]));
});

export const DescribeMetricFilters = operation('DescribeMetricFilters', (input, ctx) => {
  const { logGroupName, filterNamePrefix, metricName, metricNamespace } = input;
  if ((metricName === undefined) !== (metricNamespace === undefined))
    throw invalid('metricName and metricNamespace must be specified together.');
  if (logGroupName !== undefined) findGroup(logGroupName, ctx);
  const { items, nextToken } = pageOfRecords(ctx.records(metricFilters), logGroupName === undefined ? [] : [logGroupName], input, {
    startsWith: logGroupName === undefined ? undefined : filterNamePrefix,
    keep: ({ transformation }) =>
      metricName === undefined || (transformation.metricName === metricName && transformation.metricNamespace === metricNamespace),
  });
  return { metricFilters: items.map(([[group], filter]) => ({ ...describeFilter(filter), logGroupName: group })), nextToken };
});

const describeFilter = ({ name, pattern, transformation, createdMs, applyOnTransformedLogs }: Frozen<MetricFilter>) => ({
  filterName: name,
  filterPattern: pattern,
  metricTransformations: [
    {
      ...transformation,
      dimensions: transformation.dimensions && Object.fromEntries(transformation.dimensions.map(({ name, value }) => [name, value])),
    },
  ],
  creationTime: createdMs,
  applyOnTransformedLogs,
});

export const TestMetricFilter = operation('TestMetricFilter', ({ filterPattern, logEventMessages }) => {
  const pattern = readPattern(filterPattern);
  return {
    matches: logEventMessages.flatMap((eventMessage, at) => {
      const extractedValues = pattern.extract(eventMessage);
      return extractedValues ? [{ eventNumber: at, eventMessage, extractedValues }] : [];
    }),
  };
});
