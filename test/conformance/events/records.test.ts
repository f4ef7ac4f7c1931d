// Buses, rules, targets and their kin as records: what is given back, what is refused and how.

import { EventBridge, type Target } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ARN = 'arn:aws:events:us-east-1:000000000000';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q';
const PATTERN = '{"source": ["shop"]}';

let emulator: TestEmulator;
let events: EventBridge;
beforeEach(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
});
afterEach(() => emulator.stop());

describe('buses', () => {
  it('begin with the default one, which stays', async () => {
    const { EventBuses } = await events.listEventBuses();
    expect(EventBuses).toEqual([{ Name: 'default', Arn: `${ARN}:event-bus/default` }]);
    expect(await events.describeEventBus()).toMatchObject({ Name: 'default' });
    await expect(events.deleteEventBus({ Name: 'default' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Cannot delete event bus default.',
    });
    await expect(events.createEventBus({ Name: 'default' })).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    });
  });

  it('are created, described, changed, listed and deleted', async () => {
    const settings = {
      Description: 'of the shop',
      KmsKeyIdentifier: 'alias/k',
      DeadLetterConfig: { Arn: QUEUE },
      LogConfig: { Level: 'INFO' },
    } as const;
    const made = await events.createEventBus({ Name: 'shop', ...settings, Tags: [{ Key: 'a', Value: '1' }] });
    expect(made).toMatchObject({ EventBusArn: `${ARN}:event-bus/shop`, ...settings });
    await expect(events.createEventBus({ Name: 'shop' })).rejects.toMatchObject({
      message: 'Event bus shop already exists.',
    });
    await events.updateEventBus({ Name: 'shop', Description: 'new' });
    const shop = await events.describeEventBus({ Name: `${ARN}:event-bus/shop` });
    expect(shop).toMatchObject({ ...settings, Description: 'new', CreationTime: expect.any(Date) });
    for (const Name of ['a', 'z']) await events.createEventBus({ Name });
    const names: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await events.listEventBuses({ Limit: 2, NextToken });
      names.push(...(page.EventBuses ?? []).map(({ Name }) => Name));
      ({ NextToken } = page);
    } while (NextToken);
    expect(names).toEqual(['a', 'default', 'shop', 'z']);
    await events.putRule({ Name: 'r', EventBusName: 'shop', EventPattern: PATTERN });
    await expect(events.deleteEventBus({ Name: 'shop' })).rejects.toMatchObject({
      message: "EventBus can't be deleted since it has rules.",
    });
    await events.deleteRule({ Name: 'r', EventBusName: 'shop' });
    await events.deleteEventBus({ Name: 'shop' });
    await events.deleteEventBus({ Name: 'shop' });
    await expect(events.describeEventBus({ Name: 'shop' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Event bus shop does not exist.',
    });
  });

  it.each([
    [{ Name: 'a/b' }, "Event bus name must not contain '/'."],
    [{ Name: 'a', DeadLetterConfig: { Arn: 'arn:aws:sns:us-east-1:000000000000:t' } }, 'sns is not supported as a dead letter resource.'],
    [{ Name: 'a', DeadLetterConfig: { Arn: `${QUEUE}.fifo` } }, 'SQS FIFO is not supported by Dead Letter Queues.'],
  ])('are refused: %#', async (input, message) => {
    await expect(events.createEventBus(input)).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('have policies, by the statement or whole and verbatim', async () => {
    const policy = async () => (await events.describeEventBus()).Policy;
    const allow = (Principal: string, StatementId: string) => events.putPermission({ Action: 'events:PutEvents', Principal, StatementId });
    await allow('111111111111', 'one');
    await allow('*', 'all');
    expect(JSON.parse((await policy()) ?? '')).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'one',
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::111111111111:root' },
          Action: 'events:PutEvents',
          Resource: `${ARN}:event-bus/default`,
        },
        { Sid: 'all', Effect: 'Allow', Principal: '*', Action: 'events:PutEvents', Resource: `${ARN}:event-bus/default` },
      ],
    });
    await events.removePermission({ StatementId: 'all' });
    await expect(events.removePermission({ StatementId: 'all' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Statement with the provided id does not exist.',
    });
    const Policy =
      '{ "Version": "2012-10-17",  "Statement": [{"Effect":"Allow","Principal":"*","Action":"events:PutEvents","Resource":"*"}] }';
    await events.putPermission({ Policy });
    expect(await policy()).toBe(Policy);
    await events.removePermission({ RemoveAllPermissions: true });
    expect(await policy()).toBeUndefined();
    await expect(events.putPermission({ Policy: '{' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(events.putPermission({ EventBusName: 'no', Policy })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('rules', () => {
  it('are put, described, replaced and deleted', async () => {
    await events.createEventBus({ Name: 'shop' });
    const put = await events.putRule({
      Name: 'r',
      EventBusName: `${ARN}:event-bus/shop`,
      EventPattern: PATTERN,
      Description: 'd',
      RoleArn: 'arn:aws:iam::000000000000:role/r',
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
      RoleArn: 'arn:aws:iam::000000000000:role/r',
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
    expect(answer).toMatchObject({ FailedEntryCount: 1, FailedEntries: [{ TargetId: 'a', ErrorMessage: expect.stringContaining(Arn) }] });
    expect((await events.listTargetsByRule({ Rule: 'r' })).Targets).toEqual([{ Id: 'b', Arn: QUEUE }]);
  });

  it('are five at most', async () => {
    await put(...Array.from({ length: 5 }, (_, i) => ({ Id: `t${i}`, Arn: QUEUE })));
    await put({ Id: 't1', Arn: QUEUE });
    await expect(put({ Id: 'more', Arn: QUEUE })).rejects.toMatchObject({ name: 'LimitExceededException' });
  });
});

describe('PutEvents', () => {
  const entry = { Source: 'shop', DetailType: 'made', Detail: '{}' };
  it.each([
    [{ Source: undefined }, 'InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.'],
    [{ DetailType: undefined }, 'InvalidArgument', 'Parameter DetailType is not valid. Reason: DetailType is a required argument.'],
    [{ Detail: undefined }, 'InvalidArgument', 'Parameter Detail is not valid. Reason: Detail is a required argument.'],
    [{ Detail: '[1]' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '"text"' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '{"a":1},"source":{}' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}` }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Source: 'aws.ec2' }, 'NotAuthorizedForSourceException', 'Not authorized for the source.'],
  ])('fails one entry alone: %#', async (wrong, ErrorCode, ErrorMessage) => {
    const answer = await events.putEvents({ Entries: [{ ...entry, ...wrong }, entry] });
    expect(answer.FailedEntryCount).toBe(1);
    expect(answer.Entries).toEqual([{ ErrorCode, ErrorMessage }, { EventId: expect.any(String) }]);
  });

  it('takes and drops what goes to a bus that is not there, and says so in the log', async () => {
    const answer = await events.putEvents({ Entries: [{ ...entry, EventBusName: 'gone' }] });
    expect(answer).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
    expect(emulator.lines.some((line) => line.includes('there is no event bus gone'))).toBe(true);
  });

  it('refuses too much', async () => {
    const Detail = JSON.stringify({ text: 'é'.repeat(530_000) });
    await expect(events.putEvents({ Entries: [entry, { ...entry, Detail }] })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Total size of the entries in the request is over the limit.',
    });
    await expect(events.putEvents({ Entries: Array.from({ length: 11 }, () => entry) })).rejects.toMatchObject({
      message: expect.stringContaining('Member must have length less than or equal to 10'),
    });
    await expect(events.putEvents({ Entries: [entry], EndpointId: 'abc.veo' })).rejects.toThrow();
  });
});

describe('TestEventPattern', () => {
  const Event = JSON.stringify({
    id: '1',
    account: '1',
    source: 'shop',
    time: 't',
    region: 'r',
    'detail-type': 'd',
    resources: [],
    detail: { n: 5 },
  });
  it('tells whether they match', async () => {
    const ask = async (EventPattern: string) => (await events.testEventPattern({ EventPattern, Event })).Result;
    expect(await ask('{"detail":{"n":[{"numeric":[">",3]}]}}')).toBe(true);
    expect(await ask('{"detail":{"n":[{"numeric":[">",7]}]}}')).toBe(false);
  });
  it('refuses in the words of the service', async () => {
    await expect(events.testEventPattern({ EventPattern: PATTERN, Event: '{}' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Parameter Event is not valid.',
    });
    await expect(events.testEventPattern({ EventPattern: '[]', Event })).rejects.toMatchObject({
      name: 'InvalidEventPatternException',
      message: expect.stringContaining('Event pattern is not valid. Reason: Filter is not an object'),
    });
  });
});

describe('archives, connections and API destinations', () => {
  it('keep archives as records', async () => {
    const EventSourceArn = `${ARN}:event-bus/default`;
    const given = { ArchiveName: 'a', EventSourceArn, Description: 'd', EventPattern: PATTERN, RetentionDays: 3 };
    expect(await events.createArchive(given)).toMatchObject({ ArchiveArn: `${ARN}:archive/a`, State: 'ENABLED' });
    await expect(events.createArchive(given)).rejects.toMatchObject({ message: 'Archive a already exists.' });
    expect(await events.describeArchive({ ArchiveName: 'a' })).toMatchObject({
      ...given,
      State: 'ENABLED',
      EventCount: 0,
      SizeBytes: 0,
    });
    expect((await events.listArchives({ EventSourceArn })).Archives).toHaveLength(1);
    await expect(events.listArchives({ EventSourceArn, NamePrefix: 'a' })).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(
      events.createArchive({ ArchiveName: 'b', EventSourceArn: `${ARN.replace('us-east-1', 'eu-west-1')}:event-bus/default` }),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('never show what is secret', async () => {
    const made = await events.createConnection({
      Name: 'c',
      AuthorizationType: 'BASIC',
      AuthParameters: {
        BasicAuthParameters: { Username: 'ann', Password: 'hidden' },
        InvocationHttpParameters: {
          HeaderParameters: [
            { Key: 'x', Value: 'hidden', IsValueSecret: true },
            { Key: 'y', Value: 'seen' },
          ],
        },
      },
    });
    expect(made.ConnectionState).toBe('AUTHORIZED');
    await events.updateConnection({ Name: 'c', AuthParameters: { BasicAuthParameters: { Username: 'bob' } } });
    const shown = await events.describeConnection({ Name: 'c' });
    expect(shown.AuthParameters?.BasicAuthParameters).toEqual({ Username: 'bob' });
    expect(JSON.stringify(shown)).toContain('seen');
    expect(JSON.stringify(shown)).not.toContain('hidden');
    const destination = {
      Name: 'd',
      ConnectionArn: made.ConnectionArn!,
      InvocationEndpoint: 'https://example.com/x',
      HttpMethod: 'POST',
    } as const;
    expect(await events.createApiDestination(destination)).toMatchObject({ ApiDestinationState: 'ACTIVE' });
    expect(await events.describeApiDestination({ Name: 'd' })).toMatchObject({
      ...destination,
      InvocationRateLimitPerSecond: 300,
    });
    expect(await events.deleteConnection({ Name: 'c' })).toMatchObject({ ConnectionState: 'DELETING' });
    await expect(events.describeConnection({ Name: 'c' })).rejects.toMatchObject({
      message: "Failed to describe the connection(s). Connection 'c' does not exist.",
    });
    await expect(events.describeApiDestination({ Name: 'e' })).rejects.toMatchObject({
      message: "Failed to describe the api-destination(s). An api-destination 'e' does not exist.",
    });
  });

  it('demand the parameters of their kind', async () => {
    const AuthParameters = { ApiKeyAuthParameters: { ApiKeyName: 'a', ApiKeyValue: 'b' } };
    await expect(events.createConnection({ Name: 'c', AuthorizationType: 'BASIC', AuthParameters })).rejects.toMatchObject({
      message: 'Parameter BasicAuthParameters is not valid. Reason: Missing required field(s).',
    });
  });
});

describe('what is not built', () => {
  it('is refused by name', async () => {
    const replay = {
      ReplayName: 'r',
      EventSourceArn: `${ARN}:archive/a`,
      EventStartTime: new Date(0),
      EventEndTime: new Date(1),
      Destination: { Arn: ARN },
    };
    await expect(events.startReplay(replay)).rejects.toMatchObject({
      name: 'NotImplementedException',
      message: expect.stringContaining('StartReplay'),
    });
    await expect(events.putPartnerEvents({ Entries: [{ Source: 'aws.partner/a/b' }] })).rejects.toMatchObject({
      message: expect.stringContaining('partner event sources are not emulated'),
    });
  });
});
