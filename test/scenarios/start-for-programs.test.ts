// The command, started by programs: in the background, and by a test suite that goes before it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { untilPasses } from '../support/until-passes.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
const started: number[] = [];
afterAll(() => {
  for (const pid of started)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
});

interface Address {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly environment: Readonly<Record<string, string>>;
}

const emulate = async (...words: string[]) =>
  spawn(process.execPath, [...(await commandWords()), ...words], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });

async function firstLine(child: Awaited<ReturnType<typeof emulate>>): Promise<Address & { readonly started?: boolean }> {
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Address;
  throw new Error('it printed nothing');
}

it('tells a program its address in one line, and ends when the program lets go of it', async () => {
  const child = await emulate('start', '--for-tests');
  const { url, port, pid, environment: variables } = await firstLine(child);
  expect(pid).toBe(child.pid);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(variables).toMatchObject({ AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: 'test', AWS_REGION: 'us-east-1' });
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(200);
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

it('goes on in the background, once, until it is stopped', async () => {
  const first = await firstLine(await emulate('start', '--background', '--port', '0', '--json'));
  started.push(first.pid);
  expect(first).toMatchObject({ started: true });
  const second = await firstLine(await emulate('start', '--background', '--port', String(first.port), '--json'));
  expect(second).toMatchObject({ started: false, url: first.url });
  expect(second).not.toHaveProperty('pid');
  await once(await emulate('stop', '--endpoint', first.url), 'exit');
  await untilPasses(() => expect(() => process.kill(first.pid, 0)).toThrow());
});
