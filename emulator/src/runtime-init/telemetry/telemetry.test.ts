import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { untilPasses } from '../../../../test/support/until-passes.ts';
import { Telemetry } from './telemetry.ts';
import { parseSubscription, type Subscription } from './telemetry-subscription.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const http = { protocol: 'HTTP', URI: 'http://sandbox.localdomain:8080/in?x=1' };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

it('takes what the cloud takes', () => {
  expect(parseSubscription('telemetry', bytes({ schemaVersion: '2022-12-13', types: ['platform'], destination: http }))).toEqual({
    api: 'telemetry',
    schemaVersion: '2022-12-13',
    categories: new Set(['platform']),
    destination: { protocol: 'HTTP', url: 'http://127.0.0.1:8080/in?x=1' },
    ...{ maxItems: 10_000, maxBytes: 262_144, timeoutMs: 1000 },
  });
  expect(parseSubscription('logs', bytes({ types: ['function'], destination: { protocol: 'TCP', port: 99 } }))).toMatchObject({
    schemaVersion: '2020-08-15',
    destination: { port: 99 },
  });
});

it.each<[unknown, RegExp]>([
  ['no json', /^Invalid JSON/],
  [[], /must be an object/],
  [
    { types: [], destination: { protocol: 'HTTP', URI: 'http://sandbox.localdomain' } },
    /^URI port is not provided; types should not be empty$/,
  ],
  [{ types: ['other'], destination: http }, /^types should be among platform, function, extension$/],
  [{ types: ['platform'] }, /^destination is not provided$/],
  [{ types: ['platform'], destination: { protocol: 'HTTP', URI: 'http://example.com:80' } }, /host should be sandbox.localdomain/],
  [{ types: ['platform'], destination: { protocol: 'HTTP', URI: 'http://sandbox:9001' } }, /9001 is reserved/],
  [{ types: ['platform'], destination: { protocol: 'TCP', port: 9001 } }, /other than 9001/],
  [{ types: ['platform'], destination: { protocol: 'UDP' } }, /HTTP or TCP/],
  [{ types: ['platform'], destination: http, schemaVersion: '1999-01-01' }, /schemaVersion should be one of/],
  [
    { types: ['platform'], destination: http, buffering: { timeoutMs: 1, maxItems: 1 } },
    /maxItems should be .*; buffering.timeoutMs should/,
  ],
])('refuses %j', (request, sentence) => {
  expect(parseSubscription('telemetry', bytes(request))).toMatch(sentence);
});

/** A place to deliver to, and what came. */
async function listen(protocol: 'HTTP' | 'TCP') {
  const came: string[] = [];
  const server =
    protocol === 'TCP'
      ? createServer((socket) => socket.on('data', (text) => came.push(...`${text}`.trim().split('\n'))))
      : createHttpServer((request, response) => {
          let text = '';
          request.on('data', (chunk) => {
            text += chunk;
          });
          request.on('end', () => {
            came.push(...(JSON.parse(text) as object[]).map((event) => JSON.stringify(event)));
            response.end();
          });
        });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, came };
}

const subscriptionTo = (api: Subscription['api'], protocol: 'HTTP' | 'TCP', port: number, schemaVersion: string) =>
  parseSubscription(
    api,
    bytes({
      schemaVersion,
      types: ['platform', 'function'],
      destination: protocol === 'TCP' ? { protocol, port } : { protocol, URI: `http://sandbox:${port}` },
    }),
  ) as Subscription;

const events = [
  ['platform.initStart', { phase: 'init' }],
  ['platform.start', { requestId: 'r' }],
  ['function', '{"level":"INFO"}'],
  ['extension', 'not asked for'],
  ['platform.end', { requestId: 'r' }],
  ['platform.runtimeDone', { requestId: 'r' }],
] as const;

it.each<[Subscription['api'], 'HTTP' | 'TCP', string, unknown[]]>([
  [
    'telemetry',
    'HTTP',
    '2022-12-13',
    [
      ['platform.initStart', { phase: 'init' }],
      ['platform.start', { requestId: 'r' }],
      ['function', { level: 'INFO' }],
      ['platform.runtimeDone', { requestId: 'r' }],
    ],
  ],
  [
    'logs',
    'TCP',
    '2020-08-15',
    [
      ['platform.start', { requestId: 'r' }],
      ['function', '{"level":"INFO"}'],
      ['platform.end', { requestId: 'r' }],
    ],
  ],
])('delivers %s over %s, what came before the subscription included', async (api, protocol, version, expected) => {
  const { port, came } = await listen(protocol);
  const telemetry = new Telemetry();
  telemetry.reset();
  const [first, ...others] = events;
  telemetry.emit({ timeMs: 0, type: first[0], record: first[1] });
  telemetry.subscribe('x', subscriptionTo(api, protocol, port, version));
  for (const [type, record] of others) telemetry.emit({ timeMs: 0, type, record });
  await telemetry.flush();
  await untilPasses(() => expect(came.length).toBeGreaterThanOrEqual(expected.length));
  expect(came.map((text) => JSON.parse(text) as unknown)).toEqual(
    expected.map((each) => ({ time: '1970-01-01T00:00:00.000Z', type: (each as string[])[0], record: (each as unknown[])[1] })),
  );
  telemetry.reset();
});

it('gives up on who does not listen, and says later what was lost', async () => {
  const { port, came } = await listen('HTTP');
  const telemetry = new Telemetry();
  telemetry.reset();
  telemetry.subscribe('x', subscriptionTo('telemetry', 'HTTP', port, '2022-07-01'));
  const big = 'x'.repeat(1_000_000);
  for (let i = 0; i < 4; i++) telemetry.emit({ timeMs: 0, type: 'function', record: big });
  await telemetry.flush();
  const types = came.map((text) => (JSON.parse(text) as { type: string }).type);
  // One was under way, two stood in the buffer, the fourth found no room.
  expect(types).toEqual(['function', 'function', 'function', 'platform.logsDropped']);
  telemetry.reset();
});
