// CloudWatch: metrics, alarms, dashboards.
import { operationsIn, service } from '#core/service';

export const cloudwatch = service('cloudwatch', {
  resourceMembers: [
    'AlarmName',
    'AlarmNames',
    'DashboardName',
    'DashboardNames',
    'RuleName',
    'RuleNames',
    ['Namespace', 'MetricName'],
    'Namespace',
    'Name',
    'Names',
    'AlarmMuteRuleName',
    'ResourceARN',
  ],
  operations: [
    operationsIn(() => import('./data/put-metric-data.ts'), 'PutMetricData'),
    operationsIn(() => import('./data/get-metric-data.ts'), 'GetMetricData'),
    operationsIn(() => import('./data/get-metric-statistics.ts'), 'GetMetricStatistics'),
    operationsIn(() => import('./data/list-metrics.ts'), 'ListMetrics'),
  ],
});
