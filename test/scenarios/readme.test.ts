// The README's first minute, run as it is written: the script, and the same with the AWS CLI.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';
import { told } from '../support/problems.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');
const snippets = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
const has = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
};
const noCli = !(has('aws') && has('python3')) && 'needs the AWS CLI and python3: aws and python3 in PATH';

let emulator: ChildEmulator;
beforeAll(async () => {
  emulator = await startChild();
});
afterAll(async () => {
  await emulator.kill('SIGTERM');
  rmSync('/tmp/on-sale.zip', { force: true });
});

/** Runs a snippet against the test's emulator; `npx emulator` is the bundled command. */
const run = async (snippet: string): Promise<string> => {
  const words = await commandWords();
  const script = `set -euo pipefail
npx() { shift; node ${words.join(' ')} "$@"; }
${snippet.replaceAll('http://127.0.0.1:4566', emulator.url)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: ROOT,
    env: { ...process.env, AWS_ENDPOINT_URL: emulator.url, AWS_PAGER: '' },
  });
  return stdout;
};

describe('the first minute', () => {
  it('needs two commands', () => expect(snippets[0]?.trim()).toBe('npm ci\nnpm start'));

  it('shows the line of the function, and of each new event when it is run again', async () => {
    const first = await run(snippets[1]!);
    expect(first).toContain('Order 7 over 120 has arrived');
    expect(await told(emulator)).toEqual([]);
    const second = await run(snippets[1]!);
    expect(second).toContain('Order 7 over 120 has arrived');
    expect(second).not.toBe(first);
  });

  it.skipIf(isMissing('the AWS CLI part of the README', noCli))(
    'is the same with the AWS CLI',
    async () => {
      const [before, logs] = snippets[2]!.split(/^(?=npx emulator)/m);
      const out = await run(
        `${before}for i in 1 2 3 4 5 6 7 8 9 10; do ${logs!.trim()} 2>/dev/null | grep 'Order 7' && break || sleep 0.5; done`,
      );
      expect(out).toContain('Order 7 over 120 has arrived');
      expect(await told(emulator)).toEqual([]);
    },
    120_000,
  );
});

it('a test of its own moves the clock', async () => {
  const [, snippet = ''] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
  // Beside the packages that it imports.
  const folder = mkdtempSync(`${ROOT}node_modules/.readme-`);
  try {
    writeFileSync(`${folder}/clock.mts`, snippet);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', `${folder}/clock.mts`], { cwd: ROOT });
    expect(stdout).toContain('hello from five minutes ago');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
