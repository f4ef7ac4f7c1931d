import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FolderWatcher, type FolderWatchOptions, watchFolder } from './folder-watcher.ts';

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** `next` resolves with the changed paths, relative to the folder. */
async function watched(folder: string, more: Partial<FolderWatchOptions> = {}) {
  const bursts: (readonly string[])[] = [];
  const waiting: ((paths: readonly string[]) => void)[] = [];
  let begun = 0;
  const settled = (paths: readonly string[]): void => {
    const names = paths.map((path) => relative(folder, path)).sort();
    const resolve = waiting.shift();
    if (resolve) resolve(names);
    else bursts.push(names);
  };
  const watcher: FolderWatcher = await watchFolder({ folder, began: () => void begun++, settled, ...more });
  ends.push(() => watcher.close());
  const next = (): Promise<readonly string[]> => {
    const burst = bursts.shift();
    return burst ? Promise.resolve(burst) : new Promise((resolve) => waiting.push(resolve));
  };
  return { watcher, next, bursts, begun: () => begun };
}

describe('a watched folder', () => {
  it('tells that a file has changed, at any depth', async () => {
    const folder = temporary();
    write(folder, 'index.js', '1');
    write(folder, 'lib/deep/part.js', '1');
    const { next, begun } = await watched(folder);
    write(folder, 'index.js', '2');
    expect(await next()).toEqual(['index.js']);
    write(folder, 'lib/deep/part.js', '2');
    expect(await next()).toEqual(['lib/deep/part.js']);
    expect(begun()).toBe(2);
  });

  it('tells of files that are written aside and renamed, again and again', async () => {
    const folder = temporary();
    write(folder, 'index.js', '0');
    const { next } = await watched(folder);
    for (const text of ['1', '2', '3']) {
      write(folder, 'index.js~', text);
      renameSync(join(folder, 'index.js~'), join(folder, 'index.js'));
      expect(await next()).toEqual(['index.js']);
    }
  });

  it('tells of new files, new folders and removed files', async () => {
    const folder = temporary();
    write(folder, 'index.js');
    const { next } = await watched(folder);
    write(folder, 'new/part.js');
    expect(await next()).toContain('new');
    write(folder, 'new/other.js');
    expect(await next()).toContain('new/other.js');
    rmSync(join(folder, 'index.js'));
    expect(await next()).toContain('index.js');
  });

  it('tells of a second change of the same file right after the first', async () => {
    const folder = temporary();
    write(folder, 'index.js');
    const { next } = await watched(folder, { settleMs: 1 });
    write(folder, 'index.js', '1');
    await next();
    write(folder, 'index.js', '2');
    expect(await next()).toEqual(['index.js']);
  });

  it('tells of a thousand files once', async () => {
    const folder = temporary();
    for (let n = 0; n < 1000; n++) write(folder, `part-${n % 10}/${n}.js`);
    const { next, begun, bursts } = await watched(folder, { settleMs: 250 });
    for (let n = 0; n < 1000; n++) appendFileSync(join(folder, `part-${n % 10}/${n}.js`), 'x');
    expect((await next()).length).toBe(1000);
    expect([begun(), bursts]).toEqual([1, []]);
  });

  it('tells nothing of packages, repositories, editors and what git ignores', async () => {
    const folder = temporary();
    write(folder, '.gitignore', 'out/\n*.tmp\n');
    for (const path of ['node_modules/a/index.js', '.git/HEAD', 'out/index.js', 'lib/__pycache__/a.pyc']) write(folder, path);
    const { next } = await watched(folder);
    for (const path of ['node_modules/a/index.js', '.git/HEAD', 'out/index.js', 'a.tmp', 'dev.log', '.index.js.swp', 'index.js~', '4913'])
      write(folder, path, 'changed');
    write(folder, 'index.js');
    expect(await next()).toEqual(['index.js']);
  });

  it('tells of a folder that git ignores and that is kept', async () => {
    const folder = temporary();
    write(folder, '.gitignore', 'dist\n');
    write(folder, 'dist/index.js');
    const { next } = await watched(folder, { kept: ['dist'] });
    write(folder, 'dist/index.js', 'built');
    expect(await next()).toEqual(['dist/index.js']);
  });

  it('follows links to packages of a monorepo, but not to installed ones', async () => {
    const repository = temporary();
    const folder = join(repository, 'packages/app');
    write(folder, 'index.js');
    write(repository, 'packages/shared/index.js');
    write(repository, 'node_modules/installed/index.js');
    mkdirSync(join(folder, 'node_modules/@our'), { recursive: true });
    symlinkSync('../../../shared', join(folder, 'node_modules/@our/shared'));
    symlinkSync('../../../node_modules/installed', join(folder, 'node_modules/installed'));
    const { next } = await watched(folder);
    write(repository, 'node_modules/installed/index.js', 'changed');
    write(repository, 'packages/shared/index.js', 'changed');
    expect(await next()).toEqual(['../shared/index.js']);
  });

  it('is not confused by links in a circle', async () => {
    const folder = temporary();
    write(folder, 'lib/index.js');
    symlinkSync('..', join(folder, 'lib/up'));
    const { next } = await watched(folder);
    write(folder, 'lib/index.js', 'changed');
    expect(await next()).toEqual(['lib/index.js']);
  });

  it('sees changes by looking where no events arrive', async () => {
    const folder = temporary();
    write(folder, 'index.js', 'short');
    const { watcher, next } = await watched(folder, { polls: true });
    expect(watcher.polls).toBe(true);
    write(folder, 'index.js', 'longer than before');
    expect(await next()).toEqual(['index.js']);
  });

  it('tells what it has gathered when it is closed', async () => {
    const folder = temporary();
    write(folder, 'index.js');
    let begun!: () => void;
    const first = new Promise<void>((resolve) => (begun = resolve));
    const { watcher, next } = await watched(folder, { settleMs: 60_000, began: () => begun() });
    write(folder, 'index.js', 'changed');
    await first;
    await watcher.close();
    expect(await next()).toEqual(['index.js']);
  });

  it('must exist', async () => {
    await expect(watched(join(temporary(), 'absent'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
