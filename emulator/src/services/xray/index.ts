// X-Ray: traces that services and clients send as segments, and what is read from them.
import { OTLP_REQUESTS, operationsIn, service } from '#core/service';

const SEARCH = 'Spans are not kept in log groups: read traces with BatchGetTraces.';

export const xray = service('xray', {
  resourceMembers: [
    'GroupName',
    'GroupARN',
    'RuleName',
    'RuleARN',
    'PolicyName',
    'ResourceARN',
    'InsightId',
    'TraceIds',
    'KeyId',
    'Destination',
    'Name',
    { structure: 'SamplingRule', member: 'RuleName' },
    { structure: 'SamplingRuleUpdate', member: 'RuleName' },
    { list: 'SamplingStatisticsDocuments', member: 'RuleName', absent: '' },
  ],
  operations: [
    operationsIn(() => import('./segments/put-trace-segments.ts'), 'PutTraceSegments', 'PutTelemetryRecords'),
    operationsIn(() => import('./traces/batch-get-traces.ts'), 'BatchGetTraces'),
    operationsIn(() => import('./summaries/trace-summaries.ts'), 'GetTraceSummaries'),
    operationsIn(() => import('./graph/graph-operations.ts'), 'GetServiceGraph', 'GetTraceGraph'),
    operationsIn(() => import('./graph/time-series.ts'), 'GetTimeSeriesServiceStatistics'),
    operationsIn(
      () => import('./sampling/sampling-rules.ts'),
      'CreateSamplingRule',
      'UpdateSamplingRule',
      'DeleteSamplingRule',
      'GetSamplingRules',
    ),
    operationsIn(() => import('./sampling/sampling-targets.ts'), 'GetSamplingTargets', 'GetSamplingStatisticSummaries'),
    operationsIn(() => import('./groups.ts'), 'CreateGroup', 'UpdateGroup', 'DeleteGroup', 'GetGroup', 'GetGroups'),
    operationsIn(() => import('./insights.ts'), 'GetInsightSummaries', 'GetInsight', 'GetInsightEvents', 'GetInsightImpactGraph'),
    operationsIn(
      () => import('./settings.ts'),
      'GetEncryptionConfig',
      'PutEncryptionConfig',
      'GetTraceSegmentDestination',
      'UpdateTraceSegmentDestination',
      'GetIndexingRules',
      'UpdateIndexingRule',
    ),
    operationsIn(() => import('./resource-policies.ts'), 'PutResourcePolicy', 'DeleteResourcePolicy', 'ListResourcePolicies'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  routes: { '/v1/traces': { audience: 'everyone', effect: 'changes', only: OTLP_REQUESTS, load: () => import('./otlp/route.ts') } },
  protects: () => import('./protects.ts'),
  resources: {
    'AWS::XRay::Group': () => import('./resources/group.ts'),
    'AWS::XRay::ResourcePolicy': () => import('./resources/resource-policy.ts'),
    'AWS::XRay::SamplingRule': () => import('./resources/sampling-rule.ts'),
  },
  refused: {
    StartTraceRetrieval: SEARCH,
    ListRetrievedTraces: SEARCH,
    CancelTraceRetrieval: SEARCH,
    GetRetrievedTracesGraph: SEARCH,
  },
  recordsOnly: {
    PutEncryptionConfig: 'Traces are not encrypted.',
    PutResourcePolicy: 'Services send segments by right: policies of traces are kept, and not asked.',
    UpdateTraceSegmentDestination: 'Segments stay where they are, whatever their destination.',
    UpdateIndexingRule: 'All traces are indexed.',
  },
});
