// Labels of results: what differs between them, or the client's own with `${…}` in it.
import { ofSeries } from '#services/cloudwatch/math/folds';
import { type Labelled, present, type Series } from '#services/cloudwatch/math/series';

/** Default labels of the metrics of one answer: the name, and whatever else differs, but never the unit. */
export function defaultLabels(metrics: readonly Labelled[]): string[] {
  if (metrics.length === 1) return [metrics[0]!.name];
  const differs = (of: (metric: Labelled) => string): boolean => new Set(metrics.map(of)).size > 1;
  const values = (metric: Labelled) => metric.dimensions.map(({ value }) => value).join(' ');
  const parts: ((metric: Labelled) => string)[] = [
    ({ namespace }) => namespace,
    ({ name }) => name,
    values,
    ({ statistic }) => statistic,
    ({ period }) => String(period),
  ];
  const shown = parts.filter((part, at) => at === 1 || differs(part));
  return metrics.map((metric) =>
    shown
      .map((part) => part(metric))
      .filter(Boolean)
      .join(' '),
  );
}

const DYNAMIC = /\$\{([^}]*)\}/g;

/** Replaces `${AVG}`, `${LAST}`, `${PROP('Dim.Name')}` and the like; others stay as they are. */
export function dynamicLabel(label: string, series: Series, metric: Labelled | undefined): string {
  if (!label.includes('${')) return label;
  return label.replace(DYNAMIC, (whole, name: string) => figure(name.trim(), series, metric) ?? whole);
}

const PROPERTY = /^PROP\('([^']*)'\)$/;

function figure(name: string, series: Series, metric: Labelled | undefined): string | undefined {
  const property = PROPERTY.exec(name)?.[1];
  const described = metric ?? series.metric;
  if (property !== undefined) return described && propertyOf(property, described);
  if (name === 'LABEL') return metric?.name ?? series.label;
  const values = present(series);
  if (name === 'DATAPOINT_COUNT') return String(values.length);
  if (['AVG', 'MIN', 'MAX', 'SUM'].includes(name)) return values.length === 0 ? '--' : String(ofSeries(name, series));
  if (name === 'FIRST') return String(values[0] ?? '--');
  if (name === 'LAST') return String(values.at(-1) ?? '--');
  return undefined;
}

function propertyOf(name: string, metric: Labelled): string | undefined {
  if (name === 'AccountId') return metric.account;
  if (name === 'MetricName') return metric.name;
  if (name === 'Namespace') return metric.namespace;
  if (name === 'Period') return String(metric.period);
  if (name === 'Region') return metric.region;
  if (name === 'Stat') return metric.statistic;
  return name.startsWith('Dim.') ? metric.dimensions.find((each) => each.name === name.slice(4))?.value : undefined;
}
