// FUNCTION_NETWORK=gateway, in each sandbox: a function reaches the gateway and its own Runtime API, and nothing else.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '#containers/container-runtime';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { systemCommand } from '#containers/embedded/system-command';
import { FUNCTION_NAMES } from '#lib/emulated-names';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import { isMissing } from '../../../support/is-missing.ts';
import { extensionCases } from '../contract-extensions.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { whyNoSandbox } from '../contract-sandboxes.ts';

const SANDBOXES = ['bwrap', 'unshare'] as const;
const missing = ['unshare', 'nsenter', 'ip'].find((name) => systemCommand(name) === undefined);

const PROBE = `
const net = require('net'), dns = require('dns').promises, http = require('http');
const connect = (host, port) => new Promise((resolve) => {
  const socket = net.connect({ host, port }, () => { resolve('connected'); socket.destroy(); });
  socket.on('error', (error) => resolve(error.code));
});
const get = (url) => new Promise((resolve) => http.get(url, { headers: { host: 'localhost' } }, (answer) => {
  let text = '';
  answer.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text));
}).on('error', (error) => resolve(error.code)));
exports.handler = async ({ host, port, url, name }) => {
  if (name) return dns.lookup(name, { family: 4 }).then(({ address }) => address, ({ code }) => code);
  return url ? get(url) : connect(host, port);
};`;

const listening = async (server: Server, host: string): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
};
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

for (const sandbox of SANDBOXES) {
  const why = missing === undefined ? await whyNoSandbox(sandbox) : `no ${missing} on this machine`;
  describe.skipIf(isMissing(`functions that reach the gateway alone, ${sandbox}`, why))(
    `a function that reaches the gateway alone, ${sandbox}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'network-'));
      const gateway = createServer((request, response) => response.end(`gateway ${request.socket.remoteAddress}`));
      const database = createServer((_, response) => response.end('database'));
      let gatewayPort = 0;
      let databasePort = 0;
      const access = {
        url: () => `http://127.0.0.1:${gatewayPort}`,
        names: FUNCTION_NAMES,
        leave: '^left\\.amazonaws\\.com$',
        host: 'Emulator.Test',
      };
      const runtime = new EmbeddedRuntime({ workDir: folder, sandbox, network: 'gateway', gateway: access });
      const fixture = createFixture(runtime, join(folder, 'code'), 'network');
      let probe: Environment;

      beforeAll(async () => {
        gatewayPort = await listening(gateway, '127.0.0.1');
        databasePort = await listening(database, '0.0.0.0');
        ({ environment: probe } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': PROBE }));
      });
      afterAll(async () => {
        await runtime.dispose();
        gateway.close();
        database.close();
        rmSync(folder, { recursive: true, force: true });
      });
      const ask = async (payload: object) => (await invoke(probe, payload)).body;

      it('reaches it at its own port and at the usual ones, as a function', async () => {
        expect(await ask({ url: `http://127.0.0.1:${gatewayPort}/` })).toBe(`gateway ${FUNCTION_ADDRESS}`);
        expect(await ask({ url: 'http://127.0.0.1/' })).toBe(`gateway ${FUNCTION_ADDRESS}`);
        expect(await ask({ host: '127.0.0.1', port: 443 })).toBe('connected');
      });

      it.each([
        ['a database of this machine', '127.0.0.1', () => databasePort],
        ['it by the address of this machine', ownAddress ?? '192.0.2.1', () => databasePort],
        ['the gateway by the address of this machine', ownAddress ?? '192.0.2.1', () => gatewayPort],
        ['the internet', '1.1.1.1', () => 443],
        ['metadata of the machine', '169.254.169.254', () => 80],
      ])('does not reach %s', async (_what, host, port) => {
        expect(await ask({ host, port: port() })).toMatch(/^(ECONNREFUSED|ENETUNREACH|EHOSTUNREACH)$/);
      });

      it.each([
        ['sqs.us-east-1.amazonaws.com', '127.0.0.1'],
        ['emulator.test', '127.0.0.1'],
        ['left.amazonaws.com', 'ENOTFOUND'],
        ['example.com', 'ENOTFOUND'],
      ])('is told that %s is %s', async (name, address) => {
        expect(await ask({ name })).toBe(address);
      });

      it('finds no Runtime API but its own', async () => {
        const { environment: other } = await fixture.start('nodejs20.x', 'index.handler', {
          'index.js': 'exports.handler = async () => process.env.AWS_LAMBDA_RUNTIME_API;',
        });
        const [host = '', port] = String((await invoke(other)).body).split(':');
        expect(port).toBe('9001');
        expect(await ask({ url: `http://${host}:9001/2018-06-01/ping` })).toBe('pong');
        // The address is everywhere the function's own: it answered itself, and the other one was not asked.
        await other.stop();
        expect(await ask({ url: `http://${host}:9001/2018-06-01/ping` })).toBe('pong');
      });

      extensionCases(fixture);
    },
  );
}

describe('FUNCTION_NETWORK=gateway', () => {
  it('is refused where functions have no sandbox', async () => {
    const workDir = mkdtempSync(join(tmpdir(), 'network-'));
    const access = { url: () => 'http://127.0.0.1:1', names: '', leave: '' };
    const runtime = new EmbeddedRuntime({ workDir, sandbox: 'plain', network: 'gateway', gateway: access });
    const fixture = createFixture(runtime, join(workDir, 'code'), 'network');
    const starting = fixture.start('nodejs20.x', 'index.handler', { 'index.js': PROBE });
    await expect(starting).rejects.toThrow('FUNCTION_NETWORK=gateway does not work here: functions have no sandbox.');
    await runtime.dispose();
    rmSync(workDir, { recursive: true, force: true });
  });
});
