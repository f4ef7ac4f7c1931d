// The collections of CloudWatch besides the metrics, which `core/metrics` keeps.
import { collection } from '#core/records';
import type { MetricDataQuery, MetricStreamStatisticsConfiguration } from '#model/cloudwatch';

export type StateValue = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export interface AlarmState {
  readonly value: StateValue;
  readonly reason: string;
  /** JSON. */
  readonly reasonData?: string | undefined;
  readonly updatedMs: number;
  /** When the value changed last. */
  readonly transitionedMs: number;
}

interface AlarmBase {
  readonly name: string;
  readonly description?: string | undefined;
  readonly actionsEnabled: boolean;
  readonly okActions: readonly string[];
  readonly alarmActions: readonly string[];
  readonly insufficientDataActions: readonly string[];
  readonly configuredMs: number;
  readonly state: AlarmState;
  /** Set while a mute rule holds back the actions of the last change. */
  readonly isMuted?: true | undefined;
}

/** The metric of an alarm that names one directly. */
export interface AlarmMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly { readonly name: string; readonly value: string }[];
  /** A statistic by any name: `Sum`, `p99`. */
  readonly statistic: string;
  readonly period: number;
  readonly unit?: string | undefined;
}

export interface MetricAlarm extends AlarmBase {
  readonly kind: 'metric';
  readonly metric?: AlarmMetric | undefined;
  readonly queries?: readonly MetricDataQuery[] | undefined;
  readonly thresholdMetricId?: string | undefined;
  readonly threshold?: number | undefined;
  readonly comparison: string;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm?: number | undefined;
  readonly treatMissingData?: string | undefined;
  readonly lowSampleCount?: string | undefined;
  /** How many watches of metrics the alarm has. */
  readonly watches: number;
}

/** Why actions are held back, and since when. */
export interface Suppression {
  readonly by: 'Alarm' | 'WaitPeriod' | 'ExtensionPeriod';
  readonly sinceMs: number;
}

export interface CompositeAlarm extends AlarmBase {
  readonly kind: 'composite';
  readonly rule: string;
  /** Names of the alarms in the rule. */
  readonly children: readonly string[];
  readonly suppressor?:
    | { readonly given: string; readonly name: string; readonly waitSeconds: number; readonly extensionSeconds: number }
    | undefined;
  readonly suppression?: Suppression | undefined;
  /** The state whose actions are held back. */
  readonly previous?: AlarmState | undefined;
}

export type Alarm = MetricAlarm | CompositeAlarm;

export interface HistoryItem {
  readonly alarm: string;
  readonly kind: Alarm['kind'];
  readonly atMs: number;
  readonly type: 'Action' | 'ConfigurationUpdate' | 'StateUpdate';
  readonly summary: string;
  /** JSON. */
  readonly data: string;
}

export interface MuteRule {
  readonly name: string;
  readonly description?: string | undefined;
  readonly expression: string;
  readonly durationMs: number;
  /** As given: `PT4H`. */
  readonly duration: string;
  readonly timezone?: string | undefined;
  readonly alarms: readonly string[];
  readonly startMs?: number | undefined;
  readonly expireMs?: number | undefined;
  readonly updatedMs: number;
}

export interface Dashboard {
  readonly name: string;
  readonly body: string;
  readonly modifiedMs: number;
}

/** Metrics of a namespace: those with these names, or all. */
type StreamFilters = readonly { readonly Namespace?: string | undefined; readonly MetricNames?: readonly string[] | undefined }[];

export interface MetricStream {
  readonly name: string;
  readonly firehoseArn: string;
  readonly roleArn: string;
  readonly format: 'json' | 'opentelemetry0.7' | 'opentelemetry1.0';
  readonly include?: StreamFilters | undefined;
  readonly exclude?: StreamFilters | undefined;
  readonly statistics?: readonly MetricStreamStatisticsConfiguration[] | undefined;
  readonly isLinked?: boolean | undefined;
  readonly isRunning: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** A rule of Contributor Insights: who causes most of what log events tell. */
export interface InsightRule {
  readonly name: string;
  readonly isEnabled: boolean;
  /** The text as given; empty for a managed rule. */
  readonly definition: string;
  readonly isOnTransformed?: boolean | undefined;
  /** Present for a rule that another service's template describes. */
  readonly managed?: { readonly template: string; readonly resourceArn: string } | undefined;
  /** The times in which it was enabled: events that arrived in them count. */
  readonly spans: readonly { readonly fromMs: number; readonly toMs?: number | undefined }[];
}

/** Whether metrics are enriched for OpenTelemetry, and which. */
export interface Enrichment {
  readonly isRunning: boolean;
  readonly include?: EnrichedMetrics | undefined;
  readonly exclude?: EnrichedMetrics | undefined;
  readonly createdMs: number;
  readonly updatedMs: number;
}
type EnrichedMetrics = readonly { readonly Namespace: string; readonly MetricNames?: readonly string[] | undefined }[];

export type DetectedMetric = Omit<AlarmMetric, 'period' | 'unit'> & {
  /** The account that has the metric, where it was named. */
  readonly account?: string | undefined;
};

/** A detector has a metric, or an expression. */
export interface AnomalyDetector {
  readonly metric?: DetectedMetric | undefined;
  readonly queries?: readonly MetricDataQuery[] | undefined;
  readonly excluded?: readonly { readonly startMs: number; readonly endMs: number }[] | undefined;
  readonly timezone?: string | undefined;
  readonly characteristics?: { readonly PeriodicSpikes?: boolean | undefined } | undefined;
}

export const alarms = collection<[name: string], Alarm>('cloudwatch.alarms');
/** The end of the last evaluated window of each metric alarm, in milliseconds since 1970. */
export const evaluations = collection<[alarm: string], { readonly endMs: number }>('cloudwatch.evaluations');
/** Composite alarms by the alarms in their rules, and by their suppressors. */
export const parents = collection<[child: string, parent: string], { readonly here: true }>('cloudwatch.parents');
export const history = collection<[atMs: number, number: number], HistoryItem>('cloudwatch.history', { bulk: true });
export const muteRules = collection<[name: string], MuteRule>('cloudwatch.mute-rules');
export const dashboards = collection<[name: string], Dashboard>('cloudwatch.dashboards', { global: true });
export const metricStreams = collection<[name: string], MetricStream>('cloudwatch.metric-streams');
export const anomalyDetectors = collection<[id: string], AnomalyDetector>('cloudwatch.anomaly-detectors');
export const insightRules = collection<[name: string], InsightRule>('cloudwatch.insight-rules');
/** One record, once enrichment was started. */
export const enrichment = collection<[name: 'metrics'], Enrichment>('cloudwatch.enrichment');
/** Tags of alarms, rules and streams, by ARN. */
export const tags = collection<[arn: string], { readonly tags: Readonly<Record<string, string>> }>('cloudwatch.tags');
