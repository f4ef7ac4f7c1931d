// Events on their way: from PutEvents through rules to queues and other buses, as real clients see it.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { openTo, queueArn, useEvents } from '../../support/use-events.ts';

const ROLE = 'arn:aws:iam::000000000000:role/events';
const fixture = useEvents();
const { makeQueue, makeRule, put, receive, bodies } = fixture;

describe('a rule with a queue', () => {
  it('sends once the queue is known as it did before, and stops with its policy', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders'), InputPath: '$.detail.n' }]);
    for (const n of [1, 2, 3]) await put({ Detail: JSON.stringify({ n }) });
    expect(await bodies(url)).toEqual(['1', '2', '3']);
    await fixture.sqs.setQueueAttributes({ QueueUrl: url, Attributes: { Policy: '' } });
    await put({ Detail: '{"n":4}' });
    expect(await bodies(url)).toEqual([]);
  });

  it('keeps the order of a request, by whichever name its entries call the bus', async () => {
    const url = await makeQueue('in-order');
    await makeRule('in-order', [{ Id: 'q', Arn: queueArn('in-order'), InputPath: '$.detail.n' }], { pattern: { source: ['in-order'] } });
    await put({ Source: 'in-order', Detail: '{"n":0}' });
    const named = [undefined, 'default', undefined, 'arn:aws:events:us-east-1:000000000000:event-bus/default'];
    const Entries = named.map((EventBusName, i) => ({ Source: 'in-order', DetailType: 'd', Detail: `{"n":${i + 1}}`, EventBusName }));
    await fixture.events.putEvents({ Entries });
    await fixture.emulator.idle();
    expect(await bodies(url)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('gets entries that are too large for one batch together', async () => {
    const url = await makeQueue('large');
    await makeRule('large', [{ Id: 'q', Arn: queueArn('large') }], { pattern: { source: ['large'] } });
    const Detail = JSON.stringify({ text: 'x'.repeat(104_830) });
    await fixture.events.putEvents({ Entries: Array(10).fill({ Source: 'large', DetailType: 'd', Detail }) });
    await fixture.emulator.idle();
    expect(await receive(url)).toHaveLength(10);
  });

  it('accepts group, trace and order of a FIFO queue in the write that causes them', async () => {
    const Attributes = { FifoQueue: 'true', Policy: openTo(queueArn('orders.fifo')) };
    const { QueueUrl = '' } = await fixture.sqs.createQueue({ QueueName: 'orders.fifo', Attributes });
    const fifo = { Id: 'q', Arn: queueArn('orders.fifo'), SqsParameters: { MessageGroupId: 'g' }, InputPath: '$.detail.n' };
    await makeRule('fifo', [fifo], { pattern: { source: ['fifo'] } });
    const TraceHeader = 'Root=1-5e272390-8c398be037738dc042009320';
    const entry = (n: number) => ({ Source: 'fifo', DetailType: 'd', Detail: `{"n":${n}}`, TraceHeader });
    // The first one loads the target's code, so it goes through the outbox. The second one is there before that has ended.
    await Promise.all([1, 2].map((n) => fixture.events.putEvents({ Entries: [entry(n)] })));
    await put(entry(2));
    const found = await receive(QueueUrl);
    expect(found.map(({ Body }) => Body)).toEqual(['1', '2', '2']);
    for (const { Attributes } of found) expect(Attributes).toMatchObject({ MessageGroupId: 'g', AWSTraceHeader: TraceHeader });
    const inline = fixture.emulator.lines.filter((line) =>
      line.includes('queue orders.fifo takes 1 delivery by events.amazonaws.com (rule '),
    );
    expect(inline.length).toBeGreaterThanOrEqual(1);
  });

  it('leaves to the outbox what a FIFO queue would refuse, which is reported', async () => {
    const Attributes = { FifoQueue: 'true', Policy: openTo(queueArn('strict.fifo')) };
    await fixture.sqs.createQueue({ QueueName: 'strict.fifo', Attributes });
    const bad = { Id: 'q', Arn: queueArn('strict.fifo'), SqsParameters: { MessageGroupId: 'not a group' } };
    await makeRule('strict', [bad], { pattern: { source: ['strict'] } });
    for (const n of [1, 2]) await put({ Source: 'strict', Detail: `{"n":${n}}` });
    const reported = fixture.emulator.lines.filter(
      (line) => line.includes('rule strict → ') && line.includes('MessageGroupId can only include'),
    );
    expect(reported).toHaveLength(2);
  });

  it('hands on the trace', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    const TraceHeader = 'Root=1-5e272390-8c398be037738dc042009320';
    await put();
    await put({ TraceHeader });
    expect((await receive(url)).map(({ Attributes }) => Attributes?.AWSTraceHeader)).toEqual([undefined, TraceHeader]);
  });

  // Since March 2025 rules act in the role of a target of any kind; a published template gives one to a FIFO queue without a policy.
  it('sends in the role of the target, and needs no policy of the queue then', async () => {
    const closed = await makeQueue('closed', { open: false });
    await makeRule('in-role', [{ Id: 'q', Arn: queueArn('closed'), RoleArn: ROLE, InputPath: '$.detail.n' }]);
    for (const n of [1, 2]) await put({ Detail: JSON.stringify({ n }) });
    expect(await bodies(closed)).toEqual(['1', '2']);
    expect(
      fixture.emulator.lines.some((line) => line.includes(`queue closed takes 1 delivery in ${ROLE.split(':').at(-1)} (rule in-role) `)),
    ).toBe(true);
    await makeRule('in-role', [{ Id: 'q', Arn: queueArn('closed') }]);
    await put();
    expect(await bodies(closed)).toEqual([]);
  });

  it('sends the event in its envelope, the detail with its digits and without its blanks', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    const { Entries } = await put({ Time: new Date('2025-05-05T05:05:05.5Z'), Resources: ['arn:aws:x:::y'] });
    expect(await bodies(url)).toEqual([
      `{"version":"0","id":"${Entries?.[0]?.EventId}","detail-type":"made","source":"shop","account":"000000000000","time":"2025-05-05T05:05:05Z","region":"us-east-1","resources":["arn:aws:x:::y"],"detail":{"id":12345678901234567890}}`,
    ]);
  });

  it('passes over events that do not match, and follows every change of the rule', async () => {
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }], { pattern: { detail: { kind: ['a'] } } });
    const arrives = async (Detail: string) => {
      await put({ Detail });
      return (await bodies(url)).length;
    };
    expect(await arrives('{"kind":"b"}')).toBe(0);
    expect(await arrives('{"kind":"a"}')).toBe(1);
    await fixture.events.putRule({ Name: 'all', EventPattern: '{"detail":{"kind":["b"]}}' });
    expect(await arrives('{"kind":"a"}')).toBe(0);
    expect(await arrives('{"kind":"b"}')).toBe(1);
    await fixture.events.disableRule({ Name: 'all' });
    expect(await arrives('{"kind":"b"}')).toBe(0);
    await fixture.events.enableRule({ Name: 'all' });
    expect(await arrives('{"kind":"b"}')).toBe(1);
    await fixture.events.removeTargets({ Rule: 'all', Ids: ['q'] });
    expect(await arrives('{"kind":"b"}')).toBe(0);
    await fixture.events.deleteRule({ Name: 'all' });
    expect(await arrives('{"kind":"b"}')).toBe(0);
  });

  it('goes back with a snapshot', async () => {
    const url = await makeQueue('orders');
    await makeRule('one', [{ Id: 'q', Arn: queueArn('orders') }]);
    const before = fixture.emulator.snapshot();
    await fixture.events.putRule({ Name: 'one', EventPattern: '{"source":["else"]}' });
    await put();
    expect(await bodies(url)).toEqual([]);
    fixture.emulator.restore(before);
    await put();
    expect(await bodies(url)).toHaveLength(1);
  });

  it('gives a part, a text, or what a template makes', async () => {
    const url = await makeQueue('orders');
    const Arn = queueArn('orders');
    await makeRule('all', [
      { Id: 'path', Arn, InputPath: '$.detail.who' },
      { Id: 'text', Arn, Input: '{"fixed":true}' },
      {
        Id: 'template',
        Arn,
        InputTransformer: { InputPathsMap: { who: '$.detail.who' }, InputTemplate: '{"who": <who>, "rule": <aws.events.rule-name>}' },
      },
      { Id: 'line', Arn, InputTransformer: { InputPathsMap: { who: '$.detail.who' }, InputTemplate: '"it was <who>"' } },
    ]);
    await put({ Detail: '{"who":"Ann"}' });
    expect((await bodies(url)).sort()).toEqual(['"Ann"', '"it was Ann"', '{"fixed":true}', '{"who": "Ann", "rule": "all"}'].sort());
  });

  it('keeps regions and buses apart', async () => {
    const west = {
      events: fixture.emulator.client(EventBridge, { region: 'eu-west-1' }),
      sqs: fixture.emulator.client(SQS, { region: 'eu-west-1' }),
    };
    const here = await makeQueue('orders');
    const there = await makeQueue('orders', { client: west.sqs });
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    await west.events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
    await west.events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn('orders').replace('us-east-1', 'eu-west-1') }] });
    await put();
    expect([(await bodies(here)).length, (await bodies(there, west.sqs)).length]).toEqual([1, 0]);
    await put({}, west.events);
    expect([(await bodies(here)).length, (await bodies(there, west.sqs)).length]).toEqual([0, 1]);
    await fixture.events.createEventBus({ Name: 'other' });
    await put({ EventBusName: 'other' });
    expect(await bodies(here)).toEqual([]);
  });
});

describe('a bus as a target', () => {
  it('takes the event as it is, in another region under an id of its own', async () => {
    const west = {
      events: fixture.emulator.client(EventBridge, { region: 'eu-west-1' }),
      sqs: fixture.emulator.client(SQS, { region: 'eu-west-1' }),
    };
    const url = await makeQueue('orders', { client: west.sqs });
    await west.events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
    await west.events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn('orders').replace('us-east-1', 'eu-west-1') }] });
    await makeRule('on', [{ Id: 'b', Arn: 'arn:aws:events:eu-west-1:000000000000:event-bus/default', RoleArn: ROLE }]);
    const { Entries } = await put();
    const [body] = await bodies(url, west.sqs);
    expect(JSON.parse(body ?? '')).toMatchObject({
      id: expect.not.stringMatching(Entries?.[0]?.EventId ?? ''),
      region: 'us-east-1',
      account: '000000000000',
      source: 'shop',
    });
  });

  it('comes to an end where buses send in a circle', async () => {
    await makeRule('round', [{ Id: 'b', Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/default', RoleArn: ROLE }]);
    await put();
    expect(fixture.emulator.lines.some((line) => line.includes('in a circle'))).toBe(true);
  });

  it('takes events of another account where its policy says so', async () => {
    const other = fixture.emulator.client(EventBridge, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }], { pattern: { account: ['111111111111'] } });
    const EventBusName = 'arn:aws:events:us-east-1:000000000000:event-bus/default';
    const refused = await put({ EventBusName }, other);
    expect(refused).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'AccessDeniedException' }] });
    expect(fixture.emulator.lines.some((line) => line.includes('aws events put-permission --event-bus-name default'))).toBe(true);
    await fixture.events.putPermission({ Action: 'events:PutEvents', Principal: '111111111111', StatementId: 'friend' });
    await put({ EventBusName }, other);
    expect(await bodies(url)).toHaveLength(1);
  });
});

describe('schedules', () => {
  it('fire when they are told to, by the path of the established emulator too', async () => {
    const url = await makeQueue('told');
    const { RuleArn } = await fixture.events.putRule({ Name: 'told', ScheduleExpression: 'rate(5 minutes)' });
    await fixture.events.putTargets({ Rule: 'told', Targets: [{ Id: 'q', Arn: queueArn('told') }] });
    const trigger = (prefix: string, arn: string) => fetch(`${fixture.emulator.url}${prefix}/rules/${arn}/trigger`);
    expect((await trigger('/_aws/events', RuleArn!)).status).toBe(200);
    expect((await trigger('/_cloud/event', encodeURIComponent(RuleArn!))).status).toBe(200);
    await fixture.emulator.idle();
    const fired = (await bodies(url)).map((body) => JSON.parse(body ?? '') as object);
    expect(fired).toMatchObject([{ source: 'aws.events', resources: [RuleArn] }, { 'detail-type': 'Scheduled Event' }]);
    await fixture.events.disableRule({ Name: 'told' });
    expect((await trigger('/_aws/events', RuleArn!)).status).toBe(404);
    expect((await trigger('/_aws/events', RuleArn!.replace('told', 'none'))).status).toBe(404);
    await fixture.events.removeTargets({ Rule: 'told', Ids: ['q'] });
  });

  it('fire at their rate and at their moments, on the emulator’s clock', async () => {
    const url = await makeQueue('orders');
    const targets = [{ Id: 'q', Arn: queueArn('orders') }];
    await fixture.events.putRule({ Name: 'rate', ScheduleExpression: 'rate(5 minutes)' });
    await fixture.events.putTargets({ Rule: 'rate', Targets: targets });
    await fixture.events.putRule({ Name: 'cron', ScheduleExpression: 'cron(7 0 * * ? *)' });
    await fixture.events.putTargets({ Rule: 'cron', Targets: [{ ...targets[0]!, Input: '"noon"' }] });
    await fixture.emulator.clock.advance('12m');
    const found = await bodies(url);
    expect(found.filter((body) => body === '"noon"')).toHaveLength(1);
    const fired = found.filter((body) => body !== '"noon"').map((body) => JSON.parse(body ?? '') as Record<string, unknown>);
    expect(fired.map(({ time }) => time).sort()).toEqual(['2026-01-01T00:05:00Z', '2026-01-01T00:10:00Z']);
    expect(fired[0]).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/rate'],
      detail: {},
    });
    await fixture.events.disableRule({ Name: 'rate' });
    await fixture.sqs.purgeQueue({ QueueUrl: url });
    await fixture.emulator.clock.advance('1h');
    expect(await bodies(url)).toEqual([]);
  });
});
