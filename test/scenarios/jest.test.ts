// Jest, as the page on tests shows it: files of ES modules, of CommonJS, and one emulator for a whole run without a flag.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENTS = fileURLToPath(new URL('clients/node_modules', import.meta.url));
const installed = existsSync(join(CLIENTS, 'jest')) ? undefined : 'needs `npm ci` in test/scenarios/clients';
const page = readFileSync(join(ROOT, 'emulator/docs/testing.md'), 'utf8');
const [modules = '', commonJs = '', setup = ''] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);

const folder = mkdtempSync(join(tmpdir(), 'jest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project with Jest, clients and the emulator as it is now. */
async function project(name: string, settings: object, files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(folder, name);
  const own = join(directory, 'node_modules/cloud-emulator');
  mkdirSync(own, { recursive: true });
  const bundle = dirname((await commandWords())[0]!);
  cpSync(join(ROOT, 'emulator/package.json'), join(own, 'package.json'));
  mkdirSync(join(own, 'dist'));
  for (const file of readdirSync(bundle)) symlinkSync(join(bundle, file), join(own, 'dist', file));
  symlinkSync(join(ROOT, 'node_modules/@aws-sdk'), join(directory, 'node_modules/@aws-sdk'));
  for (const each of ['jest', '@jest']) symlinkSync(join(CLIENTS, each), join(directory, 'node_modules', each));
  const all = { 'package.json': '{ "private": true }', 'jest.config.json': JSON.stringify({ transform: {}, ...settings }), ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(directory, file), text);
  return directory;
}

/** Runs Jest: its output and its exit code. */
const jest = (directory: string, NODE_OPTIONS: string): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: folder, CI: 'true', NODE_OPTIONS };
    const child = execFile(process.execPath, [join(CLIENTS, 'jest/bin/jest.js')], { cwd: directory, env }, (_error, out, said) =>
      resolve({ code: child.exitCode, said: `${out}${said}` }),
    );
  });

describe.skipIf(isMissing('Jest', installed))('Jest', () => {
  it('runs files of ES modules and of CommonJS, each with an emulator of its own', async () => {
    const files = { 'queues.test.mjs': modules, 'empty.test.cjs': commonJs };
    const { code, said } = await jest(await project('modules', { testMatch: ['**/*.test.?js'] }, files), '--experimental-vm-modules');
    expect(said).toMatch(/Tests: +2 passed, 2 total/);
    expect(code).toBe(0);
  });

  it('runs tests without a flag against an emulator of the whole run, which ends with it', async () => {
    const test = `const { SQS } = require('@aws-sdk/client-sqs');
const credentials = { accessKeyId: process.env.JEST_WORKER_ID.padStart(12, '0'), secretAccessKey: 'test' };
test('has a queue of its own account', async () => {
  const { QueueUrl } = await new SQS({ credentials }).createQueue({ QueueName: 'orders' });
  expect(QueueUrl).toMatch(/\\/0{11}[12]\\/orders$/);
});
`;
    const files = {
      'orders.test.js': test,
      'emulator.mjs': setup,
      'end.mjs': 'export default () => globalThis.stopEmulator();\n',
    };
    const { code, said } = await jest(await project('run', { globalSetup: './emulator.mjs', globalTeardown: './end.mjs' }, files), '');
    expect(said).toMatch(/Tests: +1 passed, 1 total/);
    expect(said).not.toContain('did not exit');
    expect(code).toBe(0);
  });

  it('shows the problems of the emulator with a test that fails, and none with a test that passes', async () => {
    const call = `await sqs.createQueue({ QueueName: 'a', Attributes: { VisibilityTimeout: 'x' } }).catch(() => {});`;
    const failing = `import * as hooks from '@jest/globals';
import { expect, test } from '@jest/globals';
import { SQS } from '@aws-sdk/client-sqs';
import { useEmulator } from 'cloud-emulator/testing';
const sqs = useEmulator(hooks).client(SQS);
test('passes', async () => { ${call} });
test('fails', async () => { ${call} expect(1).toBe(2); });
`;
    const directory = await project('failing', { testMatch: ['**/*.test.mjs'] }, { 'failing.test.mjs': failing });
    const { code, said } = await jest(directory, '--experimental-vm-modules');
    expect(said).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
    expect(said.match(/The emulator had problems during this test:\n.+VisibilityTimeout/g)).toHaveLength(1);
    expect(said).toContain('Received: 1');
    expect(code).toBe(1);
  });

  it('says which flag is missing', async () => {
    const { code, said } = await jest(await project('flagless', { testMatch: ['**/*.test.cjs'] }, { 'empty.test.cjs': commonJs }), '');
    expect(said).toContain('--experimental-vm-modules');
    expect(code).toBe(1);
  });
});
