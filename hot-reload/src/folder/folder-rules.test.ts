import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderRules } from './folder-rules.ts';

/** A machine: `home/me`, `build/shop`, `tmp`, `srv`, in a folder of its own. */
let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')));
  const folders = [
    'home/me/projects',
    'home/me/.ssh',
    'home/me/.worktrees/a',
    'home/other',
    'build/shop/.emulator',
    'tmp/.X11-unix',
    'srv',
  ];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(join(root, 'home/me/.ssh'), join(root, 'build/shop/keys'));
  symlinkSync('/etc', join(root, 'build/shop/etc'));
  symlinkSync(join(root, 'home/me/projects'), join(root, 'srv/projects'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const rules = (listed = '') =>
  new FolderRules({
    listed,
    started: join(root, 'build/shop'),
    home: join(root, 'home/me'),
    temporary: join(root, 'tmp'),
    own: [join(root, 'build/shop/.emulator')],
    isOwn: (path) => /\/made-by-an-emulator-\d+(?:\/|$)/.test(path),
  });
const refusal = (path: string, listed?: string) => rules(listed).refusal(path.startsWith('/') ? path : join(root, path));

describe('a folder that may be code', () => {
  it.each([
    'build/shop',
    'build/shop/src/not/made/yet',
    'build/shop/.aws-sam/build',
    'home/me/projects/app',
    'tmp/app',
    'srv/projects/app',
  ])('%s', (path) => {
    expect(refusal(path)).toBeUndefined();
  });
});

describe('a folder that is refused', () => {
  it.each([
    ['/', 'is a whole file system'],
    ['home/me', 'is your home folder'],
    ['home', 'contains your home folder'],
    ['tmp', 'is the folder of temporary files'],
    ['home/me/.ssh', 'home/me/.ssh, which is hidden'],
    ['home/me/.config/gh', 'home/me/.config, which is hidden'],
    ['home/me/projects/../.ssh', 'home/me/.ssh, which is hidden'],
    ['tmp/.X11-unix', 'tmp/.X11-unix, which is hidden'],
    ['home/other', 'lies below none of the folders'],
    ['build', 'lies below none of the folders'],
    ['build/shopping', 'lies below none of the folders'],
    ['build/shop/.emulator', 'belongs to the emulator itself'],
    ['build/shop/.emulator/code/abc', 'belongs to the emulator itself'],
    ['/proc/self', 'belongs to the system (/proc)'],
    ['/proc/self/root', 'is a whole file system'],
    ['/proc/1/cwd/../../etc', 'belongs to the system'],
    ['/etc', 'belongs to the system (/etc)'],
    ['/run/secrets', 'belongs to the system (/run)'],
    ['/dev/shm/app', 'belongs to the system (/dev)'],
  ])('%s %s', (path, reason) => {
    expect(refusal(path)).toContain(reason);
  });

  it('is what a link leads to', () => {
    expect(refusal('build/shop/keys')).toContain('home/me/.ssh, which is hidden');
    expect(refusal('build/shop/keys/deeper')).toContain('home/me/.ssh, which is hidden');
    expect(refusal('build/shop/etc/ssl')).toContain('belongs to the system (/etc)');
  });

  it('is one in which a program listens, while it does', async () => {
    mkdirSync(join(root, 'tmp/tmux-1000'));
    expect(refusal('tmp/tmux-1000')).toBeUndefined();
    const server = createServer().listen(join(root, 'tmp/tmux-1000/default'));
    await once(server, 'listening');
    for (const path of ['tmp/tmux-1000', 'tmp/tmux-1000/default']) expect(refusal(path)).toContain('has the socket');
    await new Promise((resolve) => server.close(resolve));
    expect(refusal('tmp/tmux-1000')).toBeUndefined();
  });

  it('is one that an emulator made for itself', () => {
    expect(refusal('tmp/made-by-an-emulator-1/abc')).toBe('belongs to the emulator itself');
  });
});

describe('HOT_RELOAD_FOLDERS', () => {
  it('takes the place of the usual folders', () => {
    const listed = `${join(root, 'srv')}, ../other`;
    expect([refusal('srv/app', listed), refusal('build/other/app', listed)]).toEqual([undefined, undefined]);
    expect(refusal('build/shop', listed)).toContain('lies below none of the folders');
    expect(refusal('srv/projects/app', listed)).toContain('lies below none of the folders');
  });

  it('lets in a hidden folder only if it is named', () => {
    expect(refusal('home/me/.worktrees/a', join(root, 'home/me'))).toContain('which is hidden');
    const both = `${join(root, 'home/me')},${join(root, 'home/me/.worktrees/a')}`;
    expect(refusal('home/me/.worktrees/a/app', both)).toBeUndefined();
    expect(refusal('home/me/.worktrees/b', both)).toContain('which is hidden');
  });

  it('never lets in the home itself, and the folders of the system and of the emulator', () => {
    for (const path of ['home/me', 'home', '/etc/ssl', '/', 'build/shop/.emulator']) expect(refusal(path, '/')).toBeDefined();
  });
});
