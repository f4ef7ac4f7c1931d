// The command: what it prints, and its exit codes.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { untilPasses } from '../support/until-passes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(words: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...environment };
  const command = [...(await commandWords()), ...words];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

describe('emulator', () => {
  let emulator: ChildEmulator;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'command-'));
    emulator = await startChild({ AUTHORITY_DIR: folder });
  });
  afterAll(async () => {
    await emulator.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('status tells what runs', async () => {
    const plain = await run(['status', '--endpoint', emulator.url]);
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining(emulator.url) });
    const json = await run(['status', '--endpoint', emulator.url, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ url: emulator.url, status: 'ok' });
  });

  it('status ends with 3 where nothing runs', async () => {
    const outcome = await run(['status', '--endpoint', 'http://127.0.0.1:1']);
    expect(outcome.code).toBe(3);
    expect(outcome.stderr).toContain('NOT_RUNNING');
    expect(outcome.stderr).toContain('emulator start');
  });

  it.each([['status'], ['logs']])('%s ends with 3 where something else answers', async (command) => {
    const other = createServer((_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const outcome = await run([command, '--endpoint', `http://127.0.0.1:${port}`]);
    other.close();
    expect(outcome).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`at http://127.0.0.1:${port} is not an emulator`),
    });
  });

  it('refuses addresses and ports that are none, before anything is started', async () => {
    const address = await run(['start'], { GATEWAY_LISTEN: '127.0.0.1:70000' });
    expect(address).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ADDRESS_INVALID: GATEWAY_LISTEN=127\.0\.0\.1:70000/) });
    expect(await run(['start', '--port', '70000'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^OPTION_INVALID: --port 70000/),
    });
  });

  it('ends with 2 when the words are off', async () => {
    expect((await run(['dance'])).code).toBe(2);
    expect((await run(['status', '--loudly'])).code).toBe(2);
    expect((await run(['--help'])).code).toBe(0);
  });

  it('config tells each value and its origin', async () => {
    const outcome = await run(['config', '--json'], { PERSISTENCE: '1' });
    const rows = JSON.parse(outcome.stdout) as { name: string; value: unknown; origin: string }[];
    expect(rows.find(({ name }) => name === 'PERSISTENCE')).toMatchObject({ value: '1', origin: 'environment' });
    expect(rows.find(({ name }) => name === 'GATEWAY_LISTEN')).toMatchObject({ origin: 'default' });
  });

  it('config refuses what it does not understand', async () => {
    const outcome = await run(['config'], { FUNCTION_KEEPALIVE_MS: 'long' });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('FUNCTION_KEEPALIVE_MS=long is not understood') });
  });

  it('doctor looks at this machine', async () => {
    const findings = JSON.parse((await run(['doctor', '--json'])).stdout) as { about: string }[];
    expect(findings.map(({ about }) => about)).toEqual(expect.arrayContaining(['node', 'nodejs', 'python', 'sandbox', 'host names']));
  });

  it('doctor says where functions run without a container engine', async () => {
    const environment = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };
    const containers = async (more: Record<string, string> = {}) => {
      const { code, stdout } = await run(['doctor', '--json'], { ...environment, ...more });
      const finding = (JSON.parse(stdout) as { about: string }[]).find(({ about }) => about === 'containers');
      return { code, ...finding };
    };
    const text = expect.stringContaining('unix:///nowhere/docker.sock (not there)');
    expect(await containers()).toMatchObject({ code: 0, state: 'note', text, hint: expect.stringContaining('needs none') });
    expect(await containers({ CONTAINER_RUNTIME: 'docker' })).toMatchObject({ code: 1, state: 'bad', text });
  });

  it('trust makes the authority and tells how to trust it', async () => {
    const environment = { AUTHORITY_DIR: folder };
    expect((await run(['trust'], environment)).stdout).toContain(join(folder, 'authority.pem'));
    expect((await run(['trust', '--print'], environment)).stdout).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  it("logs shows the emulator's own lines", async () => {
    await fetch(emulator.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' },
      body: '{}',
    });
    expect((await run(['logs', '--endpoint', emulator.url])).stdout).toContain('sqs.ListQueues');
  });

  it('logs shows as many earlier lines of a function as are asked for', async () => {
    const ask = (operation: string, input: object) =>
      fetch(emulator.url, {
        method: 'POST',
        headers: { 'x-amz-target': `Logs_20140328.${operation}`, 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify(input),
      });
    const [logGroupName, logStreamName] = ['/aws/lambda/told', 'one'];
    const logEvents = ['first', 'second'].map((message, i) => ({ timestamp: Date.now() + i, message }));
    await ask('CreateLogGroup', { logGroupName });
    await ask('CreateLogStream', { logGroupName, logStreamName });
    await ask('PutLogEvents', { logGroupName, logStreamName, logEvents });
    const shown = async (count: string) => (await run(['logs', 'told', '-n', count, '--json', '--endpoint', emulator.url])).stdout;
    expect(await shown('5')).toMatch(/first.*\n.*second/);
    expect(await shown('1')).toMatch(/^[^\n]*second[^\n]*\n$/);
    expect(await shown('0')).toBe('');
  });

  it('logs names a function that has none', async () => {
    const outcome = await run(['logs', 'nobody', '--endpoint', emulator.url]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('NO_LOG') });
  });

  it('stop ends it', async () => {
    expect(await run(['stop', '--endpoint', emulator.url])).toMatchObject({ code: 0, stdout: 'Stopped.\n' });
    await untilPasses(() => expect(emulator.exit?.code).toBe(0));
  });

  it('runtimes: tells what serves each, and what it cannot bring', async () => {
    const environment = { XDG_CACHE_HOME: folder };
    const listed = await run(['runtimes', '--json'], environment);
    expect(listed.code).toBe(0);
    const own = `nodejs${process.versions.node.split('.')[0]}.x`;
    expect(JSON.parse(listed.stdout)).toEqual(
      expect.arrayContaining([
        { runtime: own, served: 'exactly', interpreter: expect.stringContaining('node') },
        { runtime: 'provided.al2023', served: 'exactly' },
        { runtime: 'dotnet8', served: 'none', text: expect.stringContaining('does not run embedded') },
      ]),
    );
    const added = await run(['runtimes', 'add', 'dotnet8'], environment);
    expect(added).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^RUNTIME_NOT_BROUGHT: /) });
    const removed = await run(['runtimes', 'remove', 'nodejs22.x', '--json'], environment);
    expect(removed).toMatchObject({ code: 1, stdout: '{"runtime":"nodejs22.x","removed":[]}\n' });
    expect((await run(['runtimes', 'add'], environment)).code).toBe(2);
  });
});
