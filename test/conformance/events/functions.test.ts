// Events that reach functions, those that are refused, and those that are tried again.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge, type Target } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, startFixture } from '../lambda/fixture.ts';

const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:seen';
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/made';
const DEAD = 'arn:aws:sqs:us-east-1:000000000000:dead';

let fixture: Fixture;
let events: EventBridge;
afterEach(() => fixture.emulator.stop());

async function start(target: Partial<Target> = {}, options: StartOptions = {}): Promise<void> {
  fixture = await startFixture(options);
  events = fixture.emulator.client(EventBridge);
  await events.putRule({ Name: 'made', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'made', Targets: [{ Id: 'f', Arn: FUNCTION, ...target }] });
}

const allow = () =>
  fixture.lambda.addPermission({
    FunctionName: 'seen',
    StatementId: 'events',
    Action: 'lambda:InvokeFunction',
    Principal: 'events.amazonaws.com',
    SourceArn: RULE,
  });

async function put(TraceHeader?: string): Promise<void> {
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'made', Detail: '{"n":7}', TraceHeader }] });
  await fixture.emulator.idle();
}

const logged = async (): Promise<string[]> => {
  const logs = fixture.emulator.client(CloudWatchLogs);
  try {
    const { events: lines = [] } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/seen' });
    return lines.map(({ message = '' }) => message);
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return [];
    throw error;
  }
};

describe('a rule with a function', () => {
  it('runs it with the event', async () => {
    await start();
    await fixture.create('seen', 'console.log("got", JSON.stringify(event));');
    await allow();
    await put();
    await expect.poll(async () => (await logged()).find((line) => line.includes('got'))).toContain('"detail":{"n":7}}');
  });

  it('runs it with the trace of the event', async () => {
    await start();
    await fixture.create('seen', 'console.log("traced", process.env._X_AMZN_TRACE_ID);');
    await allow();
    const root = 'Root=1-5e272390-8c398be037738dc042009320';
    await put(root);
    await expect.poll(async () => (await logged()).find((line) => line.includes('traced'))).toContain(root);
  });

  it('runs it with the trace of the request where the entry has none', async () => {
    // As recorded (LocalStack's suite, events/test_x_ray_trace_propagation.py::test_xray_trace_propagation_events_lambda, 2025)
    await start();
    await fixture.create('seen', 'console.log("traced", process.env._X_AMZN_TRACE_ID);');
    await allow();
    const root = 'Root=1-3152b799-8954dae64eda91bc9a23a7e8';
    const traced = (args: { request: unknown }) =>
      Object.assign((args.request as { headers: object }).headers, { 'x-amzn-trace-id': `${root};Parent=7fa8c0f79203be72;Sampled=1` });
    events.middlewareStack.add(
      (next) => (args) => {
        traced(args);
        return next(args);
      },
      { step: 'build' },
    );
    await put();
    await expect.poll(async () => (await logged()).find((line) => line.includes('traced'))).toContain(root);
  });

  it('is refused without permission, and the log says which command gives it', async () => {
    await start();
    await fixture.create('seen', 'console.log("got");');
    await put();
    const command = 'aws lambda add-permission --function-name seen';
    const line = fixture.emulator.lines.find((text) => text.includes(command));
    expect(line).toContain('--principal events.amazonaws.com');
    expect(line).toContain(`--source-arn ${RULE}`);
    expect(await logged()).toEqual([]);
  });
});

describe('a function that has taken events before', () => {
  const taken = () =>
    fixture.emulator.lines.filter((line) => line.includes('function seen takes 1 delivery by events.amazonaws.com (rule made)'));
  const counted = async () => (await logged()).filter((line) => line.includes('got')).length;

  it('takes the next one in the write of PutEvents', async () => {
    await start();
    await fixture.create('seen', 'console.log("got");');
    await allow();
    await put();
    expect(taken()).toHaveLength(0);
    await put();
    expect(taken()).toHaveLength(1);
    await untilPasses(async () => expect(await counted()).toBe(2));
  });

  it('takes none without permission', async () => {
    await start();
    await fixture.create('seen', 'console.log("got");');
    await allow();
    await put();
    await fixture.lambda.removePermission({ FunctionName: 'seen', StatementId: 'events' });
    await put();
    expect(taken()).toHaveLength(0);
    expect(fixture.emulator.lines.some((line) => line.includes('aws lambda add-permission --function-name seen'))).toBe(true);
    await allow();
    await put();
    await untilPasses(async () => expect(await counted()).toBe(2));
  });

  it('takes one that is too large for a record through the outbox', async () => {
    await start();
    await fixture.create('seen', 'console.log("got", event.detail.text.length);');
    await allow();
    await put();
    const Detail = JSON.stringify({ text: 'ü'.repeat(40_000) });
    await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'made', Detail }] });
    await fixture.emulator.idle();
    expect(taken()).toHaveLength(0);
    await untilPasses(async () => expect((await logged()).some((line) => line.includes('got 40000'))).toBe(true));
  });
});

describe('a function that is not ready', () => {
  it.each([
    [{ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 }, '2', 'MaximumRetryAttempts'],
    [{ MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 60 }, '5', 'MaximumEventAgeInSeconds'],
  ])('is tried again until %o is over, then the event goes to the dead-letter queue', async (RetryPolicy, attempts, condition) => {
    await start({ RetryPolicy, DeadLetterConfig: { Arn: DEAD } }, { clock: 'manual' });
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl = '' } = await sqs.createQueue({ QueueName: 'dead' });
    const Statement = [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: DEAD }];
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) } });
    // Nothing embedded runs this language, so the function fails and stays so.
    await fixture.lambda.createFunction(creation('seen', handler('return 1;'), { Runtime: 'dotnet8' }));
    await allow();
    await expect.poll(async () => (await fixture.lambda.getFunction({ FunctionName: 'seen' })).Configuration?.State).toBe('Failed');
    await put();
    const dead = async () => (await sqs.receiveMessage({ QueueUrl, MessageAttributeNames: ['All'] })).Messages?.[0]?.MessageAttributes;
    expect(await dead()).toBeUndefined();
    await fixture.emulator.clock.advance('5m');
    expect(await dead()).toMatchObject({
      RETRY_ATTEMPTS: { StringValue: attempts },
      EXHAUSTED_RETRY_CONDITION: { StringValue: condition },
      ERROR_CODE: { StringValue: 'RESOURCE_MODIFICATION_COLLISION' },
      RULE_ARN: { StringValue: RULE },
    });
  });
});
