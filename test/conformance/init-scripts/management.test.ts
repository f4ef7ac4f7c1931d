// The management endpoints: everything reset, saved and loaded; the clock; configuration; the established emulator's paths.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { closedGate } from '../../support/gate.ts';
import { untilTrue, WAITER } from '../../support/until-passes.ts';
import { zipOf } from '../lambda/fixture.ts';

const base = mkdtempSync(join(tmpdir(), 'management-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const running: TestEmulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});
let started = 0;

async function start(options: Parameters<typeof startTestEmulator>[0] = {}): Promise<TestEmulator> {
  const emulator = await startTestEmulator({ environment: { DATA_DIR: join(base, String(++started)) }, ...options });
  running.push(emulator);
  return emulator;
}
const post = (emulator: TestEmulator, path: string, body?: object) =>
  fetch(`${emulator.url}${path}`, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) });
const get = async (emulator: TestEmulator, path: string) =>
  (await fetch(`${emulator.url}${path}`)).json() as Promise<Record<string, unknown>>;

/** A rule of the default bus that sends everything to a queue. */
async function route(emulator: TestEmulator): Promise<string> {
  const [sqs, events] = [emulator.client(SQS), emulator.client(EventBridge)];
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'heard' });
  const queueArn = 'arn:aws:sqs:us-east-1:000000000000:heard';
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: queueArn }],
  });
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
  await events.putRule({ Name: 'all', EventPattern: '{"source":["test"]}' });
  await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn }] });
  return QueueUrl!;
}

describe('reset', () => {
  it.each(['0', '1'] as const)(
    'under two hundred events a second leaves nothing behind and lets nothing late arrive (PERSISTENCE=%s)',
    async (PERSISTENCE) => {
      const emulator = await start({ options: { PERSISTENCE } });
      const [sqs, events] = [emulator.client(SQS), emulator.client(EventBridge)];
      let going = true;
      let sent = 0;
      await route(emulator);
      const sender = (async () => {
        while (going) {
          const Entries = Array.from({ length: 4 }, () => ({ Source: 'test', DetailType: 'd', Detail: `{"n":${sent++}}` }));
          await events.putEvents({ Entries }).catch(() => undefined);
          await pause(20);
        }
      })();
      try {
        for (let round = 0; round < 3; round++) {
          const already = sent;
          await untilTrue(() => sent >= already + 60);
          expect((await post(emulator, '/_emulator/state/reset')).status).toBe(200);
          expect((await events.listRules()).Rules).toEqual([]);
          expect((await sqs.listQueues()).QueueUrls).toBeUndefined();
          const { QueueUrl } = await sqs.createQueue({ QueueName: 'heard' });
          const heard = sent;
          await untilTrue(() => sent >= heard + 60);
          expect((await sqs.receiveMessage({ QueueUrl })).Messages).toBeUndefined();
          await post(emulator, '/_emulator/state/reset');
          await route(emulator);
        }
        const QueueUrl = (await sqs.listQueues()).QueueUrls?.[0];
        expect((await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 })).Messages).toHaveLength(1);
      } finally {
        going = false;
        await sender;
      }
      expect(emulator.lines.filter((line) => line.startsWith('error'))).toEqual([]);
    },
  );

  it('ends functions that run, so that what they would have done is not done', async () => {
    const emulator = await start();
    const [sqs, lambda] = [emulator.client(SQS), emulator.client(Lambda)];
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'q' });
    await using gate = await closedGate();
    const source = `exports.handler = async ({ wait }) => {
      if (wait === 'long') { ${gate.wait} }
      await fetch('${emulator.url}', { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.SendMessage', 'content-type': 'application/x-amz-json-1.0' },
        body: JSON.stringify({ QueueUrl: '${QueueUrl}', MessageBody: 'from ' + wait }) });
    }`;
    const create = async () => {
      await lambda.createFunction({
        FunctionName: 'f',
        Runtime: 'nodejs20.x',
        Handler: 'index.handler',
        Role: 'arn:aws:iam::000000000000:role/r',
        Code: { ZipFile: zipOf({ 'index.js': source }) },
      });
      await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'f' });
    };
    const invoke = (wait: number | string) =>
      lambda.invoke({ FunctionName: 'f', InvocationType: 'Event', Payload: Buffer.from(JSON.stringify({ wait })) });
    await create();
    await invoke(0);
    expect((await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 })).Messages?.[0]?.Body).toBe('from 0');
    await invoke('long');
    await gate.untilWaiting(1);
    expect((await post(emulator, '/_emulator/state/reset')).status).toBe(200);
    // Its process has ended: it waits no more, and sends nothing.
    await gate.untilWaiting(0);
    await sqs.createQueue({ QueueName: 'q' });
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toBeUndefined();
    await create();
    await invoke(1);
    expect((await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 })).Messages?.[0]?.Body).toBe('from 1');
  });

  it('ends pollers: what a mapping of before would have taken stays', async () => {
    const emulator = await start();
    const [sqs, lambda] = [emulator.client(SQS), emulator.client(Lambda)];
    const receive = (QueueUrl: string | undefined, WaitTimeSeconds: number) => sqs.receiveMessage({ QueueUrl, WaitTimeSeconds });
    const queue = async (QueueName: string) => (await sqs.createQueue({ QueueName })).QueueUrl;
    const [inUrl, outUrl] = [await queue('in'), await queue('out')];
    const Code = {
      ZipFile: zipOf({
        'index.js': `exports.handler = async () => { await fetch('${emulator.url}', { method: 'POST',
          headers: { 'x-amz-target': 'AmazonSQS.SendMessage', 'content-type': 'application/x-amz-json-1.0' },
          body: JSON.stringify({ QueueUrl: '${outUrl}', MessageBody: 'taken' }) }); }`,
      }),
    };
    const Role = 'arn:aws:iam::000000000000:role/r';
    await lambda.createFunction({ FunctionName: 'f', Runtime: 'nodejs20.x', Handler: 'index.handler', Role, Code });
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'f' });
    const EventSourceArn = 'arn:aws:sqs:us-east-1:000000000000:in';
    await lambda.createEventSourceMapping({ FunctionName: 'f', EventSourceArn });
    await sqs.sendMessage({ QueueUrl: inUrl, MessageBody: 'one' });
    expect((await receive(outUrl, 20)).Messages).toMatchObject([{ Body: 'taken' }]);

    expect((await post(emulator, '/_emulator/state/reset')).status).toBe(200);
    await Promise.all([queue('in'), queue('out')]);
    await sqs.sendMessage({ QueueUrl: inUrl, MessageBody: 'two' });
    await emulator.idle();
    expect((await receive(outUrl, 0)).Messages).toBeUndefined();
    expect((await receive(inUrl, 0)).Messages).toMatchObject([{ Body: 'two' }]);
  });

  it('ends what waits, and due work of before does not run after', async () => {
    const emulator = await start({ clock: 'manual' });
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'q' });
    await sqs.sendMessage({ QueueUrl, MessageBody: 'late', DelaySeconds: 60 });
    const waiting = sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 }).catch((error: Error) => error.name);
    await emulator.untilWaiting('/sqs/q');
    await emulator.reset();
    expect(await waiting).toBe('ServiceUnavailable');
    await sqs.createQueue({ QueueName: 'q' });
    await emulator.clock.advance('5m');
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toBeUndefined();
  });
});

describe('save and load', () => {
  it.each([
    ['0', '0'],
    ['0', '1'],
    ['1', '0'],
  ] as const)('carry everything, bytes and timers too (PERSISTENCE=%s to %s)', async (from, to) => {
    const DATA_DIR = join(base, `both-${from}-${to}`);
    const first = await start({ options: { PERSISTENCE: from, DATA_DIR }, clock: 'manual' });
    const [sqs, s3] = [first.client(SQS), first.client(S3)];
    const Body = Buffer.alloc(200_000, 'x');
    await s3.createBucket({ Bucket: 'kept' });
    await s3.putObject({ Bucket: 'kept', Key: 'k', Body });
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'q' });
    await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 600 });
    const saved = await post(first, '/_emulator/state/save', { name: 'one' });
    expect(await saved.json()).toEqual({ status: 'saved', file: join(DATA_DIR, 'states', 'one') });
    await first.stop();

    const second = await start({ options: { PERSISTENCE: to, DATA_DIR }, clock: 'manual' });
    await second.client(SQS).createQueue({ QueueName: 'other' });
    expect((await post(second, '/_emulator/state/load?name=one')).status).toBe(200);
    const object = await second.client(S3).getObject({ Bucket: 'kept', Key: 'k' });
    expect(Buffer.from(await object.Body!.transformToByteArray()).equals(Body)).toBe(true);
    const { QueueUrls } = await second.client(SQS).listQueues();
    expect(QueueUrls?.map((url) => url.split('/').at(-1))).toEqual(['q']);
    await second.clock.advance('11m');
    const { Messages } = await second.client(SQS).receiveMessage({ QueueUrl: QueueUrls?.[0] });
    expect(Messages?.map((message) => message.Body)).toEqual(['later']);
  });

  it('refuse names that are no file and files that are damaged, and change nothing then', async () => {
    const emulator = await start();
    await emulator.client(SQS).createQueue({ QueueName: 'q' });
    const { file } = (await (await post(emulator, '/_emulator/state/save', { name: 'cut' })).json()) as { file: string };
    writeFileSync(file, readFileSync(file).subarray(0, -5));
    const answers = await Promise.all(
      [{ name: 'cut' }, { name: 'none' }, { name: '../../etc/passwd' }, {}].map((body) => post(emulator, '/_emulator/state/load', body)),
    );
    expect(await Promise.all(answers.map(async (answer) => [answer.status, ((await answer.json()) as { code: string }).code]))).toEqual([
      [400, 'STATE_FILE_DAMAGED'],
      [404, 'STATE_FILE_MISSING'],
      [400, 'STATE_NAME_INVALID'],
      [400, 'STATE_NAME_INVALID'],
    ]);
    expect((await emulator.client(SQS).listQueues()).QueueUrls).toHaveLength(1);
  });
});

describe('the clock', () => {
  it.each(['manual', 'system'] as const)('moves ahead and runs what falls due (%s)', async (clock) => {
    const emulator = await start({ clock });
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'q' });
    await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 600 });
    const before = Date.parse(String((await get(emulator, '/_emulator/clock'))['now']));
    const { now } = (await (await post(emulator, '/_emulator/clock', { advance: '11m' })).json()) as { now: string };
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(11 * 60_000);
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toHaveLength(1);
    expect((await post(emulator, '/_emulator/clock', { to: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await post(emulator, '/_emulator/clock', { advance: 'soon' })).status).toBe(400);
  });
});

describe('facts', () => {
  it('tell the configuration with its origin and keep secrets', async () => {
    const environment = { LAMBDA_KEEPALIVE_MS: '5', EMULATOR_AUTH_TOKEN: 'hidden', DATA_DIR: base };
    const emulator = await start({ environment });
    expect(await get(emulator, '/_emulator/config')).toMatchObject({
      FUNCTION_KEEPALIVE_MS: { value: 5, origin: 'environment', variable: 'LAMBDA_KEEPALIVE_MS' },
      EMULATOR_AUTH_TOKEN: { value: '(set)', origin: 'environment' },
      DEBUG: { value: '', origin: 'default' },
    });
    const diagnosis = await get(emulator, '/_emulator/diagnose');
    expect(diagnosis).toMatchObject({ info: { edition: 'community' }, init: { completed: { READY: true } }, underWay: 0 });
    expect(JSON.stringify(diagnosis)).not.toContain('hidden');
    expect(await get(emulator, '/_emulator/info')).toMatchObject({ version: expect.any(String), uptime: expect.any(Number) });
  });

  it('tell as many log lines as are asked for, and follow until who asks has gone', async () => {
    const emulator = await start();
    const lines = async (count: string) => (await fetch(`${emulator.url}/_emulator/log?lines=${count}`)).text();
    for (const _ of [1, 2]) await emulator.client(SQS).listQueues();
    expect(await lines('2')).toMatch(/ListQueues.*\n.*ListQueues.*\n$/);
    expect(await lines('1')).toMatch(/^.*ListQueues.*\n$/);
    expect(await lines('0')).toBe('');
    expect((await fetch(`${emulator.url}/_emulator/log?lines=all`)).status).toBe(400);
    const leaving = new AbortController();
    const followed = await fetch(`${emulator.url}/_emulator/log?lines=0&follow=1`, { signal: leaving.signal });
    const reader = followed.body!.pipeThrough(new TextDecoderStream()).getReader();
    await emulator.client(SQS).listQueues();
    expect((await reader.read()).value).toMatch(/ListQueues/);
    leaving.abort();
  });

  it('refuse a body that is too large, and say that it is', async () => {
    const emulator = await start();
    const answer = await fetch(`${emulator.url}/_emulator/state/save`, { method: 'POST', body: 'a'.repeat(2 ** 21) });
    expect(answer.status).toBe(413);
    expect(emulator.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('answer under the established paths, unless that is off', async () => {
    const emulator = await start();
    expect(await get(emulator, '/_localstack/health')).toMatchObject({ edition: 'community', services: { sqs: 'available' } });
    expect((await get(emulator, '/_localstack/init/ready'))['completed']).toBe(true);
    const put = await fetch(`${emulator.url}/_localstack/health`, { method: 'PUT', body: '{"features:initScripts":"initialized"}' });
    expect(await put.json()).toEqual({ status: 'OK' });
    expect(await get(emulator, '/_localstack/health')).toMatchObject({ features: { initScripts: 'initialized' } });
    expect((await post(emulator, '/_localstack/state/reset')).status).toBe(200);
    const strict = await start({ environment: { EMULATOR_PARITY: '0' } });
    expect((await fetch(`${strict.url}/_localstack/health`)).status).not.toBe(200);
    expect((await fetch(`${strict.url}/_emulator/health`)).status).toBe(200);
  });

  it('say that an override of the event bus is no valid configuration, at the start and to every call', async () => {
    const emulator = await start({ environment: { PROVIDER_OVERRIDE_EVENTS: 'v1' } });
    const hint = 'The old provider (v1) went with release 2026.04.0: remove the variable.';
    expect(emulator.lines).toContain(`warn config Invalid provider configuration: PROVIDER_OVERRIDE_EVENTS=v1. ${hint}`);
    await expect(emulator.client(EventBridge).listRules()).rejects.toMatchObject({
      name: 'InvalidProviderConfiguration',
      message: `Invalid provider configuration: PROVIDER_OVERRIDE_EVENTS=v1. ${hint}`,
    });
    await emulator.client(SQS).listQueues();
  });
});
