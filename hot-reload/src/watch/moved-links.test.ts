// Links and folders that lead elsewhere after the watching has begun.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { watchFolder } from './folder-watcher.ts';

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const link = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
};

/** Replaces a link in one step, as tools for releases do. */
function swap(target: string, path: string): void {
  symlinkSync(target, `${path}.new`);
  renameSync(`${path}.new`, path);
}

async function watched(folder: string, polls: boolean) {
  let moves = 0;
  let settle = (): void => undefined;
  const watcher = await watchFolder({ folder, polls, began: () => undefined, moved: () => void moves++, settled: () => settle() });
  ends.push(() => watcher.close());
  /** Changes something; resolves with the number of moves once what follows has settled and `until` holds. */
  const settles = async (change: () => void, until = () => true): Promise<number> => {
    moves = 0;
    await new Promise<void>((resolve) => {
      settle = () => until() && resolve();
      change();
    });
    return moves;
  };
  const moved = (change: () => void): Promise<number> => settles(change, () => moves > 0);
  return { settles, moved };
}

describe.each([
  ['by events', false],
  ['by looking', true],
])('a folder that is watched %s', (_, polls) => {
  it('sees links that are made later, and watches what they lead to', async () => {
    const repository = temporary();
    const folder = join(repository, 'app');
    write(folder, 'index.js');
    write(repository, 'shared/index.js', '1');
    mkdirSync(join(folder, 'node_modules/@our'), { recursive: true });
    const { settles, moved } = await watched(folder, polls);
    await moved(() => link('../../../shared', join(folder, 'node_modules/@our/shared')));
    expect(await settles(() => write(repository, 'shared/index.js', 'changed'))).toBe(0);
    write(repository, 'other/index.js', '1');
    await moved(() => link('../../other', join(folder, 'node_modules/other')));
    expect(await settles(() => write(repository, 'other/index.js', 'changed'))).toBe(0);
    await moved(() => rmSync(join(folder, 'node_modules/other')));
    await moved(() => link('../../shared', join(folder, 'lib/deep/shared')));
  });

  it('sees packages that are installed for the first time, as links to a store', async () => {
    const repository = temporary();
    const folder = join(repository, 'app');
    write(folder, 'index.js');
    write(repository, 'node_modules/.pnpm/a@1/node_modules/a/index.js');
    const { moved } = await watched(folder, polls);
    await moved(() => link('../../node_modules/.pnpm/a@1/node_modules/a', join(folder, 'node_modules/a')));
    await moved(() => rmSync(join(repository, 'node_modules'), { recursive: true }));
    await moved(() => write(repository, 'node_modules/.pnpm/a@1/node_modules/a/index.js'));
    await moved(() => rmSync(join(folder, 'node_modules'), { recursive: true }));
  });

  it('sees that its own path leads elsewhere', async () => {
    const root = temporary();
    write(root, 'v1/dist/index.js', '1');
    write(root, 'v2/dist/index.js', '2');
    link('v1', join(root, 'current'));
    const { settles, moved } = await watched(join(root, 'current/dist'), polls);
    await moved(() => swap('v2', join(root, 'current')));
    expect(await settles(() => write(root, 'v2/dist/index.js', 'changed'))).toBe(0);
    await moved(() => renameSync(join(root, 'v2'), join(root, 'away')));
    await moved(() => renameSync(join(root, 'away'), join(root, 'v2')));
    expect(await settles(() => write(root, 'v2/dist/index.js', 'changed again'))).toBe(0);
    await moved(() => rmSync(join(root, 'current')));
    await moved(() => link('v1', join(root, 'current')));
    expect(await settles(() => write(root, 'v1/dist/index.js', 'changed'))).toBe(0);
  });

  it('sees that a link leads elsewhere by way of another one, or nowhere for a while', async () => {
    const root = temporary();
    const folder = join(root, 'app');
    write(folder, 'index.js');
    for (const name of ['v1', 'v2']) write(root, `${name}/index.js`, name);
    link('v1', join(root, 'current'));
    link('../current', join(folder, 'lib'));
    link('../late', join(folder, 'late'));
    const { settles, moved } = await watched(folder, polls);
    await moved(() => swap('v2', join(root, 'current')));
    expect(await settles(() => write(root, 'v2/index.js', 'changed'))).toBe(0);
    await moved(() => rmSync(join(root, 'v2'), { recursive: true }));
    await moved(() => write(root, 'v2/index.js', 'made again'));
    expect(await settles(() => write(root, 'v2/index.js', 'and changed'))).toBe(0);
    await moved(() => write(root, 'late/index.js'));
    expect(await settles(() => write(root, 'late/index.js', 'changed'))).toBe(0);
  });

  it('sees a linked file that an editor replaces', async () => {
    const root = temporary();
    const folder = join(root, 'app');
    write(root, 'settings.json', '1');
    link('../settings.json', join(folder, 'settings.json'));
    const { settles, moved } = await watched(folder, polls);
    expect(await settles(() => write(root, 'settings.json', 'changed'))).toBe(0);
    write(root, 'settings.json.new', 'replaced');
    await moved(() => renameSync(join(root, 'settings.json.new'), join(root, 'settings.json')));
  });

  it('is the same while files change, and packages that are no links', async () => {
    const folder = temporary();
    write(folder, 'index.js', '1');
    write(folder, 'node_modules/a/index.js', '1');
    link('index.js', join(folder, 'same.js'));
    const { settles } = await watched(folder, polls);
    expect(await settles(() => write(folder, 'lib/new.js'))).toBe(0);
    write(folder, 'node_modules/b/index.js', '1');
    expect(await settles(() => write(folder, 'index.js', 'changed'))).toBe(0);
  });
});
