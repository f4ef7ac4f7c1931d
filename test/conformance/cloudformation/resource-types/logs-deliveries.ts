// Sources, destinations and deliveries of logs of other services; scheduled queries and anomaly detectors.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { expect } from 'vitest';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const bus = { Type: 'AWS::Events::EventBus', Properties: { Name: 'logged' } };
const source = { Type: 'AWS::Logs::DeliverySource', Properties: { Name: 'from', ResourceArn: getAtt('Bus', 'Arn'), LogType: 'INFO_LOGS' } };
const destination = {
  Type: 'AWS::Logs::DeliveryDestination',
  Properties: { Name: 'to', DestinationResourceArn: 'arn:aws:s3:::logs' },
};
const Statement = { Effect: 'Allow', Principal: { AWS: '111122223333' }, Action: 'logs:CreateDelivery', Resource: '*' };

const group = { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: 'queried' } };
/** Without the `:*` at the end of its attribute, which the operation refuses. */
const GROUP_ARN = { 'Fn::Sub': 'arn:aws:logs:us-east-1:000000000000:log-group:${Group}' };
const s3 = (prefix: string) => ({ S3Configuration: { DestinationIdentifier: `s3://results/${prefix}`, RoleArn: ROLE } });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Logs::ScheduledQuery',
    needs: { Group: group },
    properties: {
      ...{ Name: 'errors', Description: 'daily', QueryLanguage: 'CWLI', QueryString: 'limit 1', LogGroupIdentifiers: [ref('Group')] },
      ...{ ScheduleExpression: 'cron(0 12 * * ? *)', Timezone: 'Europe/Berlin', StartTimeOffset: '600', ExecutionRoleArn: ROLE },
      ...{ ScheduleStartTime: '1900000000', ScheduleEndTime: '2000000000', State: 'DISABLED', DestinationConfiguration: s3('a') },
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: identifier } }) => {
      const client = emulator.client(CloudWatchLogs);
      const { tags } = await client.listTagsForResource({ resourceArn: identifier });
      return { ...(await client.getScheduledQuery({ identifier })), tags };
    },
    ref: /^arn:aws:logs:us-east-1:000000000000:scheduled-query:[0-9a-f-]{36}$/,
    expected: {
      ...{ name: 'errors', description: 'daily', queryString: 'limit 1', logGroupIdentifiers: ['queried'], state: 'DISABLED' },
      ...{ scheduleExpression: 'cron(0 12 * * ? *)', timezone: 'Europe/Berlin', startTimeOffset: 600, executionRoleArn: ROLE },
      ...{ scheduleStartTime: 1900000000, scheduleEndTime: 2000000000, tags: { team: 'blue', stage: 'test' } },
      destinationConfiguration: { s3Configuration: { destinationIdentifier: 's3://results/a', roleArn: ROLE } },
    },
    absent: { LastTriggeredTime: 'until it has run', LastExecutionStatus: 'until it has run' },
    change: {
      properties: {
        ...{ Name: 'errors', QueryLanguage: 'CWLI', QueryString: 'limit 2', LogGroupIdentifiers: [ref('Group')] },
        ...{ ScheduleExpression: 'rate(1 hour)', ExecutionRoleArn: `${ROLE}-2`, State: 'ENABLED', DestinationConfiguration: s3('b') },
      },
      expected: {
        ...{ description: undefined, queryString: 'limit 2', scheduleExpression: 'rate(1 hour)', timezone: undefined, state: 'ENABLED' },
        destinationConfiguration: { s3Configuration: { destinationIdentifier: 's3://results/b', roleArn: ROLE } },
        tags: {},
      },
    },
  },
  {
    type: 'AWS::Logs::LogAnomalyDetector',
    needs: { Group: group, Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      ...{ AccountId: '000000000000', DetectorName: 'odd', LogGroupArnList: [GROUP_ARN], KmsKeyId: getAtt('Key', 'Arn') },
      ...{ EvaluationFrequency: 'TEN_MIN', FilterPattern: 'ERROR', AnomalyVisibilityTime: '14' },
    },
    readBack: (emulator, { ref: { It: anomalyDetectorArn } }) =>
      emulator.client(CloudWatchLogs).getLogAnomalyDetector({ anomalyDetectorArn }),
    ref: /^arn:aws:logs:us-east-1:000000000000:anomaly-detector:[0-9a-f-]{36}$/,
    expected: {
      ...{ detectorName: 'odd', evaluationFrequency: 'TEN_MIN', filterPattern: 'ERROR', anomalyVisibilityTime: 14 },
      kmsKeyId: expect.stringContaining(':key/'),
    },
    change: {
      properties: {
        ...{ AccountId: '000000000000', DetectorName: 'odd', LogGroupArnList: [GROUP_ARN], KmsKeyId: getAtt('Key', 'Arn') },
        ...{ EvaluationFrequency: 'ONE_HOUR', FilterPattern: 'WARN', AnomalyVisibilityTime: '30' },
      },
      expected: { evaluationFrequency: 'ONE_HOUR', filterPattern: 'WARN', anomalyVisibilityTime: 30 },
    },
  },
  {
    type: 'AWS::Logs::DeliverySource',
    needs: { Bus: bus },
    properties: {
      Name: 'from',
      ResourceArn: getAtt('Bus', 'Arn'),
      LogType: 'INFO_LOGS',
      DeliverySourceConfiguration: { rate: '1' },
      Tags: TAGS,
    },
    readBack: async (emulator) => (await emulator.client(CloudWatchLogs).getDeliverySource({ name: 'from' })).deliverySource,
    ref: /^from$/,
    absent: {
      ResourceArns: 'a list, of which a text takes no part',
      Status: 'sources have none here',
      StatusReason: 'sources have none here',
    },
    expected: {
      ...{ service: 'events', logType: 'INFO_LOGS', resourceArns: ['arn:aws:events:us-east-1:000000000000:event-bus/logged'] },
      ...{ deliverySourceConfiguration: { rate: '1' }, tags: { team: 'blue', stage: 'test' } },
    },
    change: {
      properties: { Name: 'from', ResourceArn: getAtt('Bus', 'Arn'), LogType: 'ERROR_LOGS', DeliverySourceConfiguration: { rate: '2' } },
      expected: { logType: 'ERROR_LOGS', deliverySourceConfiguration: { rate: '2' }, tags: undefined },
    },
  },
  {
    type: 'AWS::Logs::DeliveryDestination',
    properties: {
      Name: 'to',
      DestinationResourceArn: 'arn:aws:s3:::logs/prefix',
      DeliveryDestinationType: 'S3',
      OutputFormat: 'json',
      DeliveryDestinationPolicy: { DeliveryDestinationName: 'to', DeliveryDestinationPolicy: policy(Statement) },
      Tags: TAGS,
    },
    readBack: async (emulator) => {
      const client = emulator.client(CloudWatchLogs);
      const { policy: told } = await client.getDeliveryDestinationPolicy({ deliveryDestinationName: 'to' });
      return { ...(await client.getDeliveryDestination({ name: 'to' })).deliveryDestination, policy: told?.deliveryDestinationPolicy };
    },
    ref: /^to$/,
    expected: {
      ...{ deliveryDestinationType: 'S3', outputFormat: 'json', tags: { team: 'blue', stage: 'test' } },
      deliveryDestinationConfiguration: { destinationResourceArn: 'arn:aws:s3:::logs/prefix' },
      policy: JSON.stringify(policy(Statement)),
    },
    change: {
      properties: { Name: 'to', DestinationResourceArn: 'arn:aws:s3:::logs/prefix', DeliveryDestinationType: 'S3', OutputFormat: 'json' },
      expected: { policy: undefined, tags: undefined },
    },
  },
  {
    type: 'AWS::Logs::Delivery',
    needs: { Bus: bus, From: source, To: destination },
    properties: {
      DeliverySourceName: ref('From'),
      DeliveryDestinationArn: getAtt('To', 'Arn'),
      RecordFields: ['event_id', 'message_type'],
      FieldDelimiter: ';',
      S3SuffixPath: '{region}/{yyyy}',
      S3EnableHiveCompatiblePath: 'true',
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: id } }) => (await emulator.client(CloudWatchLogs).getDelivery({ id })).delivery,
    ref: /^[a-zA-Z0-9]{16}$/,
    expected: {
      ...{ deliverySourceName: 'from', deliveryDestinationType: 'S3', recordFields: ['event_id', 'message_type'], fieldDelimiter: ';' },
      s3DeliveryConfiguration: { suffixPath: '{region}/{yyyy}', enableHiveCompatiblePath: true },
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: {
        DeliverySourceName: ref('From'),
        DeliveryDestinationArn: getAtt('To', 'Arn'),
        RecordFields: ['event_id'],
        FieldDelimiter: ',',
        S3SuffixPath: '{yyyy}',
        S3EnableHiveCompatiblePath: 'false',
      },
      expected: {
        ...{ recordFields: ['event_id'], fieldDelimiter: ',', tags: undefined },
        s3DeliveryConfiguration: { suffixPath: '{yyyy}', enableHiveCompatiblePath: false },
      },
    },
  },
];
