// Events that do not arrive: what the log says, what a policy refuses, what goes to the dead-letter queue, what a restart keeps.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, receive, bodies } = fixture;

describe('what is written down', () => {
  it('says with DEBUG=events which rules were tried, which matched, and why others did not', async () => {
    await fixture.restart({ options: { DEBUG: 'events' } });
    await makeQueue('orders');
    const targets = [{ Id: 'q', Arn: queueArn('orders') }];
    await makeRule('yes', targets);
    await makeRule('no', targets, { pattern: { source: ['shop'], detail: { kind: ['x'] } } });
    await makeRule('absent', targets, { pattern: { detail: { other: [1] } } });
    const { Entries } = await put({ Detail: '{"kind":"y"}' });
    const line = fixture.emulator.lines.find((text) => text.includes(`event ${Entries?.[0]?.EventId} on default`));
    expect(line).toContain('3 rules tried, matched yes');
    expect(line).toContain('not no: detail.kind is "y", wanted "x"');
    expect(line).toContain('not absent: detail.other is not there');
  });

  it('outlives the emulator with PERSISTENCE=1', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'events-'));
    const kept = { options: { PERSISTENCE: '1', DATA_DIR } } as const;
    await fixture.restart(kept);
    const url = await makeQueue('orders');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }]);
    await fixture.events.putRule({ Name: 'tick', ScheduleExpression: 'rate(1 hour)' });
    await fixture.events.putTargets({ Rule: 'tick', Targets: [{ Id: 'q', Arn: queueArn('orders'), Input: '"tick"' }] });
    await fixture.restart(kept);
    await put();
    expect(await bodies(url.replace(/:\d+/, `:${fixture.emulator.port}`))).toHaveLength(1);
    await fixture.emulator.clock.advance('61m');
    expect(await bodies(url)).toContain('"tick"');
    await fixture.restart();
    await rm(DATA_DIR, { recursive: true });
  });
});

describe('the queue’s policy', () => {
  const grant = /To allow it: aws sqs set-queue-attributes .*events\.amazonaws\.com.*rule\/all/;

  it('refuses, and the log says which command lets the rule in', async () => {
    const url = await makeQueue('closed', { open: false });
    await makeRule('all', [{ Id: 'q', Arn: queueArn('closed') }]);
    await put();
    expect(await bodies(url)).toEqual([]);
    expect(fixture.emulator.lines.find((line) => grant.test(line))).toContain('is not authorized to perform: sqs:SendMessage');
  });

  it('is only warned of with RESOURCE_POLICIES=warn', async () => {
    await fixture.restart({ options: { RESOURCE_POLICIES: 'warn' } });
    const url = await makeQueue('closed', { open: false });
    await makeRule('all', [{ Id: 'q', Arn: queueArn('closed') }]);
    await put();
    expect(await bodies(url)).toHaveLength(1);
    expect(fixture.emulator.lines.some((line) => grant.test(line))).toBe(true);
  });

  it('lets in the one rule that its condition names, by the rule’s ARN', async () => {
    const QueueUrl = await makeQueue('orders', { open: false });
    await fixture.events.createEventBus({ Name: 'shop' });
    const allow = (rule: string) => ({
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: queueArn('orders'),
      Condition: { ArnEquals: { 'aws:SourceArn': rule } },
    });
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow('arn:aws:events:us-east-1:000000000000:rule/shop/in')] });
    await fixture.sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
    for (const name of ['in', 'out']) await makeRule(name, [{ Id: 'q', Arn: queueArn('orders'), Input: `"${name}"` }], { bus: 'shop' });
    await makeRule('in', [{ Id: 'q', Arn: queueArn('orders'), Input: '"default"' }]);
    await put({ EventBusName: 'shop' });
    await put();
    expect(await bodies(QueueUrl)).toEqual(['"in"']);
  });
});

describe('what cannot be delivered', () => {
  it('goes to the dead-letter queue with the reason', async () => {
    const dead = await makeQueue('dead');
    await makeQueue('closed', { open: false });
    await makeRule('all', [{ Id: 'q', Arn: queueArn('closed'), DeadLetterConfig: { Arn: queueArn('dead') } }]);
    await put();
    const [message] = await receive(dead);
    expect(JSON.parse(message?.Body ?? '')).toMatchObject({ source: 'shop' });
    const text = (value: unknown) => ({ DataType: 'String', StringValue: value });
    expect(message?.MessageAttributes).toEqual({
      RULE_ARN: text('arn:aws:events:us-east-1:000000000000:rule/all'),
      TARGET_ARN: text(queueArn('closed')),
      ERROR_CODE: text('NO_PERMISSIONS'),
      ERROR_MESSAGE: text(expect.stringContaining('is not authorized to perform: sqs:SendMessage')),
      RETRY_ATTEMPTS: text('0'),
    });
  });

  it('goes there when the queue is gone, too', async () => {
    const dead = await makeQueue('dead');
    const gone = await makeQueue('gone');
    await makeRule('all', [{ Id: 'q', Arn: queueArn('gone'), DeadLetterConfig: { Arn: queueArn('dead') } }]);
    await fixture.sqs.deleteQueue({ QueueUrl: gone });
    await put();
    expect(await receive(dead)).toMatchObject([{ MessageAttributes: { ERROR_CODE: { StringValue: 'NO_RESOURCE' } } }]);
  });
});
