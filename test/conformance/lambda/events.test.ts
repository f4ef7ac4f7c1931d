// Asynchronous invocations: accepted at once, tried again after one and two minutes, then given up with a letter.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, ROLE, startFixture } from './fixture.ts';

describe('an asynchronous invocation', () => {
  let fixture: Fixture;
  let sqs: SQS;
  let queueUrl: string;
  let queueArn: string;
  beforeEach(async () => {
    fixture = await startFixture({ clock: 'manual' });
    sqs = fixture.emulator.client(SQS);
    queueUrl = (await sqs.createQueue({ QueueName: 'letters' })).QueueUrl!;
    const about = await sqs.getQueueAttributes({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] });
    queueArn = about.Attributes!['QueueArn']!;
  });
  afterEach(() => fixture.emulator.stop());

  const create = async (FunctionName: string, body: string, more: object = {}) => {
    await fixture.lambda.createFunction(creation(FunctionName, handler(body), more));
    await fixture.emulator.idle();
  };
  const send = (FunctionName: string, payload: unknown) =>
    fixture.lambda.invoke({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(payload)) });
  const openQueue = (rule: string) => {
    const statement = {
      ...{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: queueArn },
      Condition: { ArnEquals: { 'aws:SourceArn': `arn:aws:events:us-east-1:000000000000:${rule}` } },
    };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: statement });
    return sqs.setQueueAttributes({ QueueUrl: queueUrl, Attributes: { Policy } });
  };
  const ran = (name: string) => fixture.emulator.lines.filter((line) => line.includes(`${name}: `) && line.includes('ran')).length;
  const letters = async () => {
    const answer = { QueueUrl: queueUrl, MessageAttributeNames: ['All'], MaxNumberOfMessages: 10 };
    return (await sqs.receiveMessage(answer)).Messages ?? [];
  };

  it('is accepted and runs', async () => {
    await create('fine', 'console.log("ran", event.n);');
    const answer = await send('fine', { n: 1 });
    expect(answer).toMatchObject({ StatusCode: 202 });
    expect(answer.Payload ?? []).toHaveLength(0);
    await fixture.emulator.idle();
    expect(ran('fine')).toBe(1);
    await fixture.emulator.clock.advance('1h');
    expect(ran('fine')).toBe(1);
  });

  it('that was throttled runs as soon as its function is free, without a wait', async () => {
    await using gate = await closedGate();
    await create('busy', `${gate.wait} console.log("ran", event.n);`);
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'busy', ReservedConcurrentExecutions: 1 });
    await Promise.all([1, 2, 3, 4, 5].map((n) => send('busy', { n })));
    await gate.untilWaiting(1);
    gate.open();
    // The clock stands still: no pause between attempts ends
    await expect.poll(() => ran('busy')).toBe(5);
  });

  // As recorded (LocalStack's suite, lambda_/test_lambda.py::TestLambdaVersions::test_async_invoke_queue_upon_function_update): 15 of 15 run
  it('that waits for a busy function runs with what the function has become', async () => {
    const Environment = (VARIANT: string) => ({ Variables: { VARIANT } });
    await using gate = await closedGate();
    const body = `if (event.n === 0) { ${gate.wait} } console.log("ran", process.env.VARIANT, event.n);`;
    await create('changing', body, { Environment: Environment('old') });
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'changing', ReservedConcurrentExecutions: 1 });
    await send('changing', { n: 0 });
    await gate.untilWaiting(1);
    for (let n = 1; n < 10; n++) await send('changing', { n });
    await fixture.lambda.updateFunctionConfiguration({ FunctionName: 'changing', Environment: Environment('new') });
    await waitUntilFunctionUpdatedV2({ client: fixture.lambda, ...WAITER } as never, {
      FunctionName: 'changing',
    });
    for (let n = 10; n < 15; n++) await send('changing', { n });
    gate.open();
    // The clock stands still: no pause between attempts ends
    await expect.poll(() => ran('changing')).toBe(15);
    const newest = fixture.emulator.lines.filter((line) => line.includes('changing: ') && line.includes('ran new')).length;
    expect(newest).toBeGreaterThanOrEqual(5);
  });

  it('is tried three times in all, then lies in the dead-letter queue', async () => {
    await create('broken', 'console.log("ran"); throw new Error("never");', { DeadLetterConfig: { TargetArn: queueArn } });
    await send('broken', { n: 2 });
    await fixture.emulator.idle();
    expect(ran('broken')).toBe(1);
    await fixture.emulator.clock.advance('59s');
    expect(ran('broken')).toBe(1);
    await fixture.emulator.clock.advance('2s');
    expect(ran('broken')).toBe(2);
    expect(await letters()).toEqual([]);
    await fixture.emulator.clock.advance('2m');
    expect(ran('broken')).toBe(3);
    const [letter] = await letters();
    expect(JSON.parse(letter!.Body!)).toEqual({ n: 2 });
    expect(letter!.MessageAttributes).toMatchObject({
      ErrorCode: { StringValue: '200' },
      ErrorMessage: { StringValue: 'never' },
      RequestID: { StringValue: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('goes by its configuration, and tells destinations', async () => {
    await create('picky', 'console.log("ran"); if (event.bad) throw new Error("bad"); return "done";');
    const Destination = queueArn;
    await fixture.lambda.putFunctionEventInvokeConfig({
      FunctionName: 'picky',
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnSuccess: { Destination }, OnFailure: { Destination } },
    });
    await send('picky', { bad: true });
    await fixture.emulator.idle();
    const [failure] = await letters();
    expect(JSON.parse(failure!.Body!)).toMatchObject({
      version: '1.0',
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 1, functionArn: expect.stringMatching(/:picky:\$LATEST$/) },
      requestPayload: { bad: true },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorMessage: 'bad' },
    });
    await send('picky', {});
    await fixture.emulator.idle();
    const [success] = await letters();
    expect(JSON.parse(success!.Body!)).toMatchObject({ requestContext: { condition: 'Success' }, responsePayload: 'done' });
    const configs = await fixture.lambda.listFunctionEventInvokeConfigs({ FunctionName: 'picky' });
    expect(configs.FunctionEventInvokeConfigs).toMatchObject([{ MaximumRetryAttempts: 0 }]);
    await fixture.lambda.deleteFunctionEventInvokeConfig({ FunctionName: 'picky' });
    await expect(fixture.lambda.getFunctionEventInvokeConfig({ FunctionName: 'picky' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('tells functions, buses and, where it failed, buckets', async () => {
    const { lambda, emulator } = fixture;
    await create('source', 'if (event.bad) throw new Error("bad"); return { n: event.n };');
    await create('target', 'console.log("ran", JSON.stringify(event));');
    const events = emulator.client(EventBridge);
    await events.putRule({ Name: 'all', EventPattern: '{"source":["lambda"]}' });
    await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn }] });
    await openQueue('rule/all');
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket: 'failures' });
    const put = (OnSuccess: string, OnFailure?: string) =>
      lambda.putFunctionEventInvokeConfig({
        FunctionName: 'source',
        MaximumRetryAttempts: 0,
        DestinationConfig: { OnSuccess: { Destination: OnSuccess }, ...(OnFailure && { OnFailure: { Destination: OnFailure } }) },
      });
    await expect(put('arn:aws:s3:::failures')).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(put('arn:aws:lambda:us-east-1:000000000000:function:source')).rejects.toMatchObject({
      message: expect.stringContaining('as a destination for itself'),
    });
    await put('arn:aws:lambda:us-east-1:000000000000:function:target', 'arn:aws:s3:::failures');
    await send('source', { n: 1 });
    await send('source', { bad: true });
    await emulator.idle();
    const line = emulator.lines.find((each) => each.includes('target: ') && each.includes('ran {'))!;
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
      requestContext: { condition: 'Success' },
      responseContext: { statusCode: 200, executedVersion: '$LATEST' },
      responsePayload: { n: 1 },
    });
    const { Contents } = await s3.listObjectsV2({ Bucket: 'failures' });
    expect(Contents!.map(({ Key }) => Key)).toEqual([
      expect.stringMatching(/^aws\/lambda\/async\/source\/\d{4}\/\d\d\/\d\d\/\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\d-[0-9a-f-]{36}$/),
    ]);
    const object = await s3.getObject({ Bucket: 'failures', Key: Contents![0]!.Key });
    expect(JSON.parse(await object.Body!.transformToString())).toMatchObject({ requestContext: { condition: 'RetriesExhausted' } });

    await put('arn:aws:events:us-east-1:000000000000:event-bus/default');
    await send('source', { n: 2 });
    await emulator.idle();
    const [event] = await letters();
    expect(JSON.parse(event!.Body!)).toMatchObject({
      source: 'lambda',
      'detail-type': 'Lambda Function Invocation Result - Success',
      resources: [
        'arn:aws:events:us-east-1:000000000000:event-bus/default',
        expect.stringMatching(/^arn:aws:lambda:us-east-1:000000000000:function:source/),
      ],
      detail: { requestContext: { condition: 'Success' }, responsePayload: { n: 2 } },
    });
  });

  it('is given up where no concurrency is left, and when it is too old', async () => {
    const { lambda, emulator } = fixture;
    await create('stopped', 'throw new Error("bad");');
    const FunctionName = 'stopped';
    const OnFailure = { Destination: queueArn };
    const put = (MaximumEventAgeInSeconds: number) =>
      lambda.putFunctionEventInvokeConfig({ FunctionName, MaximumEventAgeInSeconds, DestinationConfig: { OnFailure } });
    await put(60);
    await lambda.putFunctionConcurrency({ FunctionName, ReservedConcurrentExecutions: 0 });
    await send('stopped', { n: 1 });
    await emulator.idle();
    const [zero] = await letters();
    expect(JSON.parse(zero!.Body!)).toMatchObject({
      requestContext: { condition: 'ZeroReservedConcurrency', approximateInvokeCount: 0 },
      requestPayload: { n: 1 },
    });
    await lambda.deleteFunctionConcurrency({ FunctionName });
    await put(100);
    await send('stopped', { n: 2 });
    await emulator.idle();
    await emulator.clock.advance('5m');
    const old = (await letters()).at(-1);
    expect(JSON.parse(old!.Body!)).toMatchObject({
      requestContext: { condition: 'EventAgeExceeded', approximateInvokeCount: 2 },
      responseContext: { functionError: 'Unhandled' },
    });
  });

  it('comes by the older operation, too', async () => {
    await create('older', 'console.log("ran", event.n);');
    const answer = await fixture.lambda.invokeAsync({ FunctionName: 'older', InvokeArgs: Buffer.from('{"n":5}') });
    expect(answer.Status).toBe(202);
    await fixture.emulator.idle();
    expect(ran('older')).toBe(1);
  });

  it('carries payloads of up to a megabyte', async () => {
    await create('large', 'console.log("ran", event.text.length);');
    await send('large', { text: 'x'.repeat(1_000_000) });
    await fixture.emulator.idle();
    expect(fixture.emulator.lines.some((line) => line.includes('ran 1000000'))).toBe(true);
  });

  it('waits while there is no room', async () => {
    await create('later', 'console.log("ran");');
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'later', ReservedConcurrentExecutions: 1 });
    await Promise.all([1, 2, 3].map((n) => send('later', { n })));
    await fixture.emulator.clock.advance('10m');
    expect(ran('later')).toBe(3);
  });

  it('is refused while the function is Failed', async () => {
    await fixture.lambda.createFunction(creation('failed', handler(''), { Runtime: 'dotnet8', Role: ROLE }));
    await fixture.emulator.idle();
    await expect(send('failed', {})).rejects.toMatchObject({ name: 'ResourceConflictException' });
  });
});
