// Asynchronous invocations: accepted at once, tried again after one and two minutes, then given up with a letter.
import * as sdk from '@aws-sdk/client-lambda';
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { creation, type Fixture, handler, ROLE, startFixture } from './fixture.ts';

describe('an asynchronous invocation', () => {
  let fixture: Fixture;
  let sqs: SQSClient;
  let queueUrl: string;
  let queueArn: string;
  beforeEach(async () => {
    fixture = await startFixture({ clock: 'manual' });
    sqs = fixture.emulator.client(SQSClient);
    queueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: 'letters' }))).QueueUrl!;
    const about = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }));
    queueArn = about.Attributes!['QueueArn']!;
  });
  afterEach(() => fixture.emulator.stop());

  const create = async (FunctionName: string, body: string, more: object = {}) => {
    await fixture.lambda.send(new sdk.CreateFunctionCommand(creation(FunctionName, handler(body), more)));
    await fixture.emulator.idle();
  };
  const send = (FunctionName: string, payload: unknown) =>
    fixture.lambda.send(new sdk.InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(payload)) }));
  const ran = (name: string) => fixture.emulator.lines.filter((line) => line.includes(`${name}: `) && line.includes('ran')).length;
  const letters = async () => {
    const answer = { QueueUrl: queueUrl, MessageAttributeNames: ['All'], MaxNumberOfMessages: 10 };
    return (await sqs.send(new ReceiveMessageCommand(answer))).Messages ?? [];
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
    await fixture.lambda.send(
      new sdk.PutFunctionEventInvokeConfigCommand({
        FunctionName: 'picky',
        MaximumRetryAttempts: 0,
        DestinationConfig: { OnSuccess: { Destination }, OnFailure: { Destination } },
      }),
    );
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
    const configs = await fixture.lambda.send(new sdk.ListFunctionEventInvokeConfigsCommand({ FunctionName: 'picky' }));
    expect(configs.FunctionEventInvokeConfigs).toMatchObject([{ MaximumRetryAttempts: 0 }]);
    await fixture.lambda.send(new sdk.DeleteFunctionEventInvokeConfigCommand({ FunctionName: 'picky' }));
    await expect(fixture.lambda.send(new sdk.GetFunctionEventInvokeConfigCommand({ FunctionName: 'picky' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('comes by the older operation, too', async () => {
    await create('older', 'console.log("ran", event.n);');
    const answer = await fixture.lambda.send(new sdk.InvokeAsyncCommand({ FunctionName: 'older', InvokeArgs: Buffer.from('{"n":5}') }));
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
    await fixture.lambda.send(new sdk.PutFunctionConcurrencyCommand({ FunctionName: 'later', ReservedConcurrentExecutions: 1 }));
    await Promise.all([1, 2, 3].map((n) => send('later', { n })));
    await fixture.emulator.clock.advance('10m');
    expect(ran('later')).toBe(3);
  });

  it('is refused while the function is Failed', async () => {
    await fixture.lambda.send(new sdk.CreateFunctionCommand(creation('failed', handler(''), { Runtime: 'dotnet8', Role: ROLE })));
    await fixture.emulator.idle();
    await expect(send('failed', {})).rejects.toMatchObject({ name: 'ResourceConflictException' });
  });
});
