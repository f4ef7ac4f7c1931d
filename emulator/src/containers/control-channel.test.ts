// The control channel as an environment sees it, over a real socket.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { decodeCommand, HEARTBEAT_MS, LOST_MS } from '#runtime-init/channel-wire';
import { untilPasses } from '../../../test/support/until-passes.ts';
import { createControlChannel } from './control-channel.ts';
import type { LineEvents } from './control-events.ts';

const channel = createControlChannel();
const asked: string[] = [];
const server = createServer((request, response) => {
  if (!channel.answer(request, response)) response.writeHead(418).end();
  asked.push(request.url ?? '');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_emulator_function`;
});
afterAll(async () => {
  await channel.stop();
  server.closeAllConnections();
  server.close();
});

/** Once the channel has seen that many requests of that path. */
const untilAsked = (path: string, times: number) =>
  untilPasses(() => expect(asked.filter((each) => each.endsWith(path))).toHaveLength(times));

function open(id: string) {
  const told: unknown[] = [];
  const events: LineEvents = {
    status: (name, body) => told.push([name, Buffer.from(body).toString()]),
    logs: (body) => told.push(body),
    chunk: (requestId, chunk, contentType) => told.push([requestId, Buffer.from(chunk).toString(), contentType]),
    outcome: (requestId, outcome) => told.push([requestId, { ...outcome, body: Buffer.from(outcome.body).toString() }]),
    code: (sha256) => (sha256 === 'abc' ? Readable.from([Buffer.from('archive')]) : undefined),
    lost: () => told.push('lost'),
    closing: async () => undefined,
  };
  const line = channel.open(id, `secret-${id}`, events);
  const ask = (method: string, path: string, { body, secret = `secret-${id}`, instance = 'one', ...more }: Record<string, string> = {}) =>
    fetch(`${url}/${id}/${path}`, {
      method,
      headers: { ...(secret ? { Authorization: `Bearer ${secret}` } : {}), 'Emulator-Instance': instance, ...more },
      ...(body === undefined ? {} : { body }),
    });
  return { line, told, ask };
}

it('lets in who has the secret of that environment, and nobody else', async () => {
  const { ask, told } = open('guarded');
  open('other');
  expect((await ask('POST', 'status/ready', { secret: '' })).status).toBe(401);
  expect((await ask('POST', 'status/ready', { secret: 'guess' })).status).toBe(401);
  expect((await ask('POST', 'status/ready', { secret: 'secret-other' })).status).toBe(401);
  expect((await fetch(`${url}/nobody/next`)).status).toBe(404);
  expect(told).toEqual([]);
  expect((await ask('POST', 'status/ready')).status).toBe(202);
  expect((await ask('GET', 'next', { instance: 'two' })).status).toBe(409);
  expect(told).toEqual([['ready', '']]);
});

it('hands out commands in order, whether they were asked for before or after', async () => {
  const { line, ask } = open('commands');
  const waiting = ask('GET', 'next');
  await untilAsked('commands/next', 1);
  line.send({ kind: 'init' });
  const invocation = { requestId: 'r', invokedFunctionArn: 'a', streams: false };
  line.send({ kind: 'invoke', invocation }, Buffer.from('{"a":"\n"}'));
  expect(decodeCommand(Buffer.from(await (await waiting).arrayBuffer())).command).toEqual({ kind: 'init' });
  const { command, payload } = decodeCommand(Buffer.from(await (await ask('GET', 'next')).arrayBuffer()));
  expect([command, Buffer.from(payload).toString()]).toEqual([{ kind: 'invoke', invocation }, '{"a":"\n"}']);
  const last = ask('GET', 'next');
  await untilAsked('commands/next', 3);
  line.close();
  expect((await last).status).toBe(410);
  expect((await ask('GET', 'next')).status).toBe(404);
});

it('takes reports and answers 202', async () => {
  const { ask, told } = open('reports');
  const records = [{ source: 'function', timeMs: 1, text: 'ü' }];
  const answers = [
    await ask('POST', 'logs', { body: JSON.stringify({ records }) }),
    await ask('POST', 'invocations/r%201/stream', { body: 'piece', 'Content-Type': 'text/plain' }),
    await ask('POST', 'invocations/r%201/response', { body: '"done"', 'Content-Type': 'application/json' }),
    await ask('POST', 'invocations/r2/error', { body: '{}', 'Emulator-Error-Kind': 'timeout', 'Emulator-Error-Type': 'Sandbox.Timedout' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(told).toEqual([
    { records },
    ['r 1', 'piece', 'text/plain'],
    ['r 1', { kind: 'response', body: '"done"', contentType: 'application/json', streaming: false }],
    ['r2', { kind: 'timeout', body: '{}', errorType: 'Sandbox.Timedout' }],
  ]);
  expect((await ask('POST', 'invocations/r/logs', { body: 'no json' })).status).toBe(400);
  expect((await ask('POST', 'elsewhere')).status).toBe(404);
});

it('serves archives by their hash', async () => {
  const { ask } = open('archives');
  expect(await (await ask('GET', 'code/abc')).text()).toBe('archive');
  expect((await ask('GET', 'code/def')).status).toBe(404);
  expect((await ask('GET', 'code/abc', { secret: 'guess' })).status).toBe(401);
});

it('notices silence, and keeps a quiet line open', async () => {
  const { ask, told } = open('silent');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = ask('GET', 'next');
  while (!asked.some((each) => each.endsWith('silent/next'))) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(HEARTBEAT_MS - 1);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1);
  expect((await waiting).status).toBe(204);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(LOST_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['lost']);
});
