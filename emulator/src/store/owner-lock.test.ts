// A data directory has one owner, whatever it is called and whoever deletes files of it.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../../test/support/is-missing.ts';
import { openStore } from './open-store.ts';
import { lockDirectory } from './owner-lock.ts';

const base = mkdtempSync(join(tmpdir(), 'lock-'));
const holders: Holder[] = [];
afterAll(async () => {
  await Promise.all(holders.map((holder) => holder.kill()));
  rmSync(base, { recursive: true, force: true });
});

interface Holder {
  readonly pid: number;
  /** `held`, or the code of the error. */
  readonly outcome: string;
  kill(): Promise<void>;
}

interface HolderOptions {
  readonly temporary?: string;
  /** A command that runs the command that follows it. */
  readonly through?: readonly string[];
}

/** Another process that opens the store in this directory, and keeps it open until `kill`. */
async function hold(directory: string, { temporary = tmpdir(), through = [] }: HolderOptions = {}): Promise<Holder> {
  const script = `import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'open-store.ts'))};
    try { await openStore({ directory: ${JSON.stringify(directory)} }); console.log('held'); setInterval(() => {}, 60_000); }
    catch (error) { console.log(error.code ?? error); }`;
  const [command = '', ...words] = [...through, process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: temporary } });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const outcome = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
  const holder: Holder = {
    pid: child.pid as number,
    outcome,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
  holders.push(holder);
  return holder;
}

function folder(name: string): string {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  return path;
}

const inUseBy = (pid: number) =>
  expect.objectContaining({ code: 'STORE_DIRECTORY_IN_USE', message: expect.stringContaining(`is in use by process ${pid}`) });

describe.each([
  { name: 'short path', directory: join(base, 'd') },
  { name: 'path too long for a socket', directory: join(base, 'x'.repeat(120)) },
])('$name', ({ directory }) => {
  mkdirSync(directory);

  test('a directory has one owner, who is named; kill -9 frees it at once for one of those who wait', async () => {
    const other = await hold(directory);
    await expect(openStore({ directory })).rejects.toThrow(inUseBy(other.pid));
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

describe('a second process does not get in', () => {
  test('with another TMPDIR and a path too long for a socket', async () => {
    const directory = folder('y'.repeat(150));
    const other = await hold(directory, { temporary: folder('temporary') });
    await expect(openStore({ directory })).rejects.toThrow(inUseBy(other.pid));
  });

  test('through a symbolic link', async () => {
    const directory = folder('linked');
    const link = join(base, 'link');
    symlinkSync(directory, link);
    const other = await hold(directory);
    await expect(openStore({ directory: link })).rejects.toThrow(inUseBy(other.pid));
  });

  test('after the lock files were deleted', async () => {
    const directory = folder('deleted');
    const other = await hold(directory);
    const locks = readdirSync(directory).filter((name) => name.endsWith('.sock') || name.endsWith('-lock'));
    expect(locks.length).toBeGreaterThan(0);
    for (const name of locks) rmSync(join(directory, name));
    await expect(openStore({ directory })).rejects.toThrow(inUseBy(other.pid));
  });

  test('of six that start at once, one wins', async () => {
    const directory = folder('six');
    const six = await Promise.all(Array.from({ length: 6 }, () => hold(directory)));
    expect(six.map(({ outcome }) => outcome).sort()).toEqual([...Array.from({ length: 5 }, () => 'STORE_DIRECTORY_IN_USE'), 'held']);
  });
});

const canUnshare = async (): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn('unshare', ['--net', '--mount', 'true'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
const noNamespaces = !(await canUnshare()) && 'needs unshare, and the right to make network and mount namespaces';

describe.skipIf(isMissing('owners in other namespaces', noNamespaces))('a process in other namespaces, as in a container', () => {
  test.each([
    { name: 'short path', directory: 'shared' },
    { name: 'path too long for a socket', directory: 'z'.repeat(120) },
  ])('is kept out, too, by the socket beside the data: $name', async ({ directory }) => {
    const path = folder(directory);
    const other = await hold(path, { through: ['unshare', '--net'] });
    expect(other.outcome).toBe('held');
    await expect(openStore({ directory: path })).rejects.toThrow(expect.objectContaining({ code: 'STORE_DIRECTORY_IN_USE' }));
    await other.kill();
    await (await openStore({ directory: path })).close();
  });

  test('is kept out under the name of a bind mount', async () => {
    const directory = folder('bound');
    const bind = folder('bind');
    const other = await hold(directory);
    const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
    const second = await hold(bind, { through: ['unshare', '--mount', 'sh', '-c', script, 'sh', directory, bind] });
    expect([other.outcome, second.outcome]).toEqual(['held', 'STORE_DIRECTORY_IN_USE']);
  });
});
