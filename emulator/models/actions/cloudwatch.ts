// Actions of alarms, dashboards and metrics.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  // As clients of its older protocol know it, and as public issues quote it
  refusal: { code: 'AccessDenied', status: 403 },
  prefix: 'cloudwatch',
  principal: 'cloudwatch.amazonaws.com',
  slots: {
    AlarmName: ['AlarmName', 'AlarmNames[]', 'ResourceARN'],
    DashboardName: ['DashboardName', 'DashboardNames[]'],
    AlarmMuteRuleName: ['AlarmMuteRuleName', 'Name'],
    MetricStreamName: ['Name', 'Names[]', 'ResourceARN'],
    'metric-stream.MetricStreamName': ['Name', 'Names[]'],
    InsightRuleName: ['RuleName', 'RuleNames[]'],
  },
  // The reference of 2026-09 does not know them yet
  unlisted: ['DescribeAlarmContributors', 'UpdateOTelEnrichment'],
  operations: {
    ListAlarmMuteRules: [{ action: 'ListAlarmMuteRules', on: ['arn:$p:cloudwatch:$r:$a:alarm-mute-rule:*'] }],
    PutAlarmMuteRule: { types: ['alarm-mute-rule'] },
    UpdateOTelEnrichment: [{ action: 'UpdateOTelEnrichment', on: ['*'] }],
    DescribeAlarmContributors: [{ action: 'DescribeAlarmContributors', on: ['arn:$p:cloudwatch:$r:$a:alarm:{AlarmName}'] }],
  },
  keys: { 'cloudwatch:namespace': 'Namespace', 'cloudwatch:AlarmActions': 'AlarmActions[]' },
};
