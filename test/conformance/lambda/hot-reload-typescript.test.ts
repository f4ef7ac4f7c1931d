// Handlers in TypeScript that run from a folder: bundled as they are, and again after each change.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FolderFixture, startFolderFixture } from './use-folders.ts';

const source = (value: string) => `interface Event { readonly fail?: boolean }
export const handler = async (event: Event): Promise<unknown> => {
  if (event.fail) throw new Error('failed on purpose');
  return ${value};
};
`;

describe('a handler in TypeScript', () => {
  let fixture: FolderFixture;
  beforeAll(async () => {
    fixture = await startFolderFixture();
  });
  afterAll(() => fixture.emulator.stop());

  it('runs as it is written, and its stacks name its lines', async () => {
    const folder = fixture.folder({ 'src/app.ts': source('1') });
    await fixture.run('typed', folder, { Handler: 'src/app.handler' });
    expect(await fixture.invoke('typed')).toBe(1);
    const { trace } = await fixture.invoke<{ trace: readonly string[] }>('typed', { fail: true });
    expect(trace.join('\n')).toMatch(/app\.ts:3:/);
    await fixture.reloaded('typed', () => folder.write({ 'src/app.ts': source('2') }));
    await expect.poll(() => fixture.invoke('typed')).toBe(2);
  });

  it('fails with its errors, and runs once they are mended', async () => {
    const folder = fixture.folder({ 'app.ts': source('1') });
    await fixture.run('mended', folder, { Handler: 'app.handler' });
    expect(await fixture.invoke('mended')).toBe(1);
    await fixture.reloaded('mended', () => folder.write({ 'app.ts': 'export const handler = async () => {' }));
    expect(await fixture.invoke('mended')).toMatchObject({ errorMessage: expect.stringMatching(/app\.ts:1:\d+: Unexpected end of file/) });
    await fixture.reloaded('mended', () => folder.write({ 'app.ts': source('2') }));
    await expect.poll(() => fixture.invoke('mended')).toBe(2);
  });

  it('follows the packages of its workspace', async () => {
    const folder = fixture.folder({ 'app.ts': `import { value } from 'shared';\nexport const handler = async () => value;\n` });
    const shared = join(folder.path, '../shared');
    mkdirSync(join(folder.path, '../node_modules'));
    mkdirSync(shared);
    symlinkSync('../shared', join(folder.path, '../node_modules/shared'));
    const write = (value: number) => writeFileSync(join(shared, 'index.ts'), `export const value: number = ${value};`);
    writeFileSync(join(shared, 'package.json'), '{ "name": "shared", "main": "index.ts" }');
    write(1);
    await fixture.run('workspace', folder, { Handler: 'app.handler' });
    expect(await fixture.invoke('workspace')).toBe(1);
    await fixture.reloaded('workspace', () => write(2));
    await expect.poll(() => fixture.invoke('workspace')).toBe(2);
  });
});
