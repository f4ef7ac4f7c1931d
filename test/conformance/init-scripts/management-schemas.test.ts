// The schemas of the management endpoints: live answers are what they document, and requests that they do not describe are refused.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Example, JsonSchema, ManagementRoute } from '#gateway/management/route';
import { MANAGEMENT_ROUTES } from '#gateway/management/routes';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const directory = mkdtempSync(join(tmpdir(), 'management-schemas-'));
let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ environment: { DATA_DIR: directory, LAMBDA_KEEPALIVE_MS: '5' } });
  await send('POST', '/_emulator/state/save', { name: 'before-the-test' });
});
afterAll(async () => {
  await emulator.stop();
  rmSync(directory, { recursive: true, force: true });
});

const send = (method: string, path: string, body?: unknown) =>
  fetch(`${emulator.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

/** Schemas are checked themselves, which the emulator leaves to this test. */
const ajv = new Ajv({ strict: true, strictRequired: true, allowUnionTypes: true });
function expectMatch(schema: JsonSchema, value: unknown): void {
  const isValid = ajv.compile(schema);
  isValid(value);
  expect(isValid.errors).toBeNull();
}

const calls = MANAGEMENT_ROUTES.flatMap((route) => (route.examples ?? [{}]).map((example) => ({ route, example })))
  .filter(({ example }) => !example.query?.includes('follow=1'))
  .map(({ route, example }) => [`${route.method} ${route.url} ${JSON.stringify(example)}`, route, example] as const);

const pathOf = ({ url }: ManagementRoute, { params = {}, query }: Example): string =>
  url.replace(/:(\w+)/g, (_whole, name: string) => params[name] ?? '') + (query === undefined ? '' : `?${query}`);

describe('each example of the page', () => {
  it.each(calls)('%s is answered as documented', async (_name, route, example) => {
    const answer = await send(route.method, pathOf(route, example), example.body);
    const documented = route.schema.response[answer.status];
    expect(documented, `status ${answer.status}`).toBeDefined();
    const body = await answer.text();
    if (route.method === 'HEAD') return expect(body).toBe('');
    const mediaType = answer.headers.get('content-type')!.split(';')[0]!;
    const schema = documented!.content[mediaType]?.schema;
    expect(schema, mediaType).toBeDefined();
    if (mediaType === 'application/json') expectMatch(schema!, JSON.parse(body));
    else if (mediaType === 'application/x-ndjson')
      for (const line of body.split('\n').filter((line) => line !== '')) expectMatch(schema!, JSON.parse(line));
    else expectMatch(schema!, body);
  });

  it('has members that the schemas of requests take', () => {
    for (const { schema, examples = [] } of MANAGEMENT_ROUTES)
      for (const { params, query, body } of examples) {
        if (params) expectMatch(schema.params!, params);
        if (query) expectMatch(schema.querystring!, Object.fromEntries(new URLSearchParams(query)));
        if (body) expectMatch(schema.body!, body);
      }
  });
});

describe('a refusal', () => {
  it.each([
    ['POST', '/_emulator/state/load', { nmae: 'x' }, 'BODY_INVALID', 'The body has the member "nmae", which this endpoint does not take.'],
    ['POST', '/_emulator/state/save', { name: 5 }, 'BODY_INVALID', 'The member "name" of the body must be a string.'],
    ['POST', '/_emulator/state/save?name=a', { name: 'b' }, 'STATE_NAME_INVALID', 'A saved state has one name.'],
    [
      'POST',
      '/_emulator/state/reset',
      { hard: true },
      'BODY_INVALID',
      'The body has the member "hard", which this endpoint does not take.',
    ],
    ['POST', '/_emulator/clock', { advance: 5 }, 'BODY_INVALID', 'The member "advance" of the body must be a string.'],
    [
      'POST',
      '/_emulator/clock',
      { advance: '1m', to: '2100-01-01' },
      'CLOCK_MOVE_INVALID',
      'The request names more than one time to move to.',
    ],
    [
      'POST',
      '/_emulator/clock',
      { ['__proto__']: { advance: '1m' } },
      'BODY_INVALID',
      'The body has the member "__proto__", which this endpoint does not take.',
    ],
    ['POST', '/_emulator/stop', { when: 'now' }, 'BODY_INVALID', 'The body has the member "when", which this endpoint does not take.'],
    ['POST', '/_emulator/health', {}, 'BODY_INVALID', 'The body lacks the member "action".'],
    ['POST', '/_emulator/health', { action: 'pause' }, 'BODY_INVALID', 'The member "action" of the body must be one of kill, restart.'],
    ['PUT', '/_emulator/health', { version: '9' }, 'BODY_INVALID', 'The body has the member "version", which this endpoint does not take.'],
    [
      'PUT',
      '/_emulator/health',
      { 'services:sqs': '' },
      'BODY_INVALID',
      'The body has the member "services:sqs", which this endpoint does not take.',
    ],
    ['PUT', '/_emulator/health', { 'a:b:c': 1 }, 'BODY_INVALID', 'The body has the member "a:b:c", which this endpoint does not take.'],
    ['POST', '/_emulator/state/load', '["x"]', 'BODY_INVALID', 'The body of this request is not a JSON object.'],
    ['POST', '/_emulator/state/load', '{', 'BODY_INVALID', 'The body of this request is not a JSON object.'],
    [
      'GET',
      '/_emulator/log?lines=all',
      undefined,
      'PARAMETER_INVALID',
      'The parameter "lines" of the query has a value that this endpoint does not take.',
    ],
    ['GET', '/_emulator/log?follow=true', undefined, 'PARAMETER_INVALID', 'The parameter "follow" of the query must be one of 0, 1.'],
    ['GET', '/_emulator/log?lines=1&lines=2', undefined, 'PARAMETER_INVALID', 'The parameter "lines" of the query must be a string.'],
    [
      'GET',
      '/_emulator/info?full',
      undefined,
      'PARAMETER_INVALID',
      'The query has the parameter "full", which this endpoint does not take.',
    ],
  ])('of %s %s %j names what is wrong', async (method, path, body, code, message) => {
    const json = typeof body === 'object' && Object.hasOwn(body, '__proto__') ? '{"__proto__":{"advance":"1m"}}' : body;
    const answer = await send(method, path, json);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code, message, hint: expect.stringMatching(/\S/) });
  });

  it('comes where this emulator cannot be stopped over HTTP', async () => {
    for (const [path, body] of [
      ['/_emulator/health', { action: 'kill' }],
      ['/_emulator/stop', {}],
    ] as const) {
      const answer = await send('POST', path, body);
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { message: 'This emulator lives inside another process, which ends it.' },
      ]);
    }
  });
});

describe('the health endpoint', () => {
  it('takes what clients of the established emulator send, and loses none of it', async () => {
    const put = await send('PUT', '/_localstack/health', {
      'features:persistence': 'disabled',
      mine: [1],
      'features:initScripts': 'initialized',
    });
    expect(await put.json()).toEqual({ status: 'OK' });
    await send('PUT', '/_localstack/health', { 'features:initScripts': 'initializing', 'mine:toString': null });
    const health = await (await send('GET', '/_localstack/health?reload')).json();
    expect(health).toMatchObject({
      status: 'ok',
      features: { persistence: 'disabled', initScripts: 'initializing' },
      mine: { toString: null },
    });
    expect((await send('GET', '/_localstack/health')).status).toBe(200);
  });
});

/** The lines of an answer that stays open, from when `cause` has begun until `isLast` of one. */
const followed = (path: string, cause: () => Promise<unknown>, isLast: (line: unknown) => boolean) =>
  new Promise<unknown[]>((resolve, reject) => {
    const call = request(emulator.url + path, (answer) => {
      let held = '';
      const lines: unknown[] = [];
      answer.on('data', (bytes: Buffer) => {
        const parts = (held + String(bytes)).split('\n');
        held = parts.pop()!;
        lines.push(...parts.map((part) => JSON.parse(part) as unknown));
        if (!lines.some(isLast)) return;
        resolve(lines);
        call.destroy();
      });
      cause().catch(reject);
    });
    call.on('error', reject);
    call.end();
  });

const schemaOf = (path: string): JsonSchema =>
  MANAGEMENT_ROUTES.find(({ url }) => url === path)!.schema.response[200]!.content['application/x-ndjson']!.schema;
const cloud = async (target: string, input: object): Promise<unknown> =>
  (await fetch(emulator.url, { headers: { 'x-amz-target': target }, method: 'POST', body: JSON.stringify(input) })).json();

describe('the log', () => {
  it('that is followed tells lines as the schema says', async () => {
    const schema = schemaOf('/_emulator/log');
    await send('GET', '/');
    const lines = (await (await send('GET', '/_emulator/log?lines=200')).text()).trim().split('\n');
    for (const line of lines) expectMatch(schema, JSON.parse(line));
    const [first] = await followed(
      '/_emulator/log?lines=0&follow=1',
      () => cloud('AmazonSQS.ListQueues', {}),
      () => true,
    );
    expectMatch(schema, first);
  });
});

describe('the stream', () => {
  it('tells log lines, and that background work has ended, which logs nothing', async () => {
    const schema = schemaOf('/_emulator/stream');
    await cloud('AWSEvents.PutRule', { Name: 'none', EventPattern: '{"source":["none"]}' });
    const publish = async () => {
      await cloud('AWSEvents.PutTargets', { Rule: 'none', Targets: [{ Id: 'q', Arn: 'arn:aws:sqs:us-east-1:000000000000:none' }] });
      await cloud('AWSEvents.PutEvents', { Entries: [{ Source: 'none', DetailType: 'd', Detail: '{}' }] });
    };
    const lines = await followed('/_emulator/stream?lines=0&follow=1', publish, (line) => (line as { worked?: boolean }).worked === true);
    for (const line of lines) expectMatch(schema, line);
    expect(lines.some((line) => (line as { log?: { text: string } }).log?.text.startsWith('events.PutEvents'))).toBe(true);
    expect(lines[0]).toEqual({ following: true });
  });

  it('tells where the earlier lines end', async () => {
    await cloud('AmazonSQS.ListQueues', {});
    const call = () => cloud('AmazonSQS.CreateQueue', { QueueName: 'followed' });
    const isThere = (line: unknown) => (line as { log?: { text: string } }).log?.text.includes('CreateQueue followed') === true;
    const lines = await followed('/_emulator/stream?lines=2&follow=1', call, isThere);
    expect(lines.slice(0, 3)).toEqual([{ log: expect.anything() }, { log: expect.anything() }, { following: true }]);
    expect(lines.filter((line) => (line as { following?: boolean }).following)).toHaveLength(1);
    expect(await (await send('GET', '/_emulator/stream?lines=2')).text()).not.toContain('following');
  });
});
