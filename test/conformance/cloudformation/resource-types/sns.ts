// Topics, their subscriptions and policies.
import { SNS } from '@aws-sdk/client-sns';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import type { CreatedStack, TypeCase } from './type-case.ts';
import { getAtt, policy, ROLE, ref, TAGS } from './type-case.ts';

const TOPIC = 'arn:aws:sns:us-east-1:000000000000:';
const statement = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sns:Publish', Resource: '*' };
const protection = { Name: 'p', Version: '2021-06-01', Statement: [] };

const attributesOf = async (TopicArn: string, emulator: TestEmulator) =>
  (await emulator.client(SNS).getTopicAttributes({ TopicArn })).Attributes;

const policyOf = async (TopicArn: string, emulator: TestEmulator) => {
  const { Statement, Id } = JSON.parse((await attributesOf(TopicArn, emulator))!['Policy']!) as { Statement: object[]; Id?: string };
  return Id === '__default_policy_ID' ? undefined : { Statement };
};

async function topicOf(TopicArn: string, emulator: TestEmulator) {
  const sns = emulator.client(SNS);
  const attributes = await attributesOf(TopicArn, emulator);
  const { Subscriptions } = await sns.listSubscriptionsByTopic({ TopicArn });
  const { Tags } = await sns.listTagsForResource({ ResourceArn: TopicArn });
  const { DataProtectionPolicy } = await sns.getDataProtectionPolicy({ ResourceArn: TopicArn });
  return { ...attributes, Subscriptions, Tags, DataProtectionPolicy };
}

const subscriptionOf = async (emulator: TestEmulator, { ref: refs }: CreatedStack) =>
  (await emulator.client(SNS).getSubscriptionAttributes({ SubscriptionArn: refs['It']! })).Attributes;

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::SNS::Topic',
    needs: { Queue: { Type: 'AWS::SQS::Queue' }, Other: { Type: 'AWS::SQS::Queue' } },
    properties: {
      TopicName: 'every-property',
      DisplayName: 'Every',
      KmsMasterKeyId: 'alias/aws/sns',
      SignatureVersion: '2',
      TracingConfig: 'Active',
      MaximumMessageSize: 2048,
      DataProtectionPolicy: protection,
      DeliveryStatusLogging: [
        { Protocol: 'sqs', SuccessFeedbackRoleArn: ROLE, SuccessFeedbackSampleRate: '50', FailureFeedbackRoleArn: ROLE },
      ],
      Subscription: [{ Protocol: 'sqs', Endpoint: getAtt('Queue', 'Arn') }],
      Tags: TAGS,
    },
    readBack: (emulator) => topicOf(`${TOPIC}every-property`, emulator),
    ref: /:every-property$/,
    expected: {
      DisplayName: 'Every',
      KmsMasterKeyId: 'alias/aws/sns',
      SignatureVersion: '2',
      TracingConfig: 'Active',
      MaximumMessageSize: '2048',
      DataProtectionPolicy: JSON.stringify(protection),
      SQSSuccessFeedbackRoleArn: ROLE,
      SQSSuccessFeedbackSampleRate: '50',
      SQSFailureFeedbackRoleArn: ROLE,
      Subscriptions: [{ Protocol: 'sqs', Endpoint: expect.stringContaining('Queue') }],
      Tags: TAGS,
    },
    change: {
      properties: {
        TopicName: 'every-property',
        DisplayName: 'Changed',
        Subscription: [{ Protocol: 'sqs', Endpoint: getAtt('Other', 'Arn') }],
        Tags: [TAGS[0]],
      },
      expected: {
        DisplayName: 'Changed',
        SignatureVersion: '1',
        DataProtectionPolicy: '',
        Subscriptions: [{ Endpoint: expect.stringContaining('Other') }],
        Tags: [TAGS[0]],
      },
    },
    history: ['sns.tallies', 'sns.subscriptions', 'sns.endpoints'],
    untested: { ArchivePolicy: 'only FIFO topics have archives: see the next case' },
  },
  {
    type: 'AWS::SNS::Topic',
    title: 'fifo',
    properties: {
      TopicName: 'ordered.fifo',
      FifoTopic: true,
      ContentBasedDeduplication: 'true',
      FifoThroughputScope: 'MessageGroup',
      ArchivePolicy: { MessageRetentionPeriod: '30' },
    },
    readBack: (emulator) => topicOf(`${TOPIC}ordered.fifo`, emulator),
    ref: /:ordered\.fifo$/,
    expected: {
      FifoTopic: 'true',
      ContentBasedDeduplication: 'true',
      FifoThroughputScope: 'MessageGroup',
      ArchivePolicy: '{"MessageRetentionPeriod":"30"}',
    },
    change: {
      properties: { TopicName: 'ordered.fifo', FifoTopic: true },
      expected: { ContentBasedDeduplication: 'false', FifoThroughputScope: 'Topic' },
    },
    history: ['sns.tallies'],
  },
  {
    type: 'AWS::SNS::Subscription',
    needs: { Topic: { Type: 'AWS::SNS::Topic' }, Queue: { Type: 'AWS::SQS::Queue' } },
    properties: {
      TopicArn: ref('Topic'),
      Protocol: 'sqs',
      Endpoint: getAtt('Queue', 'Arn'),
      Region: 'us-east-1',
      RawMessageDelivery: 'true',
      FilterPolicyScope: 'MessageBody',
      FilterPolicy: { a: { b: ['c'] } },
      RedrivePolicy: { deadLetterTargetArn: getAtt('Queue', 'Arn') },
      DeliveryPolicy: { healthyRetryPolicy: { numRetries: 5, minDelayTarget: 1, maxDelayTarget: 2 } },
      SubscriptionRoleArn: ROLE,
    },
    readBack: subscriptionOf,
    ref: /^arn:aws:sns:us-east-1:000000000000:.+:[0-9a-f-]{36}$/,
    expected: {
      Protocol: 'sqs',
      RawMessageDelivery: 'true',
      FilterPolicyScope: 'MessageBody',
      FilterPolicy: '{"a":{"b":["c"]}}',
      RedrivePolicy: expect.stringContaining('deadLetterTargetArn'),
      DeliveryPolicy: expect.stringContaining('"numRetries":5'),
      SubscriptionRoleArn: ROLE,
    },
    change: {
      properties: {
        TopicArn: ref('Topic'),
        Protocol: 'sqs',
        Endpoint: getAtt('Queue', 'Arn'),
        Region: 'us-east-1',
        FilterPolicy: { colour: ['red'] },
      },
      expected: { RawMessageDelivery: 'false', FilterPolicyScope: 'MessageAttributes', FilterPolicy: '{"colour":["red"]}' },
    },
    history: ['sns.tallies'],
    untested: { ReplayPolicy: 'needs a FIFO topic with an archive, which cannot be deleted with its stack' },
  },
  {
    type: 'AWS::SNS::TopicPolicy',
    needs: {
      One: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'guarded' } },
      Two: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'guarded-too' } },
    },
    properties: { Topics: [ref('One'), ref('Two')], PolicyDocument: policy(statement) },
    readBack: (emulator) => policyOf(`${TOPIC}guarded`, emulator),
    ref: /^.+$/,
    expected: { Statement: [statement] },
    change: {
      properties: { Topics: [ref('One')], PolicyDocument: policy({ ...statement, Sid: 'changed' }) },
      expected: { Statement: [{ Sid: 'changed' }] },
    },
    history: ['sns.tallies'],
  },
  {
    type: 'AWS::SNS::TopicInlinePolicy',
    needs: { Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'guarded-inline' } } },
    properties: { TopicArn: ref('Topic'), PolicyDocument: policy(statement) },
    readBack: (emulator) => policyOf(`${TOPIC}guarded-inline`, emulator),
    ref: /:guarded-inline$/,
    expected: { Statement: [statement] },
    change: {
      properties: { TopicArn: ref('Topic'), PolicyDocument: policy({ ...statement, Sid: 'changed' }) },
      expected: { Statement: [{ Sid: 'changed' }] },
    },
    history: ['sns.tallies'],
  },
];
