// The contract for extensions: programs from layers run beside the runtime, receive invocations and the shutdown event, and get telemetry.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Fixture, invoke, nextRequestId, overstay } from './contract-fixture.ts';

const handler = {
  'index.js':
    'exports.handler = async (event) => { console.log("from the function"); if (event.spin) for (;;); if (event.exit) process.exit(7); return event; };',
};

/** Registers, subscribes to telemetry, prints each event, and then acts as its name says. */
const program = `#!/usr/bin/env node
const http = require('http'), path = require('path');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const name = path.basename(__filename);
const call = (method, path, headers = {}, body = '') => new Promise((resolve) => {
  const asked = http.request({ host, port, method, path, headers }, (answer) => {
    let text = ''; answer.on('data', (c) => text += c); answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
  }); asked.end(body); });
const received = [];
(async () => {
  if (name === 'quits') process.exit(3);
  const events = name === 'quiet' ? [] : ['INVOKE', 'SHUTDOWN'];
  const known = await call('POST', '/2020-01-01/extension/register', { 'Lambda-Extension-Name': name, 'Lambda-Extension-Accept-Feature': 'accountId' }, JSON.stringify({ events }));
  const me = { 'Lambda-Extension-Identifier': known.headers['lambda-extension-identifier'] };
  console.log('registered ' + known.text + ' handler ' + process.env._HANDLER + ' root ' + process.env.LAMBDA_TASK_ROOT);
  if (name === 'gives-up') {
    await call('POST', '/2020-01-01/extension/init/error', { ...me, 'Lambda-Extension-Function-Error-Type': 'Extension.NoLicence' }, '{}');
    process.exit(1);
  }
  if (name === 'listens') {
    const server = http.createServer((q, s) => { let t = ''; q.on('data', (c) => t += c); q.on('end', () => { received.push(...JSON.parse(t)); s.end(); }); });
    await new Promise((r) => server.listen(0, '127.0.0.1', r));
    const URI = 'http://sandbox.localdomain:' + server.address().port + '/in';
    const asked = { schemaVersion: '2022-12-13', types: ['platform', 'function'], buffering: { timeoutMs: 25, maxItems: 1000 }, destination: { protocol: 'HTTP', URI } };
    const told = await call('PUT', '/2022-07-01/telemetry', me, JSON.stringify(asked));
    console.log('telemetry ' + told.status + ' ' + told.text);
  }
  for (;;) {
    const { text } = await call('GET', '/2020-01-01/extension/event/next', me);
    const event = JSON.parse(text);
    console.log('event ' + event.eventType + ' ' + (event.shutdownReason ?? event.requestId));
    if (event.eventType === 'SHUTDOWN') { console.log('received ' + received.map(({ type }) => type).join(' ')); process.exit(0); }
    await new Promise((r) => setTimeout(r, 60));
    if (name === 'listens') console.log('rested ' + Date.now());
  }
})();
`;

export function extensionCases(fixture: Fixture): void {
  const start = (name: string, more = {}) => {
    const layers = [fixture.content({ [`extensions/${name}`]: program })];
    return fixture.start('nodejs20.x', 'index.handler', handler, { layers, ...more });
  };

  it('extensions: told of invocations and of the end, and waited for', async () => {
    const { environment, log } = await start('listens');
    const requestId = nextRequestId();
    const handle = environment.invoke({ requestId, payload: Buffer.from('{"a":1}'), invokedFunctionArn: 'arn:x' });
    expect(Buffer.from((await handle.response).body).toString(), JSON.stringify(log)).toBe('{"a":1}');
    await handle.done;
    const doneMs = Date.now();
    await environment.stop();
    const all = log.filter(({ source }) => source === 'extension').map(({ text }) => text);
    const [rested] = all.filter((text) => text.startsWith('rested'));
    // The invocation is done once the extension has ended its work on it.
    expect(Number(rested?.slice('rested '.length))).toBeLessThanOrEqual(doneMs);
    const texts = all.filter((text) => !text.startsWith('rested'));
    const identity = { functionName: 'contract', functionVersion: '$LATEST', handler: 'index.handler', accountId: '000000000000' };
    expect(texts[0]).toBe(`registered ${JSON.stringify(identity)} handler undefined root undefined`);
    expect(texts[1]).toBe('telemetry 200 "OK"');
    expect(texts.slice(2, 4)).toEqual([`event INVOKE ${requestId}`, 'event SHUTDOWN spindown']);
    expect(texts[4]).toMatch(
      /^received platform.initStart platform.telemetrySubscription platform.initRuntimeDone platform.extension platform.initReport platform.start function platform.runtimeDone platform.report$/,
    );
    const platform = log.filter(({ source }) => source === 'platform').map(({ text }) => text);
    expect(platform[0]).toBe('TELEMETRY\tName: listens\tState: Subscribed\tTypes: [Platform, Function]');
    expect(platform[1]).toBe('EXTENSION\tName: listens\tState: Ready\tEvents: [INVOKE,SHUTDOWN]');
    expect(platform[2]).toMatch(/^START/);
  });

  it('extensions: told why an environment is reset, and started again', async () => {
    const { environment, log } = await start('plain');
    expect((await invoke(environment, { b: 0 })).body).toEqual({ b: 0 });
    expect((await overstay(environment, { spin: true }, 1000)).outcome.kind).toBe('timeout');
    expect((await invoke(environment, { b: 1 })).body).toEqual({ b: 1 });
    expect((await invoke(environment, { exit: true })).body).toMatchObject({ errorMessage: expect.stringContaining('exit status 7') });
    expect((await invoke(environment, { b: 2 })).body).toEqual({ b: 2 });
    await environment.stop();
    const texts = log.filter(({ source }) => source === 'extension').map(({ text }) => text.replace(/ \S+-\S+-\S+$/, ''));
    expect(texts.filter((text) => !text.startsWith('registered') && !text.startsWith('received'))).toEqual([
      ...['event INVOKE', 'event INVOKE', 'event SHUTDOWN timeout', 'event INVOKE', 'event INVOKE', 'event SHUTDOWN failure'],
      ...['event INVOKE', 'event SHUTDOWN spindown'],
    ]);
  });

  it('extensions: one that asks for nothing is started and ended', async () => {
    const { environment, log } = await start('quiet');
    expect((await invoke(environment, 1)).body).toBe(1);
    await environment.stop();
    expect(log.some(({ text }) => text === 'EXTENSION\tName: quiet\tState: Ready\tEvents: []')).toBe(true);
  });

  it.each([
    ['quits', 'Extension.Crash', 'exit code 3', 'Exited'],
    ['gives-up', 'Extension.InitError', 'Extension.NoLicence', 'InitError'],
  ])('extensions: one that fails takes the invocation with it: %s', async (name, errorType, sentence, state) => {
    const { environment, log } = await start(name);
    const { outcome, body } = await invoke(environment);
    expect(outcome.kind).toBe('exit');
    expect(body).toEqual({ errorType, errorMessage: expect.stringMatching(new RegExp(`^RequestId: \\S+ Error: ${sentence}$`)) });
    expect(log.some(({ text }) => text.startsWith(`EXTENSION\tName: ${name}\tState: ${state}\tEvents: [`))).toBe(true);
    await environment.stop();
  });

  it('extensions: one that may not be executed is not started, and says so', async () => {
    const layer = fixture.content({ 'extensions/closed': program });
    chmodSync(join(layer.localDir, 'extensions/closed'), 0o644);
    const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', handler, { layers: [layer] });
    const { body } = await invoke(environment);
    expect(body).toEqual({
      errorType: 'Extension.LaunchError',
      errorMessage: expect.stringMatching(/^RequestId: \S+ Error: fork\/exec \/opt\/extensions\/closed: permission denied$/),
    });
    expect(log.some(({ text }) => text.startsWith('EXTENSION\tName: closed\tState: LaunchError\tEvents: ['))).toBe(true);
    await environment.stop();
  });

  it('extensions: inside the runtime’s own process they are waited for too', async () => {
    const source = `const base = 'http://' + process.env.AWS_LAMBDA_RUNTIME_API + '/2020-01-01/extension/';
      const seen = [];
      const ask = async (events) => fetch(base + 'register', { method: 'POST', headers: { 'Lambda-Extension-Name': 'inside' }, body: JSON.stringify({ events }) });
      seen.push((await (await ask(['SHUTDOWN'])).json()).errorType);
      const known = await ask(['INVOKE']);
      const headers = { 'Lambda-Extension-Identifier': known.headers.get('lambda-extension-identifier') };
      (async () => { for (;;) seen.push((await (await fetch(base + 'event/next', { headers })).json()).eventType); })();
      export const handler = async ({ events }) => { while (seen.length <= events) await new Promise((r) => setTimeout(r, 5)); return seen; };`;
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.mjs': source });
    expect((await invoke(environment, { events: 1 })).body).toEqual(['Extension.InvalidEventType', 'INVOKE']);
    expect((await invoke(environment, { events: 2 })).body).toEqual(['Extension.InvalidEventType', 'INVOKE', 'INVOKE']);
    await environment.stop();
  });
}
