// Functions that attack the Runtime API of another one, behind each sandbox.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '#containers/container-runtime';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { SANDBOX_NAMES, whyNoSandbox } from '../contract-sandboxes.ts';

const EXTENSION = '{"events":["INVOKE"]}';
const TELEMETRY =
  '{"schemaVersion":"2022-07-01","types":["function"],"destination":{"protocol":"HTTP","URI":"http://sandbox.localdomain:8080"}}';

/** Requests to somebody else's port: method, path, body, headers. */
const ATTACKS: readonly (readonly [
  name: string,
  method: string,
  path: string,
  body?: string | undefined,
  headers?: Record<string, string>,
])[] = [
  ['takes its next invocation', 'GET', '/2018-06-01/runtime/invocation/next'],
  ['takes it by the name localhost', 'GET', '/2018-06-01/runtime/invocation/next', undefined, { Host: 'localhost' }],
  ['takes it with a guessed token', 'GET', '/2018-06-01/runtime/invocation/next', undefined, { 'Emulator-Access': 'undefined' }],
  ['takes it with an empty token', 'GET', '/2018-06-01/runtime/invocation/next', undefined, { 'Emulator-Access': '' }],
  ['answers in its place', 'POST', '/2018-06-01/runtime/invocation/00000000-0000-4000-8000-000000000001/response', '"spoofed"'],
  ['fails in its place', 'POST', '/2018-06-01/runtime/init/error', '{"errorType":"Spoofed"}'],
  ['sets its parked process going', 'GET', '/_emulator/load'],
  ['finds out that it is there', 'GET', '/2018-06-01/ping'],
  ['registers as its extension', 'POST', '/2020-01-01/extension/register', EXTENSION, { 'Lambda-Extension-Name': 'evil' }],
  ['takes events of its extensions', 'GET', '/2020-01-01/extension/event/next', undefined, { 'Lambda-Extension-Identifier': 'guess' }],
  ['subscribes to its telemetry', 'PUT', '/2022-07-01/telemetry', TELEMETRY, { 'Lambda-Extension-Identifier': 'guess' }],
  ['subscribes to its logs', 'PUT', '/2020-08-15/logs', TELEMETRY, { 'Lambda-Extension-Identifier': 'guess' }],
];

/** Sends a request to a port; without one asks its own Runtime API whether it is there. */
const EVIL = `
const http = require('http');
const own = Number(process.env.AWS_LAMBDA_RUNTIME_API.split(':')[1]);
const ask = (port, { method, path, body, headers }) => new Promise((resolve) => {
  const request = http.request({ host: '127.0.0.1', port, method, path, headers: headers ?? {} }, (response) => {
    let text = '';
    response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode, text}));
  });
  request.on('error', () => resolve({ status: 'refused' }));
  request.end(body);
});
exports.handler = async ({ attack }) => attack ? ask(attack.port, attack) : ask(own, { method: 'GET', path: '/2018-06-01/ping' });
`;

for (const sandbox of SANDBOX_NAMES) {
  const why = existsSync('/proc/net/tcp') ? await whyNoSandbox(sandbox) : 'the owner of a connection is known on Linux only';
  describe.skipIf(isMissing(`neighbours, ${sandbox}`, why))(`a function behind ${sandbox}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'neighbours-'));
    const runtime = new EmbeddedRuntime({ workDir: folder, sandbox });
    const fixture = createFixture(runtime, join(folder, 'code'), 'neighbours');
    let victim: Environment;
    let evil: Environment;
    let port: number;

    beforeAll(async () => {
      const code = { 'index.js': 'exports.handler = async (event) => ({ paid: event.card, api: process.env.AWS_LAMBDA_RUNTIME_API });' };
      ({ environment: victim } = await fixture.start('nodejs20.x', 'index.handler', code));
      ({ environment: evil } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': EVIL }));
      const { api } = (await invoke(victim)).body as { api: string };
      port = Number(api.split(':')[1]);
    });
    afterAll(async () => {
      await runtime.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    it.each(ATTACKS)('is refused when it %s', async (_name, method, path, body, headers) => {
      const { body: answer } = await invoke(evil, { attack: { port, method, path, body, headers } });
      expect(answer).toEqual({ status: 403, text: expect.stringContaining('This Runtime API belongs to another environment.') });
      expect((await invoke(victim, { card: 4111 })).body).toMatchObject({ paid: 4111 });
    });

    it('reaches its own Runtime API over a connection of its own', async () => {
      expect((await invoke(evil)).body).toMatchObject({ status: 200, text: 'pong' });
    });
  });
}
