// The sentences and the data that say why an alarm has its state.
import type { MetricAlarm, StateValue } from '#services/cloudwatch/state';
import { comparisonOf } from './comparison.ts';

/** A reported point of the evaluated periods. */
export interface ReasonPoint {
  readonly atMs: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly sampleCount?: number | undefined;
  readonly isBreaching: boolean;
}

export interface Explained {
  readonly alarm: Pick<MetricAlarm, 'comparison' | 'evaluationPeriods' | 'datapointsToAlarm' | 'threshold' | 'treatMissingData'>;
  readonly verdict: StateValue;
  readonly before: StateValue;
  /** Newest first. */
  readonly points: readonly ReasonPoint[];
}

const TREATED = new Map([
  ['missing', 'Missing'],
  ['ignore', 'Ignore'],
  ['breaching', 'Breaching'],
  ['notBreaching', 'NonBreaching'],
]);

export const decimal = (value: number): string => (Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value));
const two = (value: number): string => String(value).padStart(2, '0');
/** dd/mm/yy, as in the examples of the guide. */
const stamp = (ms: number): string => {
  const date = new Date(ms);
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${two(date.getUTCFullYear() % 100)}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
};
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export function reasonFor({ alarm, verdict, before, points }: Explained): string {
  const { evaluationPeriods: periods, datapointsToAlarm: least = periods } = alarm;
  if (points.length === 0) return nothingReceived(periods, verdict, TREATED.get(alarm.treatMissingData ?? 'missing') ?? 'Missing');
  const list = points.map(({ value, atMs }) => `${decimal(value)} (${stamp(atMs)})`).join(', ');
  const was = comparedTo(alarm, points);
  const isPlural = points.some(({ low, high }) => low !== high);
  const head = isPlural ? 'Thresholds Crossed' : 'Threshold Crossed';
  if (least === periods && points.length === periods)
    return `${head}: ${counted(periods, 'datapoint', 'datapoints')} [${list}] ${periods === 1 ? 'was' : 'were'} ${verdict === 'ALARM' ? '' : 'not '}${was}.`;
  const fitting = points.filter(({ isBreaching }) => isBreaching === (verdict === 'ALARM')).length;
  const needed = verdict === 'ALARM' ? least : periods - least + 1;
  const transition = before === 'ALARM' ? 'ALARM -> OK' : 'OK -> ALARM';
  const minimum = `(minimum ${counted(needed, 'datapoint', 'datapoints')} for ${transition} transition)`;
  return `${head}: ${fitting} out of the last ${periods} datapoints [${list}] ${fitting === 1 ? 'was' : 'were'} ${verdict === 'ALARM' ? '' : 'not '}${was} ${minimum}.`;
}

function nothingReceived(periods: number, verdict: StateValue, treated: string): string {
  if (verdict === 'INSUFFICIENT_DATA') return `Insufficient Data: ${counted(periods, 'datapoint was', 'datapoints were')} unknown.`;
  const missing = counted(periods, 'missing datapoint was', 'missing datapoints were');
  return `Threshold Crossed: no datapoints were received for ${counted(periods, 'period', 'periods')} and ${missing} treated as [${treated}].`;
}

function comparedTo({ comparison, threshold }: Explained['alarm'], points: readonly ReasonPoint[]): string {
  const { words, isBand } = comparisonOf(comparison);
  if (!isBand) return `${words} the threshold (${decimal(threshold ?? 0)})`;
  const list = (of: 'low' | 'high') => `[${points.map((point) => decimal(point[of])).join(', ')}]`;
  const lower = `less than the lower thresholds ${list('low')}`;
  const upper = `greater than the upper thresholds ${list('high')}`;
  if (comparison === 'GreaterThanUpperThreshold') return upper;
  return comparison === 'LessThanLowerThreshold' ? lower : `${lower} or ${upper}`;
}

/** `2026-01-01T12:00:00.000+0000`, the form of times in what alarms send. */
export const offsetTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000');

/** The members of StateReasonData, as text. `times`: the evaluated periods, newest first, in milliseconds since 1970. */
export function reasonDataFor(explained: Explained, queriedMs: number, times: readonly number[], metric: MetricAlarm['metric']): string {
  const { points, alarm } = explained;
  const { isBand } = comparisonOf(alarm.comparison);
  const at = new Map(points.map((point) => [point.atMs, point]));
  const statistic = metric?.statistic;
  return JSON.stringify({
    version: '1.0',
    queryDate: offsetTime(queriedMs),
    ...(points.length > 0 && { startDate: offsetTime(Math.min(...points.map(({ atMs }) => atMs))) }),
    ...(metric?.unit !== undefined && { unit: metric.unit }),
    ...(statistic !== undefined && { statistic }),
    period: metric?.period,
    recentDatapoints: [...points].reverse().map(({ value }) => value),
    ...(isBand
      ? {
          recentLowerThresholds: [...points].reverse().map(({ low }) => low),
          recentUpperThresholds: [...points].reverse().map(({ high }) => high),
        }
      : { threshold: alarm.threshold }),
    evaluatedDatapoints: times.map((ms) => {
      const point = at.get(ms);
      return { timestamp: offsetTime(ms), ...(point && { sampleCount: point.sampleCount, value: point.value }) };
    }),
  });
}
