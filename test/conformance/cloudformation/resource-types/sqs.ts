// Queues and their policies.
import { SQS } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { getAtt, policy, ref, TAGS, type TypeCase } from './type-case.ts';

const may = (Service: string) => policy({ Effect: 'Allow', Principal: { Service }, Action: 'sqs:SendMessage', Resource: '*' });
const readBack: TypeCase['readBack'] = async (emulator, { ref: { It: QueueUrl } }) => {
  const client = emulator.client(SQS);
  const { Attributes } = await client.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
  const { RedrivePolicy, RedriveAllowPolicy, ...rest } = Attributes!;
  const read = (text: string | undefined): unknown => text && JSON.parse(text);
  const { Tags } = await client.listQueueTags({ QueueUrl });
  return { ...rest, redrive: read(RedrivePolicy), allow: read(RedriveAllowPolicy), Tags };
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::SQS::Queue',
    needs: { Dead: { Type: 'AWS::SQS::Queue' }, Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      QueueName: 'every-property',
      DelaySeconds: '3',
      KmsDataKeyReusePeriodSeconds: 600,
      KmsMasterKeyId: ref('Key'),
      MaximumMessageSize: 2048,
      MessageRetentionPeriod: '600',
      ReceiveMessageWaitTimeSeconds: 2,
      RedriveAllowPolicy: { redrivePermission: 'denyAll' },
      RedrivePolicy: { deadLetterTargetArn: getAtt('Dead', 'Arn'), maxReceiveCount: 4 },
      VisibilityTimeout: '90',
      Tags: TAGS,
    },
    readBack,
    ref: /^http:\/\/.*\/000000000000\/every-property$/,
    expected: {
      DelaySeconds: '3',
      KmsDataKeyReusePeriodSeconds: '600',
      KmsMasterKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      MaximumMessageSize: '2048',
      MessageRetentionPeriod: '600',
      ReceiveMessageWaitTimeSeconds: '2',
      VisibilityTimeout: '90',
      redrive: { deadLetterTargetArn: expect.stringContaining('Dead'), maxReceiveCount: 4 },
      allow: { redrivePermission: 'denyAll' },
      Tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: { QueueName: 'every-property', Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { DelaySeconds: '0', VisibilityTimeout: '30', SqsManagedSseEnabled: 'true', redrive: undefined, Tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::SQS::Queue',
    title: 'ordered',
    properties: {
      FifoQueue: 'true',
      ContentBasedDeduplication: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      SqsManagedSseEnabled: false,
    },
    readBack,
    ref: /\/t-SQS-Queue-ordered-It-[A-Za-z0-9]{12}\.fifo$/,
    expected: {
      FifoQueue: 'true',
      ContentBasedDeduplication: 'true',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      SqsManagedSseEnabled: 'false',
    },
    change: {
      properties: { FifoQueue: true },
      // As recorded, the scope keeps its value.
      expected: { ContentBasedDeduplication: 'false', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' },
    },
  },
  {
    type: 'AWS::SQS::QueueInlinePolicy',
    needs: { Queue: { Type: 'AWS::SQS::Queue' } },
    properties: { Queue: ref('Queue'), PolicyDocument: may('s3.amazonaws.com') },
    readBack: async (emulator, { ref: { Queue: QueueUrl } }) => {
      const { Attributes } = await emulator.client(SQS).getQueueAttributes({ QueueUrl, AttributeNames: ['Policy'] });
      return Attributes && { policy: JSON.parse(Attributes.Policy!) as unknown };
    },
    ref: /\/t-SQS-QueueInlinePolicy-Queue-[A-Za-z0-9]{12}$/,
    expected: { policy: may('s3.amazonaws.com') },
    change: {
      properties: { Queue: ref('Queue'), PolicyDocument: may('events.amazonaws.com') },
      expected: { policy: may('events.amazonaws.com') },
    },
  },
  {
    type: 'AWS::SQS::QueuePolicy',
    needs: { Queue: { Type: 'AWS::SQS::Queue' } },
    properties: { Queues: [ref('Queue')], PolicyDocument: may('s3.amazonaws.com') },
    readBack: async (emulator, { ref: { Queue: QueueUrl } }) => {
      const { Attributes } = await emulator.client(SQS).getQueueAttributes({ QueueUrl, AttributeNames: ['Policy'] });
      return Attributes && { policy: JSON.parse(Attributes.Policy!) as unknown };
    },
    ref: /^t-SQS-QueuePolicy-It-[A-Za-z0-9]{12}$/,
    expected: { policy: may('s3.amazonaws.com') },
    change: {
      properties: { Queues: [ref('Queue')], PolicyDocument: JSON.stringify(may('events.amazonaws.com')) },
      expected: { policy: may('events.amazonaws.com') },
    },
  },
];
