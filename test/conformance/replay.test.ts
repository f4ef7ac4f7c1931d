// Requests are sent again from their traces, as they were or with another input; and no secret is shown in a trace.
import { execFile } from 'node:child_process';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { ask as askApi, invocationUri, useApis } from './apigatewayv2/use-apis.ts';
import { open } from './apigatewayv2/use-sockets.ts';

const fixture = useApis();
const { create } = fixture;
beforeEach(() => fixture.emulator.reset());

interface Replayed {
  readonly requestId: string;
  readonly input: string;
  readonly before: { readonly status: number; readonly body: string };
  readonly after: { readonly status: number; readonly body: string };
}

const post = (id: string, body: object = {}, { url } = fixture.emulator) =>
  fetch(`${url}/_emulator/traces/${encodeURIComponent(id)}/replay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const replay = async (id: string, body?: object): Promise<Replayed> => (await (await post(id, body)).json()) as Replayed;
const read = async (path: string): Promise<string> => (await fetch(`${fixture.emulator.url}/_emulator/${path}`)).text();

/** Everything that the emulator shows of its traces. */
async function allTraces(): Promise<string> {
  const lines = (await read('traces?lines=1000&deliveries=1')).split('\n').filter((line) => line !== '');
  const ids = lines.map((line) => encodeURIComponent((JSON.parse(line) as { id: string }).id));
  const each = await Promise.all(ids.flatMap((id) => [read(`traces/${id}`), read(`traces/${id}/payloads`)]));
  return [...lines, ...each, await read('problems?lines=1000')].join('\n');
}

describe('a request', () => {
  it('that sent a message sends it again, with another input, too', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs' });
    const { $metadata } = await sqs.sendMessage({ QueueUrl, MessageBody: 'one' });
    const again = await replay($metadata.requestId!);
    expect(again).toMatchObject({ before: { status: 200 }, after: { status: 200 }, input: expect.stringContaining('"MessageBody":"one"') });
    expect(again.requestId).not.toBe($metadata.requestId);
    const input = again.input.replace('"one"', '"two"');
    const edited = await replay($metadata.requestId!, { input });
    expect(JSON.parse(edited.after.body).MD5OfMessageBody).not.toBe(JSON.parse(edited.before.body).MD5OfMessageBody);
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
    expect(Messages.map(({ Body }) => Body).sort()).toEqual(['one', 'one', 'two']);
    // It is a request of its own, which can be sent again.
    expect((await post(again.requestId)).status).toBe(200);
  });

  it('that published an event, invoked a function or started an execution does so again', async () => {
    const { emulator, lambda } = fixture;
    await create('count', 'globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n;');
    const invoked = await lambda.invoke({ FunctionName: 'count', Payload: Buffer.from('{"a":1}') });
    expect(await replay(invoked.$metadata.requestId!)).toMatchObject({ before: { body: '1' }, after: { body: '2' }, input: '{"a":1}' });
    const put = await emulator.client(EventBridge).putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] });
    const event = await replay(put.$metadata.requestId!);
    expect(JSON.parse(event.after.body)).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
    expect(event.after.body).not.toBe(event.before.body);
    const definition = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pass', End: true } } });
    const sfn = emulator.client(SFN);
    const { stateMachineArn } = await sfn.createStateMachine({ name: 'flow', roleArn: 'arn:aws:iam::000000000000:role/r', definition });
    const started = await sfn.startExecution({ stateMachineArn, input: '{"a":1}' });
    expect((await replay(started.$metadata.requestId!)).after.status).toBe(200);
    expect((await sfn.listExecutions({ stateMachineArn })).executions).toHaveLength(2);
  });

  it('takes another input alone, and gets another name where a name is taken', async () => {
    const { emulator, lambda } = fixture;
    const definition = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pass', End: true } } });
    const sfn = emulator.client(SFN);
    const { stateMachineArn } = await sfn.createStateMachine({ name: 'flow', roleArn: 'arn:aws:iam::000000000000:role/r', definition });
    const started = await sfn.startExecution({ stateMachineArn, name: 'run-1', input: '{"a":1}' });
    await emulator.idle();
    const again = await replay(started.$metadata.requestId!, { input: '{"a":2}' });
    const { executionArn } = JSON.parse(again.after.body) as { executionArn: string };
    await emulator.idle();
    expect(executionArn).not.toBe(started.executionArn);
    expect(await sfn.describeExecution({ executionArn })).toMatchObject({ input: '{"a":2}', status: 'SUCCEEDED' });
    await create('count', 'return event;');
    const invoked = await lambda.invoke({ FunctionName: 'count', InvocationType: 'Event', Payload: Buffer.from('{"a":1}') });
    await emulator.idle();
    expect(await replay(invoked.$metadata.requestId!)).toMatchObject({ before: { status: 202 }, after: { status: 202 }, input: '{"a":1}' });
  });

  it('to an API or a function URL is sent again by the host and the path that it had', async () => {
    await create('orders', 'return { statusCode: event.body === "bad" ? 500 : 200, body: event.rawPath + (event.body ?? "") };');
    const { id, url } = await fixture.httpApi({ Name: 'shop' });
    await fixture.route(id, 'POST /orders', 'orders');
    await askApi(`${url}/orders?token=hush`, { method: 'POST', body: 'good', headers: { 'content-type': 'text/plain' } });
    const lines = (await read('traces?about=/orders')).trim().split('\n');
    const trace = JSON.parse(lines.at(-1)!) as { id: string };
    expect(await replay(trace.id)).toMatchObject({
      before: { status: 200, body: '/ordersgood' },
      after: { status: 200, body: '/ordersgood' },
    });
    expect(await replay(trace.id, { input: 'bad' })).toMatchObject({ after: { status: 500 } });
  });

  it('is shown with what its function was given and answered', async () => {
    await create('orders', 'return { seen: event.order };');
    const { $metadata } = await fixture.lambda.invoke({ FunctionName: 'orders', Payload: Buffer.from('{"order":7}') });
    expect(JSON.parse(await read(`traces/${$metadata.requestId}/payloads`))).toMatchObject({
      payloads: [{ method: 'POST', input: '{"order":7}', output: '{"seen":7}', status: 200, isInputCut: false }],
    });
  });

  it('is not sent again where it is not kept whole, not at all, or with the mark of a secret', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs' });
    const long = await sqs.sendMessage({ QueueUrl, MessageBody: 'x'.repeat(20_000) });
    const refusals = [
      [await post(long.$metadata.requestId!), 400, 'longer than what is kept'],
      [await post(long.$metadata.requestId!, { input: '{"MessageBody":"[hidden]"}' }), 400, 'in place of a secret'],
      [await post('00000000-0000'), 404, 'is kept'],
      [await post((await sqs.listQueues({})).$metadata.requestId!), 400, 'it is not kept'],
      [await post(long.$metadata.requestId!, { inputs: 1 }), 400, 'inputs'],
    ] as const;
    for (const [answer, status, text] of refusals)
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)]);
  });

  it('is not kept where an option turns it off', async () => {
    await using emulator = await startTestEmulator({ options: { TRACE_PAYLOADS: false } });
    const { $metadata } = await emulator.client(SQS).createQueue({ QueueName: 'jobs' });
    expect((await post($metadata.requestId!, {}, emulator)).status).toBe(400);
  });

  it('is sent again by the command, which shows how the answers differ', async () => {
    await create('count', 'globalThis.n = (globalThis.n ?? 0) + 1; return { n: globalThis.n, same: true };');
    const { $metadata } = await fixture.lambda.invoke({ FunctionName: 'count' });
    const words = [...(await commandWords()), 'replay', $metadata.requestId!.slice(0, 8)];
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url };
    const text = await new Promise<string>((resolve) =>
      execFile(process.execPath, words, { env }, (_error, out, said) => resolve(out + said)),
    );
    expect(text).toMatch(
      /^✓ 200 request [-0-9a-f]{36}\n {2}\{\n- {3}"n": 1,\n\+ {3}"n": 2,\n {4}"same": true\n {2}\}\nThe way it went: emulator why /,
    );
  });
});

describe('no trace shows', () => {
  it('headers, queries, cookies, passwords in bodies, secrets in variables of functions and in messages, or what WebSockets said of them', async () => {
    const { emulator, lambda } = fixture;
    await create('orders', 'return { statusCode: 200, body: JSON.stringify({ token: "hush" }) };');
    await lambda.updateFunctionConfiguration({
      FunctionName: 'orders',
      Environment: { Variables: { DB_PASSWORD: 'hush', API_TOKEN: 'hush' } },
    });
    await emulator.client(SecretsManager).createSecret({ Name: 'db', SecretString: 'hush' });
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs' });
    await sqs.sendMessage({ QueueUrl, MessageBody: JSON.stringify({ user: { password: 'hush' } }) });
    await lambda.invoke({ FunctionName: 'orders', Payload: Buffer.from('{"headers":{"authorization":"Bearer hush"}}') });
    const { id, url } = await fixture.httpApi({ Name: 'shop' });
    await fixture.route(id, 'POST /login', 'orders');
    const headers = { authorization: 'Bearer hush', cookie: 'session=hush', 'x-api-key': 'hush', 'content-type': 'application/json' };
    await askApi(`${url}/login?token=hush`, { method: 'POST', headers, body: '{"user":"me","password":"hush"}' });
    const { ApiId = '' } = await fixture.api.createApi({
      Name: 'chat',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.a',
    });
    await fixture.api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
    await fixture.route(ApiId, '$default', 'orders', { IntegrationUri: invocationUri('orders'), PayloadFormatVersion: '1.0' });
    const client = await open(`${emulator.url}/_execute-api/${ApiId}/dev?token=hush`, { headers: { authorization: 'hush' } });
    client.socket.send('{"password":"hush"}');
    client.socket.send('not for the route: token=hush');
    client.socket.close();
    await client.closed;
    await emulator.idle();
    const shown = await allTraces();
    expect(shown).toContain('[hidden]');
    expect(shown).toContain('/login');
    expect(
      shown
        .split('\n')
        .filter((line) => line.includes('hush'))
        .map((line) => line.slice(Math.max(0, line.indexOf('hush') - 200))),
    ).toEqual([]);
  });
});
