// Invocations: answers, errors, logs, limits.
import type { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { type Fixture, jsonOf, startFixture, textOf } from './fixture.ts';

describe('Invoke', () => {
  let fixture: Fixture;
  let lambda: Lambda;
  beforeAll(async () => {
    fixture = await startFixture();
    lambda = fixture.lambda;
    await fixture.create('echo', 'console.log("hello", event.n); return { event, context, env: process.env };', {
      Environment: { Variables: { COLOUR: 'blue', TZ: 'Europe/Rome' } },
    });
    await fixture.create('failing', 'throw new TypeError("no good");');
  });
  afterAll(() => fixture.emulator.stop());
  const invoke = (FunctionName: string, payload: unknown = {}, more: object = {}) =>
    lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)), ...more });

  it('gives the answer, the version and the end of the log', async () => {
    const answer = await invoke('echo', { n: 7 }, { LogType: 'Tail' });
    expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    expect(answer.FunctionError).toBeUndefined();
    const { event, context, env } = jsonOf<{ event: object; context: Record<string, string>; env: Record<string, string> }>(answer.Payload);
    expect(event).toEqual({ n: 7 });
    expect(context).toMatchObject({
      functionName: 'echo',
      functionVersion: '$LATEST',
      memoryLimitInMB: '128',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:echo',
      logGroupName: '/aws/lambda/echo',
      awsRequestId: answer.$metadata.requestId,
    });
    expect(env).toMatchObject({
      COLOUR: 'blue',
      TZ: 'Europe/Rome',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: fixture.emulator.url,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    });
    expect(env['AWS_ACCESS_KEY_ID']).toMatch(/^ASIA/);
    expect(env['AWS_LAMBDA_LOG_STREAM_NAME']).toMatch(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
    const log = Buffer.from(answer.LogResult ?? '', 'base64').toString();
    expect(log).toMatch(
      /^START RequestId: .* Version: \$LATEST\n.*\tINFO\thello 7\nEND RequestId: .*\nREPORT RequestId: .*Memory Size: 128 MB/s,
    );
  });

  it('says when the function failed', async () => {
    const answer = await invoke('failing');
    expect(answer).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
    expect(jsonOf(answer.Payload)).toMatchObject({ errorType: 'TypeError', errorMessage: 'no good' });
  });

  it.each(['echo', 'echo:$LATEST', '000000000000:function:echo', 'arn:aws:lambda:us-east-1:000000000000:function:echo'])(
    'finds %s',
    async (name) => {
      expect(await invoke(name)).toMatchObject({ StatusCode: 200 });
    },
  );

  it('hands an empty object over where no payload is', async () => {
    const answer = await lambda.invoke({ FunctionName: 'echo' });
    expect(jsonOf<{ event: object }>(answer.Payload).event).toEqual({});
  });

  it('hands the client context over', async () => {
    const ClientContext = Buffer.from(JSON.stringify({ custom: { a: '1' } })).toString('base64');
    const { context } = jsonOf<{ context: { clientContext: object } }>((await invoke('echo', {}, { ClientContext })).Payload);
    expect(context.clientContext).toMatchObject({ custom: { a: '1' } });
  });

  it('only checks in a dry run', async () => {
    expect(await invoke('echo', {}, { InvocationType: 'DryRun' })).toMatchObject({ StatusCode: 204 });
  });

  it('refuses what is no JSON', async () => {
    await expect(lambda.invoke({ FunctionName: 'echo', Payload: Buffer.from('{nope') })).rejects.toMatchObject({
      name: 'InvalidRequestContentException',
      message: expect.stringContaining('Could not parse request body into json: '),
    });
  });

  it('refuses payloads that are too large', async () => {
    const Payload = Buffer.from(`"${'x'.repeat(6_291_456)}"`);
    await expect(lambda.invoke({ FunctionName: 'echo', Payload })).rejects.toMatchObject({
      name: 'RequestTooLargeException',
      message: 'Request must be smaller than 6291456 bytes for the InvokeFunction operation',
      $metadata: { httpStatusCode: 413 },
    });
    const event = { FunctionName: 'echo', InvocationType: 'Event' as const, Payload: Buffer.from(`"${'x'.repeat(1_048_576)}"`) };
    await expect(lambda.invoke(event)).rejects.toMatchObject({
      name: 'RequestEntityTooLargeException',
      message: '1048578 byte payload is too large for the Event invocation type (limit 1048576 bytes)',
    });
  });

  it.each([
    ['nothing', {}, 'arn:aws:lambda:us-east-1:000000000000:function:nothing:$LATEST'],
    ['echo', { Qualifier: '9' }, 'arn:aws:lambda:us-east-1:000000000000:function:echo:9'],
    ['echo', { Qualifier: 'prod' }, 'arn:aws:lambda:us-east-1:000000000000:function:echo:prod'],
  ])('does not find %s %o', async (name, more, arn) => {
    await expect(invoke(name, {}, more)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Function not found: ${arn}`,
    });
  });

  it('says so when another region or account is named', async () => {
    await expect(invoke('arn:aws:lambda:eu-west-1:000000000000:function:echo')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Functions from 'eu-west-1' are not reachable in this region ('us-east-1')",
    });
    await expect(invoke('arn:aws:lambda:us-east-1:111111111111:function:echo')).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('ends what takes too long', async () => {
    await fixture.create('slow', 'await new Promise((r) => setTimeout(r, 60_000));', { Timeout: 1 });
    const answer = await invoke('slow');
    expect(answer.FunctionError).toBe('Unhandled');
    expect(textOf(answer.Payload)).toMatch(/Task timed out after 1.00 seconds/);
  });

  it('keeps one environment warm for calls that follow each other, and takes more for calls at once', async () => {
    await using gate = await closedGate();
    await fixture.create('who', `if (event.waits) { ${gate.wait} } return process.env.AWS_LAMBDA_LOG_STREAM_NAME;`);
    const after = new Set<string>();
    for (let at = 0; at < 10; at++) after.add(textOf((await invoke('who')).Payload));
    expect(after.size).toBe(1);
    const atOnce = Promise.all(Array.from({ length: 4 }, () => invoke('who', { waits: true })));
    await gate.untilWaiting(4);
    gate.open();
    expect(new Set((await atOnce).map(({ Payload }) => textOf(Payload))).size).toBe(4);
  });
});
