import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { lockDirectory } from './owner-lock.ts';

const base = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Another process that takes the directory, until `kill`. */
async function holder(directory: string): Promise<{ pid: number; kill(): Promise<void> }> {
  const script = `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'owner-lock.ts'))};
    await lockDirectory(${JSON.stringify(directory)}); setInterval(() => {}, 1000); console.log('held');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    pid: child.pid as number,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

describe.each([
  { name: 'short path', directory: join(base, 'd') },
  { name: 'path too long for a socket', directory: join(base, 'x'.repeat(120)) },
])('$name', ({ directory }) => {
  mkdirSync(directory);

  test('a directory has one owner, who is named; a crash frees it for one of those who wait', async () => {
    const other = await holder(directory);
    const inUse = expect.objectContaining({
      code: 'STORE_DIRECTORY_IN_USE',
      message: expect.stringContaining(`${directory} is in use by process ${other.pid}`),
    });
    await expect(openStore({ directory })).rejects.toThrow(inUse);
    await other.kill();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => lockDirectory(directory)));
    const winners = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`);
    await winners[0]?.value();
    const store = await openStore({ directory });
    await store.close();
  });
});
