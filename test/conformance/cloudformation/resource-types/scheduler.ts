// Schedules and their groups.
import { Scheduler } from '@aws-sdk/client-scheduler';
import { expect } from 'vitest';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const QUEUE = { Queue: { Type: 'AWS::SQS::Queue' }, Dead: { Type: 'AWS::SQS::Queue' } };

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Scheduler::Schedule',
    needs: {
      ...QUEUE,
      Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'of-every-property' } },
      Key: { Type: 'AWS::KMS::Key' },
    },
    properties: {
      Name: 'every-property',
      GroupName: ref('Group'),
      Description: 'all of them',
      ScheduleExpression: 'cron(0 8 ? * MON-FRI *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      StartDate: '2100-01-01T00:00:00.000Z',
      EndDate: '2101-01-01T00:00:00.000Z',
      State: 'DISABLED',
      KmsKeyArn: getAtt('Key', 'Arn'),
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: '15' },
      Target: {
        Arn: getAtt('Queue', 'Arn'),
        RoleArn: ROLE,
        Input: '{"a":1}',
        DeadLetterConfig: { Arn: getAtt('Dead', 'Arn') },
        RetryPolicy: { MaximumEventAgeInSeconds: '120', MaximumRetryAttempts: 3 },
      },
    },
    readBack: (emulator) => emulator.client(Scheduler).getSchedule({ Name: 'every-property', GroupName: 'of-every-property' }),
    ref: /^every-property$/,
    expected: {
      Arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/of-every-property/every-property',
      Description: 'all of them',
      ScheduleExpression: 'cron(0 8 ? * MON-FRI *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      StartDate: new Date('2100-01-01T00:00:00.000Z'),
      EndDate: new Date('2101-01-01T00:00:00.000Z'),
      State: 'DISABLED',
      KmsKeyArn: expect.stringContaining(':key/'),
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      Target: {
        Arn: expect.stringContaining('Queue'),
        RoleArn: ROLE,
        Input: '{"a":1}',
        DeadLetterConfig: { Arn: expect.stringContaining('Dead') },
        RetryPolicy: { MaximumEventAgeInSeconds: 120, MaximumRetryAttempts: 3 },
      },
    },
    change: {
      properties: {
        Name: 'every-property',
        GroupName: ref('Group'),
        ScheduleExpression: 'rate(1 day)',
        State: 'DISABLED',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: getAtt('Queue', 'Arn'), RoleArn: ROLE },
      },
      expected: {
        ScheduleExpression: 'rate(1 day)',
        ScheduleExpressionTimezone: 'UTC',
        Target: { RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 } },
      },
    },
  },
  {
    type: 'AWS::Scheduler::Schedule',
    title: 'of-bus',
    properties: {
      ScheduleExpression: 'rate(1 day)',
      State: 'DISABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
        RoleArn: ROLE,
        EventBridgeParameters: { DetailType: 'made', Source: 'shop' },
      },
    },
    readBack: (emulator, { ref: { It: Name } }) => emulator.client(Scheduler).getSchedule({ Name }),
    ref: /^t-Scheduler-Schedule-of-bus-It-[A-Za-z0-9]{12}$/,
    expected: { Target: { EventBridgeParameters: { DetailType: 'made', Source: 'shop' } } },
  },
  {
    type: 'AWS::Scheduler::Schedule',
    title: 'of-stream',
    needs: { Stream: { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } } },
    properties: {
      ScheduleExpression: 'rate(1 day)',
      State: 'DISABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: getAtt('Stream', 'Arn'), RoleArn: ROLE, KinesisParameters: { PartitionKey: 'clock' } },
    },
    readBack: (emulator, { ref: { It: Name } }) => emulator.client(Scheduler).getSchedule({ Name }),
    ref: /^t-Scheduler-Schedule-of-stream-It-[A-Za-z0-9]{12}$/,
    expected: { Target: { KinesisParameters: { PartitionKey: 'clock' } } },
  },
  {
    type: 'AWS::Scheduler::Schedule',
    title: 'in-order',
    needs: { Queue: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } } },
    properties: {
      ScheduleExpression: 'rate(1 day)',
      State: 'DISABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: getAtt('Queue', 'Arn'), RoleArn: ROLE, SqsParameters: { MessageGroupId: 'g' } },
    },
    readBack: (emulator, { ref: { It: Name } }) => emulator.client(Scheduler).getSchedule({ Name }),
    ref: /^t-Scheduler-Schedule-in-order-It-[A-Za-z0-9]{12}$/,
    expected: { Target: { SqsParameters: { MessageGroupId: 'g' } } },
  },
  {
    type: 'AWS::Scheduler::ScheduleGroup',
    properties: { Name: 'every-property-of-groups', Tags: TAGS },
    readBack: async (emulator, { ref: { It: Name } }) => {
      const client = emulator.client(Scheduler);
      const group = await client.getScheduleGroup({ Name });
      const { Tags } = await client.listTagsForResource({ ResourceArn: group.Arn });
      return { State: group.State, Tags };
    },
    ref: /^every-property-of-groups$/,
    expected: { State: 'ACTIVE', Tags: TAGS },
    change: {
      properties: { Name: 'every-property-of-groups', Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { Tags: [{ Key: 'team', Value: 'red' }] },
    },
  },
];
