// Sources, destinations and deliveries of logs of other services.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { getAtt, policy, ref, TAGS, type TypeCase } from './type-case.ts';

const bus = { Type: 'AWS::Events::EventBus', Properties: { Name: 'logged' } };
const source = { Type: 'AWS::Logs::DeliverySource', Properties: { Name: 'from', ResourceArn: getAtt('Bus', 'Arn'), LogType: 'INFO_LOGS' } };
const destination = {
  Type: 'AWS::Logs::DeliveryDestination',
  Properties: { Name: 'to', DestinationResourceArn: 'arn:aws:s3:::logs' },
};
const Statement = { Effect: 'Allow', Principal: { AWS: '111122223333' }, Action: 'logs:CreateDelivery', Resource: '*' };

export const cases: readonly TypeCase[] = [
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
