// Schedules as records: what is kept, what is refused, and in which words.
import { describe, expect, it } from 'vitest';
import { queueArn, ROLE, scheduleArn, scheduleOf, trust, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();
const create = (input: ReturnType<typeof scheduleOf>) => fixture.scheduler.createSchedule(input);
const later = (name: string, extra = {}) => create(scheduleOf(name, 'at(2030-01-01T00:00:00)', {}, extra));

describe('a schedule', () => {
  it('is told with its defaults', async () => {
    expect((await later('report')).ScheduleArn).toBe(scheduleArn('report'));
    const { $metadata: _, ...told } = await fixture.scheduler.getSchedule({ Name: 'report' });
    expect(told).toEqual({
      Arn: scheduleArn('report'),
      GroupName: 'default',
      Name: 'report',
      ScheduleExpression: 'at(2030-01-01T00:00:00)',
      ScheduleExpressionTimezone: 'UTC',
      State: 'ENABLED',
      ActionAfterCompletion: 'NONE',
      CreationDate: new Date('2026-01-01T00:00:00Z'),
      LastModificationDate: new Date('2026-01-01T00:00:00Z'),
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: queueArn('runs'),
        RoleArn: ROLE,
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
    });
  });

  it('has what an update gives, and defaults for the rest', async () => {
    const dates = { StartDate: new Date('2026-02-01T00:00:00Z'), EndDate: new Date('2026-03-01T00:00:00Z') };
    await create(scheduleOf('report', 'rate(1 hour)', { Input: 'x' }, { ...dates, Description: 'd', ActionAfterCompletion: 'DELETE' }));
    await fixture.advance('1m');
    await fixture.scheduler.updateSchedule(
      scheduleOf('report', 'cron(0 8 * * ? *)', {}, { State: 'DISABLED', ScheduleExpressionTimezone: 'Europe/Berlin' }),
    );
    const told = await fixture.scheduler.getSchedule({ Name: 'report' });
    expect(told).toMatchObject({
      ScheduleExpression: 'cron(0 8 * * ? *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      State: 'DISABLED',
      ActionAfterCompletion: 'NONE',
      CreationDate: new Date('2026-01-01T00:00:00Z'),
      LastModificationDate: new Date('2026-01-01T00:01:00Z'),
    });
    expect([told.StartDate, told.EndDate, told.Description, told.Target?.Input]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('exists once in its group', async () => {
    await later('report');
    await expect(later('report')).rejects.toMatchObject({ name: 'ConflictException', message: 'Schedule report already exists.' });
    await expect(later('report', { GroupName: 'none' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Schedule group none does not exist.',
    });
  });

  it('is created once by a request that is repeated', async () => {
    await later('report', { ClientToken: 'once' });
    expect((await later('report', { ClientToken: 'once' })).ScheduleArn).toBe(scheduleArn('report'));
    await fixture.scheduler.deleteSchedule({ Name: 'report', ClientToken: 'gone' });
    await fixture.scheduler.deleteSchedule({ Name: 'report', ClientToken: 'gone' });
  });

  it('that does not exist is said to be missing', async () => {
    const refusal = { name: 'ResourceNotFoundException', message: 'Schedule none does not exist.' };
    await expect(fixture.scheduler.getSchedule({ Name: 'none' })).rejects.toMatchObject(refusal);
    await expect(fixture.scheduler.deleteSchedule({ Name: 'none' })).rejects.toMatchObject(refusal);
    await expect(fixture.scheduler.updateSchedule(scheduleOf('none', 'rate(1 hour)', {}))).rejects.toMatchObject(refusal);
  });

  it('is listed by group, prefix and state, page by page', async () => {
    await fixture.scheduler.createScheduleGroup({ Name: 'b' });
    for (const [name, extra] of [
      ['one', {}],
      ['two', { State: 'DISABLED' }],
      ['three', { GroupName: 'b' }],
    ] as const)
      await later(name, extra);
    const list = async (input = {}) => (await fixture.scheduler.listSchedules(input)).Schedules?.map(({ Name }) => Name);
    expect(await list()).toEqual(['three', 'one', 'two']);
    expect(await list({ GroupName: 'default' })).toEqual(['one', 'two']);
    expect(await list({ NamePrefix: 't' })).toEqual(['three', 'two']);
    expect(await list({ State: 'DISABLED' })).toEqual(['two']);
    const { NextToken } = await fixture.scheduler.listSchedules({ MaxResults: 2 });
    expect(await list({ MaxResults: 2, NextToken })).toEqual(['two']);
    await expect(fixture.scheduler.listSchedules({ GroupName: 'none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const { Schedules: [summary] = [] } = await fixture.scheduler.listSchedules({ NamePrefix: 'one' });
    expect(summary).toMatchObject({ Arn: scheduleArn('one'), State: 'ENABLED', Target: { Arn: queueArn('runs') } });
  });
});

describe('is refused', () => {
  const fn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
  const bus = 'arn:aws:events:us-east-1:000000000000:event-bus/default';
  const sdk = (action: string) => `arn:aws:scheduler:::aws-sdk:${action}`;

  it.each([
    ['an expression that is none', 'cron(0 1 * * * *)', {}, {}, 'Invalid Schedule Expression cron(0 1 * * * *).'],
    [
      'a zone that is none',
      'rate(1 day)',
      {},
      { ScheduleExpressionTimezone: 'Mars/Base' },
      'Invalid ScheduleExpressionTimezone Mars/Base.',
    ],
    [
      'an end before the start',
      'rate(1 day)',
      {},
      { StartDate: new Date('2026-02-01'), EndDate: new Date('2026-01-15') },
      'The StartDate you specify must come before the EndDate.',
    ],
    [
      'a start that lies behind',
      'rate(1 day)',
      {},
      { StartDate: new Date('2025-12-31') },
      'The StartDate you specify cannot be earlier than 5 minutes ago.',
    ],
    [
      'a window without length',
      'rate(1 day)',
      {},
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } },
      'MaximumWindowInMinutes must be provided when FlexibleTimeWindowMode is set to FLEXIBLE.',
    ],
    [
      'a length without window',
      'rate(1 day)',
      {},
      { FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 5 } },
      'MaximumWindowInMinutes must not be provided when FlexibleTimeWindowMode is set to OFF.',
    ],
    ['a target that is no ARN', 'rate(1 day)', { Arn: 'queue' }, {}, 'Provided Arn is not in correct format.'],
    ['a target that no schedule has', 'rate(1 day)', { Arn: 'arn:aws:s3:::b' }, {}, 's3 is not a supported service for a target.'],
    [
      'a target without a service here',
      'rate(1 day)',
      { Arn: 'arn:aws:codebuild:us-east-1:000000000000:project/p' },
      {},
      'arn:aws:codebuild:us-east-1:000000000000:project/p cannot be a target here: no emulated service is invoked for resources of this kind.',
    ],
    [
      'a target in another region',
      'rate(1 day)',
      { Arn: queueArn('q').replace('us-east-1', 'eu-west-1') },
      {},
      'The target ARN provided does not match the current region us-east-1.',
    ],
    ['input of a function that is no JSON', 'rate(1 day)', { Arn: fn, Input: 'hello' }, {}, 'JSON syntax error in input for the target.'],
    ['a bus without parameters', 'rate(1 day)', { Arn: bus }, {}, 'Parameters EventBridgeParameters must be specified.'],
    ['a FIFO queue without group', 'rate(1 day)', { Arn: queueArn('q.fifo') }, {}, 'Parameters SqsParameters must be specified.'],
    [
      'a standard queue with group',
      'rate(1 day)',
      { SqsParameters: { MessageGroupId: 'g' } },
      {},
      'Parameters MessageGroupId not valid for the target.',
    ],
    [
      'parameters of another target',
      'rate(1 day)',
      { Arn: fn, KinesisParameters: { PartitionKey: 'k' } },
      {},
      'Parameters KinesisParameters not supported for the target.',
    ],
    [
      'an API without input',
      'rate(1 day)',
      { Arn: sdk('sqs:sendMessage') },
      {},
      'You must provide an input to set this target for your schedule.',
    ],
    ['an API that reads', 'rate(1 day)', { Arn: sdk('sqs:getQueueUrl'), Input: '{}' }, {}, 'getQueueUrl API is not supported.'],
    [
      'an API with missing members',
      'rate(1 day)',
      { Arn: sdk('sqs:sendMessage'), Input: '{"messageBody":"x"}' },
      {},
      'Invalid RequestJson provided. Reason Request payload is missing the following field(s): QueueUrl, MessageBody.',
    ],
    [
      'an API with unknown members',
      'rate(1 day)',
      { Arn: sdk('sqs:purgeQueue'), Input: '{"QueueUrl":"u","Hard":true}' },
      {},
      'Invalid RequestJson provided. Reason Request payload has unknown field(s): Hard.',
    ],
    [
      'an API of no service here',
      'rate(1 day)',
      { Arn: sdk('ec2:startInstances'), Input: '{}' },
      {},
      'ec2:startInstances cannot be called here: no emulated service has this operation.',
    ],
    [
      'an API in a region',
      'rate(1 day)',
      { Arn: 'arn:aws:scheduler:us-east-1:000000000000:aws-sdk:sqs:sendMessage', Input: '{}' },
      {},
      'scheduler is not a supported service for a target.',
    ],
    [
      'an API by a name that no SDK has',
      'rate(1 day)',
      { Arn: sdk('events:putEvents'), Input: '{}' },
      {},
      'events is not a supported service for a target.',
    ],
  ])('%s', async (_, expression, target, extra, message) => {
    await expect(create(scheduleOf('s', expression, target, extra as object))).rejects.toMatchObject({
      name: 'ValidationException',
      message,
    });
  });

  it.each([
    ['another service', trust('lambda.amazonaws.com')],
    ['one schedule, which does not exist yet', trust('scheduler.amazonaws.com', { ArnLike: { 'aws:SourceArn': scheduleArn('*') } })],
    ['another account', trust('scheduler.amazonaws.com', { StringEquals: { 'aws:SourceAccount': '111111111111' } })],
  ])('a role that trusts %s', async (_, AssumeRolePolicyDocument) => {
    const { Role } = await fixture.iam.createRole({ RoleName: 'narrow', AssumeRolePolicyDocument });
    await expect(create(scheduleOf('s', 'rate(1 day)', { RoleArn: Role!.Arn! }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The execution role you provide must allow AWS EventBridge Scheduler to assume the role.',
    });
  });

  it('no role that trusts the group', async () => {
    const condition = {
      StringEquals: {
        'aws:SourceAccount': '000000000000',
        'aws:SourceArn': 'arn:aws:scheduler:us-east-1:000000000000:schedule-group/default',
      },
    };
    const AssumeRolePolicyDocument = trust('scheduler.amazonaws.com', condition);
    const { Role } = await fixture.iam.createRole({ RoleName: 'narrow', AssumeRolePolicyDocument });
    await create(scheduleOf('s', 'at(2030-01-01T00:00:00)', { RoleArn: Role!.Arn! }));
  });
});
