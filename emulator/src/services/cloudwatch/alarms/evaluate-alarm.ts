// Evaluates a metric alarm over its windows, which end at a whole minute, and finds when the verdict can change next.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { evaluateQueries } from '#services/cloudwatch/data/evaluate-queries';
import { checkQueries } from '#services/cloudwatch/data/query-checks';
import { isPercentile } from '#services/cloudwatch/data/statistics';
import { TIME_FUNCTIONS } from '#services/cloudwatch/math/functions';
import { namesIn } from '#services/cloudwatch/math/parse';
import { isList, isSeries, type Series } from '#services/cloudwatch/math/series';
import { alarms, evaluations, type MetricAlarm } from '#services/cloudwatch/state';
import { periodOf, queriesOf, stepOf, type WatchedMetric, watchedMetrics } from './alarm-queries.ts';
import { changeState } from './change-state.ts';
import { comparisonOf } from './comparison.ts';
import { type ReasonPoint, reasonDataFor, reasonFor } from './sentences.ts';
import { rangeOf, type Treatment, verdictOn } from './verdict.ts';

export const UNCHECKED = 'Unchecked: Initial alarm creation';

/** A period of the evaluation range, oldest first. */
interface Period extends Omit<ReasonPoint, 'value'> {
  readonly value: number | undefined;
}

export async function evaluateAlarm(name: string, ctx: Ctx): Promise<void> {
  const records = ctx.records(alarms);
  const found = records.get([name]);
  if (found?.kind !== 'metric') return;
  const step = stepOf(found);
  const endMs = ctx.now() - (ctx.now() % step);
  await ctx.metrics.flush();
  for (const metric of watchedMetrics(found)) if (ctx.metrics.isReporting(metric)) await ctx.metrics.sample(metric, endMs);
  const periods = await periodsOf(found, endMs, ctx);
  const alarm = records.get([name]);
  if (alarm?.kind !== 'metric') return;
  if (alarm.configuredMs !== found.configuredMs) return ctx.write((tx) => evaluateSoon(alarm, tx, ctx));
  ctx.write((tx) => {
    tx.put(ctx.records(evaluations), [name], { endMs });
    decide(alarm, periods, tx, ctx);
    const dueMs = nextDue(alarm, endMs, ctx);
    if (dueMs !== undefined) ctx.later(tx, 'cloudwatch.evaluate', [name], dueMs);
  });
}

/** Evaluates at the next whole minute; where the last one has not been evaluated, at once. */
export function evaluateSoon(alarm: Frozen<MetricAlarm>, tx: Tx, ctx: Ctx): void {
  const step = stepOf(alarm);
  const last = ctx.now() - (ctx.now() % step);
  const evaluated = ctx.records(evaluations).get([alarm.name])?.endMs ?? 0;
  ctx.later(tx, 'cloudwatch.evaluate', [alarm.name], evaluated < last ? ctx.now() : last + step);
}

async function periodsOf(alarm: Frozen<MetricAlarm>, endMs: number, ctx: Ctx): Promise<Period[]> {
  const periodMs = periodOf(alarm) * 1000;
  const fromMs = endMs - rangeOf(alarm.evaluationPeriods) * periodMs;
  const queries = queriesOf(alarm);
  const results = await evaluateQueries(checkQueries(queries, 'Metrics'), { fromMs, toMs: endMs, startMs: () => fromMs }, ctx);
  const shown = queries.find(({ Id, ReturnData = true }) => ReturnData && Id !== alarm.thresholdMetricId);
  const result = shown && results.get(shown.Id);
  if (!result || !isSeries(result.value)) return [];
  const band = alarm.thresholdMetricId === undefined ? undefined : results.get(alarm.thresholdMetricId)?.value;
  const [high, low] = isList(band) ? (band as readonly [Series, Series]) : [];
  const comparison = comparisonOf(alarm.comparison);
  return [...result.value.values].map((value, at): Period => {
    const lower = low?.values[at] ?? alarm.threshold ?? Number.NaN;
    const upper = high?.values[at] ?? alarm.threshold ?? Number.NaN;
    const isMissing = Number.isNaN(value) || Number.isNaN(lower);
    return {
      atMs: fromMs + at * periodMs,
      value: isMissing ? undefined : value,
      ...{ low: lower, high: upper },
      sampleCount: result.points?.get(at)?.count,
      isBreaching: !isMissing && comparison.isBreaching(value, lower, upper),
    };
  });
}

function decide(alarm: Frozen<MetricAlarm>, periods: readonly Period[], tx: Tx, ctx: Ctx): void {
  const { evaluationPeriods: of, datapointsToAlarm: least = of, state } = alarm;
  if (hasFewSamples(alarm, periods)) return;
  const treatment = treatmentOf(alarm);
  const verdict = verdictOn(periods, { least, of, treatment }, state.value);
  if (verdict === state.value && state.reason !== UNCHECKED) return;
  const points = periods
    .filter((period): period is ReasonPoint => period.value !== undefined)
    .slice(-of)
    .reverse();
  const explained = { alarm: { ...alarm, treatMissingData: treatment }, verdict, before: state.value, points };
  const times = periods
    .slice(-of)
    .map(({ atMs }) => atMs)
    .reverse();
  const shownTimes = points.length > 0 ? points.map(({ atMs }) => atMs) : times;
  const reasonData = reasonDataFor(explained, ctx.now(), shownTimes, alarm.metric);
  changeState(alarm, { value: verdict, reason: reasonFor(explained), reasonData }, tx, ctx);
}

/** Alarms on tables ignore missing data, whatever they say. */
const treatmentOf = (alarm: Frozen<MetricAlarm>): Treatment =>
  alarm.metric?.namespace === 'AWS/DynamoDB' ? 'ignore' : ((alarm.treatMissingData ?? 'missing') as Treatment);

/** Whether the alarm leaves percentiles of too few samples alone: fewer than 10 / (1 - percentile), on the nearer side of the median. */
function hasFewSamples({ metric, lowSampleCount, evaluationPeriods }: Frozen<MetricAlarm>, periods: readonly Period[]): boolean {
  if (lowSampleCount !== 'ignore' || !metric || !isPercentile(metric.statistic)) return false;
  const part = Number(metric.statistic.slice(1)) / 100;
  const needed = 10 / (part >= 0.5 ? 1 - part : part);
  return periods.slice(-evaluationPeriods).some(({ sampleCount = 0, value }) => value !== undefined && sampleCount < needed);
}

/**
 * The first time after `endMs` at which the windows hold other points: a point enters a window, moves to the next, or leaves the range.
 * Undefined for an alarm that only a new point can change: it needs no timer.
 */
function nextDue(alarm: Frozen<MetricAlarm>, endMs: number, ctx: Ctx): number | undefined {
  const step = stepOf(alarm);
  const metrics = watchedMetrics(alarm);
  if (dependsOnTime(alarm) || metrics.some((metric) => ctx.metrics.isReporting(metric))) return endMs + step;
  const periodMs = periodOf(alarm) * 1000;
  const range = rangeOf(alarm.evaluationPeriods);
  let dueMs = Number.POSITIVE_INFINITY;
  for (const metric of metrics)
    for (const second of pointTimes(metric, endMs - range * periodMs, periodMs, ctx)) {
      const ageMs = endMs - second * 1000;
      const moves = Math.max(0, Math.ceil(ageMs / periodMs));
      if (moves > range) continue;
      const borderMs = second * 1000 + moves * periodMs;
      dueMs = Math.min(dueMs, borderMs - (borderMs % step) + step);
    }
  return Number.isFinite(dueMs) ? Math.max(dueMs, endMs + step) : undefined;
}

const AHEAD_MS = 3 * 3_600_000;

function pointTimes(metric: WatchedMetric, fromMs: number, periodMs: number, ctx: Ctx): number[] {
  const { reader } = (metric.account === undefined ? ctx : ctx.in({ account: metric.account })).metrics;
  return reader
    .unitsOf(metric)
    .filter(({ unit }) => metric.unit === undefined || unit === metric.unit)
    .flatMap(({ id }) => reader.points(id, Math.floor(fromMs / 1000), Math.ceil((ctx.now() + AHEAD_MS) / 1000), periodMs / 1000))
    .map(({ second }) => second);
}

function dependsOnTime(alarm: Frozen<MetricAlarm>): boolean {
  for (const { expression } of checkQueries(queriesOf(alarm), 'Metrics').values())
    if (expression) for (const call of namesIn(expression).calls) if (TIME_FUNCTIONS.has(call)) return true;
  return false;
}
