// CloudWatch: metrics, alarms, dashboards.
import { OTLP_REQUESTS, operationsIn, service } from '#core/service';

const ANOMALIES = 'Nothing is trained: ANOMALY_DETECTION_BAND computes a simple band without a detector.';
const MANAGED = 'Managed rules count the traffic of endpoint services, which does not exist here.';
const ENRICHMENT = 'Whether metrics are enriched for OpenTelemetry is kept: there is no API for PromQL that would show it.';
const SELECTION = 'Further metrics of resources are not emulated.';
const DATASETS = 'Metrics are not encrypted: there are no datasets with keys.';

export const cloudwatch = service('cloudwatch', {
  protects: () => import('./protects.ts'),
  resourceMembers: [
    'AlarmName',
    'AlarmNames',
    'DashboardName',
    'DashboardNames',
    ['Namespace', 'MetricName'],
    'Namespace',
    'Name',
    'Names',
    'AlarmMuteRuleName',
    'RuleName',
    'RuleNames',
    { list: 'ManagedRules', member: 'ResourceARN', absent: '' },
    'ResourceARN',
  ],
  traffic: {
    operations: ['PutMetricData', 'GetMetricData', 'GetMetricStatistics'],
  },
  operations: [
    operationsIn(() => import('./data/put-metric-data.ts'), 'PutMetricData'),
    operationsIn(() => import('./data/get-metric-data.ts'), 'GetMetricData'),
    operationsIn(() => import('./data/get-metric-statistics.ts'), 'GetMetricStatistics'),
    operationsIn(() => import('./data/list-metrics.ts'), 'ListMetrics'),
    operationsIn(() => import('./alarms/put-metric-alarm.ts'), 'PutMetricAlarm'),
    operationsIn(() => import('./alarms/put-composite-alarm.ts'), 'PutCompositeAlarm'),
    operationsIn(
      () => import('./alarms/describe-alarms.ts'),
      'DescribeAlarms',
      'DescribeAlarmsForMetric',
      'DescribeAlarmHistory',
      'DescribeAlarmContributors',
    ),
    operationsIn(
      () => import('./alarms/alarm-operations.ts'),
      'DeleteAlarms',
      'SetAlarmState',
      'EnableAlarmActions',
      'DisableAlarmActions',
    ),
    operationsIn(
      () => import('./alarms/mute-rules.ts'),
      'PutAlarmMuteRule',
      'GetAlarmMuteRule',
      'DeleteAlarmMuteRule',
      'ListAlarmMuteRules',
    ),
    operationsIn(() => import('./dashboards.ts'), 'PutDashboard', 'GetDashboard', 'DeleteDashboards', 'ListDashboards'),
    operationsIn(() => import('./anomaly-detectors.ts'), 'PutAnomalyDetector', 'DescribeAnomalyDetectors', 'DeleteAnomalyDetector'),
    operationsIn(
      () => import('./streams/metric-streams.ts'),
      'PutMetricStream',
      'GetMetricStream',
      'ListMetricStreams',
      'DeleteMetricStream',
      'StartMetricStreams',
      'StopMetricStreams',
    ),
    operationsIn(
      () => import('./insight-rules/insight-rules.ts'),
      'PutInsightRule',
      'DescribeInsightRules',
      'DeleteInsightRules',
      'EnableInsightRules',
      'DisableInsightRules',
    ),
    operationsIn(() => import('./insight-rules/managed-rules.ts'), 'PutManagedInsightRules', 'ListManagedInsightRules'),
    operationsIn(() => import('./insight-rules/report.ts'), 'GetInsightRuleReport'),
    operationsIn(() => import('./enrichment.ts'), 'StartOTelEnrichment', 'UpdateOTelEnrichment', 'StopOTelEnrichment', 'GetOTelEnrichment'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  refused: {
    GetMetricWidgetImage: 'Pictures of metrics are not drawn: read metrics with GetMetricData.',
    PutLogAlarm: 'Alarms on scheduled queries of logs are not emulated: use a metric filter and PutMetricAlarm.',
    CreateResourceMetricsConfiguration: SELECTION,
    UpdateResourceMetricsConfiguration: SELECTION,
    GetResourceMetricsConfiguration: SELECTION,
    DeleteResourceMetricsConfiguration: SELECTION,
    GetDataset: DATASETS,
    AssociateDatasetKmsKey: DATASETS,
    DisassociateDatasetKmsKey: DATASETS,
  },
  recordsOnly: {
    PutAnomalyDetector: ANOMALIES,
    PutManagedInsightRules: MANAGED,
    StartOTelEnrichment: ENRICHMENT,
    UpdateOTelEnrichment: ENRICHMENT,
  },
  resources: {
    'AWS::CloudWatch::Alarm': () => import('./resources/alarm.ts'),
    'AWS::CloudWatch::AlarmMuteRule': () => import('./resources/alarm-mute-rule.ts'),
    'AWS::CloudWatch::AnomalyDetector': () => import('./resources/anomaly-detector.ts'),
    'AWS::CloudWatch::CompositeAlarm': () => import('./resources/composite-alarm.ts'),
    'AWS::CloudWatch::Dashboard': () => import('./resources/dashboard.ts'),
    'AWS::CloudWatch::InsightRule': () => import('./resources/insight-rule.ts'),
    'AWS::CloudWatch::MetricStream': () => import('./resources/metric-stream.ts'),
  },
  sender: () => import('./alarms/sender.ts'),
  routes: { '/v1/metrics': { audience: 'everyone', effect: 'changes', only: OTLP_REQUESTS, load: () => import('./otlp-route.ts') } },
  work: {
    'cloudwatch.evaluate': () => import('./alarms/work.ts'),
    'cloudwatch.points': () => import('./alarms/work.ts'),
    'cloudwatch.stream': () => import('./streams/work.ts'),
    'cloudwatch.streams': () => import('./streams/work.ts'),
    'cloudwatch.suppress': () => import('./alarms/work.ts'),
    'cloudwatch.unmute': () => import('./alarms/work.ts'),
  },
});
