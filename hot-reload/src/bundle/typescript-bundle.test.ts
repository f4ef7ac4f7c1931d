import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Esbuild } from './found-esbuild.ts';
import { type BundleOptions, TypeScriptBundle, typeScriptHandler } from './typescript-bundle.ts';

const findEsbuild = () => ({ esbuild: createRequire(import.meta.url)('esbuild') as Esbuild });
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'typed-')));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

async function built(folder: string, file: string, more: Partial<BundleOptions> = {}) {
  const outDir = join(project({}), 'task');
  const bundle = new TypeScriptBundle({ folder, file, outDir, release: 20, mayRead: () => true, findEsbuild, ...more });
  await bundle.build();
  return { bundle, outDir, read: (path: string) => readFileSync(join(outDir, path), 'utf8') };
}

describe('the file of a handler', () => {
  it('is the source where nothing is compiled', () => {
    const folder = project({ 'src/a.ts': '', 'b.mts': '', 'c.ts': '', 'c.js': '', 'lib/stack.Orders.ts': '' });
    const handlers = ['src/a.handler', 'src/a.api.handler', 'b.handler', 'lib/stack.Orders.handler', 'c.handler', 'd.handler'];
    expect(handlers.map((handler) => typeScriptHandler(folder, handler))).toEqual([
      'src/a.ts',
      'src/a.ts',
      'b.mts',
      'lib/stack.Orders.ts',
      undefined,
      undefined,
    ]);
  });
});

describe('a bundle', () => {
  it('is CommonJS, or a module where the package says so', async () => {
    const source = 'export const handler = async (): Promise<number> => 1;';
    const folder = project({ 'one/app.ts': source, 'two/package.json': '{"type":"module"}', 'two/app.ts': `await null; ${source}` });
    const one = await built(join(folder, 'one'), 'app.ts');
    expect([one.bundle.failure, one.read('app.js')]).toEqual([undefined, expect.stringContaining('module.exports')]);
    const two = await built(join(folder, 'two'), 'app.ts');
    expect([two.bundle.failure, two.read('app.mjs')]).toEqual([undefined, expect.stringContaining('export {')]);
    await Promise.all([one.bundle.close(), two.bundle.close()]);
  });

  it('of a file with dots in its name is what the runtime loads', async () => {
    const folder = project({ 'lib/stack.my-orders.v2.ts': 'export const handler = async (): Promise<number> => 7;' });
    const { bundle, outDir } = await built(folder, 'lib/stack.my-orders.v2.ts');
    expect(bundle.failure).toBeUndefined();
    const loaded = createRequire(import.meta.url)(join(outDir, 'lib/stack.js')) as Record<string, Record<string, { handler(): unknown }>>;
    expect(await loaded['my-orders']!['v2']!.handler()).toBe(7);
    await bundle.close();
  });

  it('says what to install where there is no esbuild', async () => {
    const folder = project({ 'package.json': '{}', 'api/src/app.ts': '' });
    const { bundle, read } = await built(join(folder, 'api'), 'src/app.ts', { findEsbuild: () => ({ foreign: undefined }) });
    expect(bundle.failure).toBe(
      `src/app.ts is TypeScript, and esbuild, which bundles it, is not installed: run \`npm i -D esbuild\` in ${folder}`,
    );
    expect(read('src/app.js')).toContain(JSON.stringify(bundle.failure));
  });

  it('has nothing of a place where code may not look', async () => {
    const source = `export { default } from '${'../secret'}/key.json';`;
    const folder = project({ 'secret/key.json': '{"key":"secret"}', 'app/app.ts': source });
    const { bundle, read } = await built(join(folder, 'app'), 'app.ts', { mayRead: (path) => path !== join(folder, 'secret') });
    expect(bundle.failure).toContain(`imports a file of ${join(folder, 'secret')}`);
    expect(read('app.js')).not.toContain('"secret"');
    expect(bundle.foldersOutside).toEqual([]);
    await bundle.close();
  });
});
