// Folders of functions whose links and paths lead elsewhere while the function is there.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxName } from '../../../emulator/src/containers/embedded/sandbox.ts';
import { systemCommand } from '../../../emulator/src/containers/embedded/system-command.ts';
import { isMissing } from '../../support/is-missing.ts';
import { body, type CodeFolder, type FolderFixture, startFolderFixture } from './use-folders.ts';

const link = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
};
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
function swap(target: string, path: string): void {
  symlinkSync(target, `${path}.new`);
  renameSync(`${path}.new`, path);
}

const lacks = (name: SandboxName): string | false =>
  name !== 'plain' && (process.platform !== 'linux' || systemCommand(name) === undefined) && `needs ${name}`;

describe.each([['bwrap'], ['unshare'], ['plain']] as const)('links of a folder (%s)', (sandbox) => {
  const test = it.skipIf(isMissing(`links in the sandbox ${sandbox}`, lacks(sandbox)));
  let fixture: FolderFixture;
  beforeAll(async () => {
    if (lacks(sandbox) === false) fixture = await startFolderFixture({ options: { FUNCTION_SANDBOX: sandbox } });
  });
  afterAll(() => fixture?.emulator.stop());
  const beside = (folder: CodeFolder, path: string) => join(folder.path, '..', path);
  const requiring = (name: string) => body(`try { return require('${name}'); } catch (error) { return error.code; }`);

  test('that are made after the function lead to packages of the monorepo, and of its store', async () => {
    const folder = fixture.folder({ 'index.js': requiring('shared') });
    await fixture.run('later', folder);
    expect(await fixture.invoke('later')).toBe('MODULE_NOT_FOUND');
    write(beside(folder, 'shared/index.js'), `module.exports = 1 + require('stored');`);
    const store = 'node_modules/.pnpm';
    write(beside(folder, `${store}/stored@1/node_modules/stored/index.js`), `module.exports = require('deep');`);
    write(beside(folder, `${store}/deep@1/node_modules/deep/index.js`), 'module.exports = 41;');
    link('../../deep@1/node_modules/deep', beside(folder, `${store}/stored@1/node_modules/deep`));
    link(`../../${store}/stored@1/node_modules/stored`, beside(folder, 'shared/node_modules/stored'));
    await fixture.reloaded('later', () => link('../../shared', join(folder.path, 'node_modules/shared')));
    await expect.poll(() => fixture.invoke('later')).toBe(42);
    await fixture.reloaded('later', () => rmSync(join(folder.path, 'node_modules'), { recursive: true }));
    await expect.poll(() => fixture.invoke('later')).toBe('MODULE_NOT_FOUND');
    await fixture.reloaded('later', () => link('../../shared', join(folder.path, 'node_modules/shared')));
    await expect.poll(() => fixture.invoke('later')).toBe(42);
  });

  test('that are switched lead to the other folder, and what is built anew is the new one', async () => {
    const folder = fixture.folder({ 'v1/index.js': requiring('./lib/part.js'), 'v2/index.js': body('return 2;') });
    link('../../current', join(folder.path, 'v1/lib'));
    for (const name of ['a', 'b']) write(beside(folder, `${name}/part.js`), `module.exports = '${name}';`);
    link('a', beside(folder, 'current'));
    link('v1', join(folder.path, 'release'));
    await fixture.run('switched', join(folder.path, 'release'));
    expect(await fixture.invoke('switched')).toBe('a');
    await fixture.reloaded('switched', () => swap('b', beside(folder, 'current')));
    await expect.poll(() => fixture.invoke('switched')).toBe('b');
    await fixture.reloaded('switched', () => rmSync(beside(folder, 'b'), { recursive: true }));
    await expect.poll(() => fixture.invoke('switched')).toBe('MODULE_NOT_FOUND');
    await fixture.reloaded('switched', () => write(beside(folder, 'b/part.js'), `module.exports = 'again';`));
    await expect.poll(() => fixture.invoke('switched')).toBe('again');
    await fixture.reloaded('switched', () => swap('v2', join(folder.path, 'release')));
    await expect.poll(() => fixture.invoke('switched')).toBe(2);
    await fixture.reloaded('switched', () => folder.write({ 'v2/index.js': body('return 3;') }));
    await expect.poll(() => fixture.invoke('switched')).toBe(3);
  });

  test('need not be there when the function is made, and may be away for a while', async () => {
    const folder = fixture.folder({});
    const path = join(folder.path, 'late/app');
    await fixture.run('absent', path);
    const said = `The code is the folder ${path}, which does not exist: ${folder.path} has no folder late.`;
    expect(fixture.texts).toContain(said);
    await expect(fixture.invoke('absent')).rejects.toMatchObject({ message: expect.stringContaining('which does not exist') });
    folder.write({ 'late/app/index.js': body('return 1;') });
    expect(await fixture.invoke('absent')).toBe(1);
    await fixture.reloaded('absent', () => renameSync(join(folder.path, 'late'), join(folder.path, 'away')));
    renameSync(join(folder.path, 'away'), join(folder.path, 'late'));
    await expect.poll(() => fixture.invoke('absent')).toBe(1);
    await fixture.reloaded('absent', () => folder.write({ 'late/app/index.js': body('return 2;') }));
    await expect.poll(() => fixture.invoke('absent')).toBe(2);
  });

  test('that are absolute lead somewhere, or the log says why not', async () => {
    const folder = fixture.folder({ 'index.js': requiring('shared') });
    write(beside(folder, 'shared/index.js'), 'module.exports = 5;');
    await fixture.run('absolute', folder);
    const path = join(folder.path, 'node_modules/shared');
    await fixture.reloaded('absolute', () => link(beside(folder, 'shared'), path));
    const answer = await fixture.invoke('absolute');
    const told = fixture.texts.filter((text) =>
      text.startsWith(`The link ${path} leads nowhere in the function, which has a /tmp of its own`),
    );
    expect([answer, told.length]).toEqual(sandbox === 'plain' ? [5, 0] : ['MODULE_NOT_FOUND', 1]);
    await fixture.reloaded('absolute', () => swap('../../shared', path));
    await expect.poll(() => fixture.invoke('absolute')).toBe(5);
  });

  test('that lead to a secret place by now are refused', async () => {
    const folder = fixture.folder({
      'index.js': body(`return require('node:fs').existsSync('/var/task/lib/open')`),
      'v1/index.js': body(''),
    });
    write(beside(folder, 'lib/open'), '');
    write(beside(folder, 'secret/.git'), '');
    link('../lib', join(folder.path, 'lib'));
    link('v1', join(folder.path, 'release'));
    await fixture.run('inner', folder);
    await fixture.run('outer', join(folder.path, 'release'));
    if (sandbox !== 'plain') expect(await fixture.invoke('inner')).toBe(true);
    await fixture.reloaded('inner', () => swap(homedir(), join(folder.path, 'lib')));
    await expect.poll(() => fixture.invoke('inner')).toBe(false);
    if (sandbox !== 'plain')
      expect(fixture.texts).toContainEqual(expect.stringMatching(`^A link in .* its target ${homedir()} is your home folder`));
    await fixture.reloaded('outer', () => swap('/etc', join(folder.path, 'release')));
    await expect(fixture.invoke('outer')).rejects.toMatchObject({ message: expect.stringContaining('belongs to the system (/etc)') });
  });
});
