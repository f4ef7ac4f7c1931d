// The values that metric filters take from log events.
import type { Ctx } from '#core/ctx';
import type { Dimension, MetricDatum } from '#core/metrics/metric-datum';
import { pointOf } from '#core/metrics/metric-point';
import type { Frozen } from '#core/records';
import { selectorReader } from '#services/logs/filter-pattern/json-pattern';
import type { Extracted, FilterPattern } from '#services/logs/filter-pattern/pattern';
import { readPattern } from '#services/logs/filter-pattern/read-pattern';
import type { ProtectedEvent } from '#services/logs/protection/protect-events';
import { type MetricFilter, metricFilters } from '#services/logs/state';

type Take = (message: string, extracted: Extracted) => string | undefined;

interface CompiledFilter {
  readonly pattern: FilterPattern;
  readonly value: Take;
  readonly dimensions: readonly { readonly name: string; readonly take: Take }[];
}

/** Compiled filters: a group's filters see every batch of its events. */
class CompiledFilters {
  #compiled = new WeakMap<object, CompiledFilter>();

  of(filter: Frozen<MetricFilter>): CompiledFilter {
    let compiled = this.#compiled.get(filter);
    if (!compiled) this.#compiled.set(filter, (compiled = compile(filter)));
    return compiled;
  }
  async stop(): Promise<void> {}
}

function compile({ pattern, transformation }: Frozen<MetricFilter>): CompiledFilter {
  const dimensions = (transformation.dimensions ?? []).map(({ name, value }) => ({ name, take: takes(value) }));
  return { pattern: readPattern(pattern), value: takes(transformation.metricValue), dimensions };
}

/** A number as it is; `$.path` of JSON, `$name` of a field. */
function takes(selector: string): Take {
  if (!selector.startsWith('$')) return () => selector;
  const read = selector.startsWith('$.') || selector.startsWith('$[') ? selectorReader(selector) : undefined;
  return (message, extracted) => extracted[selector] ?? read?.(message);
}

/** The data of all metric filters of a group for a batch of its events. */
export function metricValues(group: string, events: readonly ProtectedEvent[], ctx: Ctx): MetricDatum[] {
  const filters = ctx.records(metricFilters).range([group]);
  if (filters.length === 0) return [];
  const compiled = ctx.own('logs.metric-filters', () => new CompiledFilters());
  return filters.flatMap((filter) => valuesOf(filter, compiled.of(filter), events, ctx));
}

function valuesOf(
  { transformation, applyOnTransformedLogs }: Frozen<MetricFilter>,
  compiled: CompiledFilter,
  events: readonly ProtectedEvent[],
  ctx: Ctx,
): MetricDatum[] {
  const { metricNamespace: namespace, metricName: name, unit = 'None', defaultValue } = transformation;
  const datum = (atMs: number, value: number, dimensions: readonly Dimension[]): MetricDatum => ({
    ...{ namespace, name, unit, atMs, dimensions },
    ...{ resolution: 60, point: pointOf([value]) },
  });
  const data = events.flatMap(({ timestamp, message: shown, transformed = shown }) => {
    const message = applyOnTransformedLogs ? transformed : shown;
    const extracted = compiled.pattern.extract(message);
    if (!extracted) return [];
    const text = compiled.value(message, extracted);
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    const dimensions = compiled.dimensions.map(({ name, take }) => ({ name, value: take(message, extracted) }));
    if (!Number.isFinite(value) || dimensions.some(({ value }) => !value)) return [];
    return [datum(timestamp, value, dimensions as Dimension[])];
  });
  if (defaultValue === undefined) return data;
  // A minute that has events and no match gets the default value, once.
  const minutes = new Set(events.map(({ timestamp }) => timestamp - (timestamp % 60_000)));
  for (const { atMs } of data) minutes.delete(atMs - (atMs % 60_000));
  for (const minuteMs of minutes) if (!hasPoint(namespace, name, unit, minuteMs, ctx)) data.push(datum(minuteMs, defaultValue, []));
  return data;
}

function hasPoint(namespace: string, name: string, unit: string, minuteMs: number, ctx: Ctx): boolean {
  const { reader } = ctx.metrics;
  const series = reader.unitsOf({ namespace, name, dimensions: [] }).find((each) => each.unit === unit);
  return series !== undefined && reader.points(series.id, minuteMs / 1000, minuteMs / 1000 + 60, 60).length > 0;
}
