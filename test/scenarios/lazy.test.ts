// The emulator starts without the code of its services: a process from the sources tells which files it has loaded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { clientsOf } from '../support/emulator.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files that the list of services names. */
const MANIFESTS = [
  ...readFileSync(join(ROOT, 'emulator/src/service-list.ts'), 'utf8').matchAll(/from '(?:#|\.\/)(services\/.+?)(?:\.ts)?';/g),
]
  .map(([, path]) => `emulator/src/${path}.ts`)
  .sort();

/** Paths from the root of all scripts that a process had loaded when it ended. */
const loadedFiles = (directory: string): string[] =>
  readdirSync(directory)
    .flatMap((file) => (JSON.parse(readFileSync(join(directory, file), 'utf8')) as { result: { url: string }[] }).result)
    .flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url.replace(/[?#].*$/, '')).slice(ROOT.length)] : []));

it('loads code and model of a service with its first call, and of no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lazy-'));
  try {
    const child = spawn(process.execPath, ['--import', 'tsx', 'emulator/src/cli/main.ts', 'start', '--port', '0', '--quiet'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_V8_COVERAGE: directory },
    });
    let text = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) if ((text += String(chunk)).includes('Ready.')) break;
    child.stdout.resume();
    const { client, destroy } = clientsOf(/gateway: (\S+)/.exec(text)![1]!);
    await client(SQS).listQueues({});
    destroy();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    const files = loadedFiles(directory);
    const manifests = files.filter((file) => MANIFESTS.includes(file));
    expect(manifests.sort()).toEqual(MANIFESTS);
    const code = files.filter((file) => file.startsWith('emulator/src/services/') && !MANIFESTS.includes(file));
    expect([...new Set(code.map((file) => file.split('/')[3]))]).toEqual(['sqs']);
    expect(files.filter((file) => file.startsWith('emulator/models/'))).toEqual(['emulator/models/dist/sqs.ts']);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
