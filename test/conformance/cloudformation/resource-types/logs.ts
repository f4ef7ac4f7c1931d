// Log streams, metric filters, resource policies.
import {
  CloudWatchLogsClient,
  DescribeLogStreamsCommand,
  DescribeMetricFiltersCommand,
  DescribeResourcePoliciesCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { policy, ref, type TypeCase } from './type-case.ts';

const group = { Type: 'AWS::Logs::LogGroup', Properties: {} };
const statement = (action: string) =>
  policy({ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: action, Resource: '*' });

export const logsCases: readonly TypeCase[] = [
  {
    type: 'AWS::Logs::LogStream',
    needs: { Group: group },
    properties: { LogGroupName: ref('Group'), LogStreamName: 'named' },
    told: async (emulator, { ref: { Group } }) => {
      const { logStreams } = await emulator.client(CloudWatchLogsClient).send(new DescribeLogStreamsCommand({ logGroupName: Group! }));
      return logStreams?.[0];
    },
    ref: /^named$/,
    expected: { logStreamName: 'named' },
  },
  {
    type: 'AWS::Logs::ResourcePolicy',
    properties: { PolicyName: 'events-may-write', PolicyDocument: JSON.stringify(statement('logs:PutLogEvents')) },
    told: async (emulator) => {
      const { resourcePolicies } = await emulator.client(CloudWatchLogsClient).send(new DescribeResourcePoliciesCommand({}));
      return resourcePolicies?.find(({ policyName }) => policyName === 'events-may-write');
    },
    ref: /^events-may-write$/,
    expected: { policyDocument: JSON.stringify(statement('logs:PutLogEvents')) },
    change: {
      properties: { PolicyName: 'events-may-write', PolicyDocument: statement('logs:CreateLogStream') },
      expected: { policyDocument: JSON.stringify(statement('logs:CreateLogStream')) },
    },
  },
  {
    type: 'AWS::Logs::MetricFilter',
    needs: { Group: group },
    properties: {
      LogGroupName: ref('Group'),
      FilterName: 'errors',
      FilterPattern: '{ $.level = "error" }',
      ApplyOnTransformedLogs: 'false',
      MetricTransformations: [
        {
          MetricName: 'errors',
          MetricNamespace: 'app',
          MetricValue: '$.count',
          Unit: 'Count',
          Dimensions: [{ Key: 'place', Value: '$.place' }],
        },
      ],
    },
    told: async (emulator, { ref: { Group } }) => {
      const { metricFilters } = await emulator
        .client(CloudWatchLogsClient)
        .send(new DescribeMetricFiltersCommand({ logGroupName: Group! }));
      return metricFilters?.[0];
    },
    ref: /^errors$/,
    expected: {
      filterName: 'errors',
      filterPattern: '{ $.level = "error" }',
      metricTransformations: [
        { metricName: 'errors', metricNamespace: 'app', metricValue: '$.count', unit: 'Count', dimensions: { place: '$.place' } },
      ],
    },
    change: {
      properties: {
        LogGroupName: ref('Group'),
        FilterName: 'errors',
        FilterPattern: 'ERROR',
        MetricTransformations: [{ MetricName: 'all', MetricNamespace: 'app', MetricValue: 1, DefaultValue: '0' }],
      },
      expected: {
        filterPattern: 'ERROR',
        metricTransformations: [{ metricName: 'all', metricValue: '1', defaultValue: 0 }],
      },
    },
  },
];
