// Rules and their targets as records: what is given back, what is refused and how.
import { EventBridge, type Target } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ARN = 'arn:aws:events:us-east-1:000000000000';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q';
const LOG_GROUP = 'arn:aws:logs:us-east-1:000000000000:log-group:/aws/events/all';
const ROLE = 'arn:aws:iam::000000000000:role/r';
const PATTERN = '{"source": ["shop"]}';

let emulator: TestEmulator;
let events: EventBridge;
beforeEach(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
});
afterEach(() => emulator.stop());

describe('rules', () => {
  it('are put, described, replaced and deleted', async () => {
    await events.createEventBus({ Name: 'shop' });
    const put = await events.putRule({
      Name: 'r',
      EventBusName: `${ARN}:event-bus/shop`,
      EventPattern: PATTERN,
      Description: 'd',
      RoleArn: ROLE,
    });
    expect(put.RuleArn).toBe(`${ARN}:rule/shop/r`);
    const rule = { Name: 'r', Arn: `${ARN}:rule/shop/r`, EventPattern: PATTERN, State: 'ENABLED', EventBusName: 'shop' };
    expect(await events.describeRule({ Name: 'r', EventBusName: 'shop' })).toMatchObject({
      ...rule,
      Description: 'd',
      CreatedBy: '000000000000',
    });
    await events.putRule({
      Name: 'r',
      EventBusName: 'shop',
      EventPattern: PATTERN,
      State: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS',
    });
    const { Rules } = await events.listRules({ EventBusName: 'shop' });
    expect(Rules).toEqual([{ ...rule, State: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS' }]);
    expect((await events.listRules()).Rules).toEqual([]);
    await expect(events.describeRule({ Name: 'r' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Rule r does not exist on EventBus default.',
    });
    await events.deleteRule({ Name: 'r', EventBusName: 'shop' });
    await events.deleteRule({ Name: 'r', EventBusName: 'shop' });
    await expect(events.deleteRule({ Name: 'r', EventBusName: 'no' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it.each([
    [{}, 'ValidationException', 'Parameter(s) EventPattern or ScheduleExpression must be specified.'],
    [{ ScheduleExpression: 'rate(1 minutes)' }, 'ValidationException', 'Parameter ScheduleExpression is not valid.'],
    [{ ScheduleExpression: 'cron(0 25 * * ? *)' }, 'ValidationException', 'Parameter ScheduleExpression is not valid.'],
    [{ ScheduleExpression: 'cron(0 12 * * * *)' }, 'ValidationException', 'Parameter ScheduleExpression is not valid.'],
    [
      { EventBusName: 'shop', ScheduleExpression: 'rate(1 minute)' },
      'ValidationException',
      'ScheduleExpression is supported only on the default event bus.',
    ],
    [
      { EventPattern: `{"source":["${'x'.repeat(2048)}"]}` },
      'ValidationException',
      'Parameter EventPattern for rule r exceeds limit of 2048.',
    ],
    [
      { EventPattern: '{"source": []}' },
      'InvalidEventPatternException',
      'Event pattern is not valid. Reason: Empty arrays are not allowed\n at [Source: (String)"{"source": []}"; line: 1, column: 14]',
    ],
    [{ EventBusName: 'nope', EventPattern: PATTERN }, 'ResourceNotFoundException', 'Event bus nope does not exist.'],
  ])('are refused: %#', async (input, name, message) => {
    await events.createEventBus({ Name: 'shop' });
    await expect(events.putRule({ Name: 'r', ...input })).rejects.toMatchObject({ name, message });
  });

  it('are listed by prefix, page by page', async () => {
    for (const Name of ['a1', 'a2', 'a3', 'b1']) await events.putRule({ Name, EventPattern: PATTERN });
    const first = await events.listRules({ NamePrefix: 'a', Limit: 2 });
    const second = await events.listRules({ NamePrefix: 'a', Limit: 2, NextToken: first.NextToken });
    expect([...(first.Rules ?? []), ...(second.Rules ?? [])].map(({ Name }) => Name)).toEqual(['a1', 'a2', 'a3']);
    expect(second.NextToken).toBeUndefined();
    await expect(events.listRules({ NextToken: '%' })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('have tags, on every bus', async () => {
    await events.createEventBus({ Name: 'shop', Tags: [{ Key: 'bus', Value: 'b' }] });
    await events.putRule({ Name: 'r', EventBusName: 'shop', EventPattern: PATTERN, Tags: [{ Key: 'a', Value: '1' }] });
    const ResourceARN = `${ARN}:rule/shop/r`;
    await events.tagResource({
      ResourceARN,
      Tags: [
        { Key: 'b', Value: '2' },
        { Key: 'a', Value: '3' },
      ],
    });
    const tags = async (arn = ResourceARN) => (await events.listTagsForResource({ ResourceARN: arn })).Tags;
    expect(await tags()).toEqual([
      { Key: 'a', Value: '3' },
      { Key: 'b', Value: '2' },
    ]);
    await events.untagResource({ ResourceARN, TagKeys: ['a'] });
    expect(await tags()).toEqual([{ Key: 'b', Value: '2' }]);
    expect(await tags(`${ARN}:event-bus/shop`)).toEqual([{ Key: 'bus', Value: 'b' }]);
    expect(await tags(`${ARN}:event-bus/default`)).toEqual([]);
    await expect(tags(`${ARN}:rule/r`)).rejects.toMatchObject({ message: 'Rule r does not exist on EventBus default.' });
    await expect(tags(`${ARN}:event-bus/no`)).rejects.toMatchObject({ message: 'Event bus no does not exist.' });
  });
});

describe('targets', () => {
  const put = (...Targets: Target[]) => events.putTargets({ Rule: 'r', Targets });
  beforeEach(() => events.putRule({ Name: 'r', EventPattern: PATTERN }));

  it('come back as they were given, and are found by what they name', async () => {
    const target: Target = {
      Id: 'one',
      Arn: QUEUE,
      RoleArn: ROLE,
      InputTransformer: { InputPathsMap: { a: '$.detail.a' }, InputTemplate: '{"a": <a>}' },
      SqsParameters: { MessageGroupId: 'g' },
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 60 },
      DeadLetterConfig: { Arn: QUEUE },
    };
    await put(target, { Id: 'two', Arn: QUEUE });
    expect((await events.listTargetsByRule({ Rule: 'r' })).Targets).toEqual([target, { Id: 'two', Arn: QUEUE }]);
    const names = async () => (await events.listRuleNamesByTarget({ TargetArn: QUEUE })).RuleNames;
    expect(await names()).toEqual(['r']);
    await expect(events.deleteRule({ Name: 'r' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: "Rule can't be deleted since it has targets.",
    });
    await events.removeTargets({ Rule: 'r', Ids: ['one'] });
    expect(await names()).toEqual(['r']);
    await events.removeTargets({ Rule: 'r', Ids: ['two', 'never'] });
    expect(await names()).toEqual([]);
    await events.deleteRule({ Name: 'r' });
  });

  it.each<[Partial<Target>, string]>([
    [{ Arn: 'q' }, 'Parameter q is not valid. Reason: Provided Arn is not in correct format.'],
    [{ Input: 'hello' }, 'JSON syntax error in input for target t.'],
    [{ InputPath: "$.detail['a']" }, 'InputPath for target t is invalid.'],
    [{ Input: '1', InputPath: '$' }, 'Only one of Input, InputPath, or InputTransformer must be provided for target t.'],
    [{ InputTransformer: { InputTemplate: '"<a>"' } }, 'InputTemplate for target t contains invalid placeholder a.'],
    [
      { InputTransformer: { InputTemplate: '[<aws.events.event.json>]' } },
      'InputTemplate for target t contains placeholder aws.events.event.json valid only for JSON template.',
    ],
    [{ KinesisParameters: { PartitionKeyPath: '$' } }, 'Parameter(s) KinesisParameters not supported for target: t.'],
    [{ Arn: `${QUEUE}.fifo` }, 'Parameter(s) SqsParameters must be specified for target: t.'],
    [{ Arn: `${ARN}:event-bus/default` }, `RoleArn is required for target ${ARN}:event-bus/default.`],
    [{ Arn: LOG_GROUP, RoleArn: ROLE }, `RoleArn is not supported for target ${LOG_GROUP}.`],
    [
      { DeadLetterConfig: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f' } },
      'lambda is not supported as a dead letter resource.',
    ],
  ])('are refused: %#', async (given, message) => {
    await expect(put({ Id: 't', Arn: QUEUE, ...given })).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('of kinds that are not there fail alone, by name', async () => {
    const Arn = 'arn:aws:elasticbeanstalk:us-east-1:000000000000:environment/e';
    const answer = await put({ Id: 'a', Arn }, { Id: 'b', Arn: QUEUE });
    const [failed] = answer.FailedEntries ?? [];
    expect(answer).toMatchObject({ FailedEntryCount: 1, FailedEntries: [{ TargetId: 'a', ErrorCode: 'NotImplementedException' }] });
    const sentence = `${Arn} cannot be a target here: no emulated service takes events for resources of this kind. Kinds that can: `;
    expect(failed?.ErrorMessage).toMatch(sentence);
    for (const kind of ['api destination', 'event bus', 'function', 'log group', 'queue'])
      expect(failed?.ErrorMessage?.slice(sentence.length)).toContain(kind);
    expect(failed?.ErrorMessage).not.toMatch(/bucket|kafka|archive/);
    expect((await events.listTargetsByRule({ Rule: 'r' })).Targets).toEqual([{ Id: 'b', Arn: QUEUE }]);
  });

  it.each(['arn:aws:s3:::bucket', 'arn:aws:events:us-east-1:000000000000:rule/r', 'arn:aws:sqs:us-east-1:000000000000:q:more'])(
    'are no resources of other kinds: %s',
    async (Arn) => {
      const { FailedEntries } = await put({ Id: 'a', Arn, RoleArn: ROLE });
      expect(FailedEntries?.[0]?.ErrorMessage).toContain(`${Arn} cannot be a target here`);
    },
  );

  it('are five at most', async () => {
    await put(...Array.from({ length: 5 }, (_, i) => ({ Id: `t${i}`, Arn: QUEUE })));
    await put({ Id: 't1', Arn: QUEUE });
    await expect(put({ Id: 'more', Arn: QUEUE })).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});
