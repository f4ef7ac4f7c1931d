// The esbuild of a folder that belongs to another user: it gets nothing of the emulator's user.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TypeScriptBundle } from '#hot-reload/bundle/typescript-bundle';
import { isMissing } from '../../../../../test/support/is-missing.ts';
import { findEsbuild } from './find-esbuild.ts';

const notRoot = process.getuid?.() === 0 ? undefined : 'only root gives files to other users';
const OTHER = 12345;

/** Says where it ran, and who as; then it bundles nothing. */
const SPY = (ran: string): string => `
  try { require('node:fs').writeFileSync(${JSON.stringify(ran)}, String(process.getuid())); } catch {}
  exports.context = async () => ({ rebuild: async () => ({ metafile: { inputs: {} }, outputFiles: [{ text: '// by the spy' }] }), dispose: async () => {} });
`;

describe.skipIf(isMissing('folders of other users', notRoot))('the esbuild of another user', () => {
  let folder: string;
  let ran: string;
  let outDir: string;
  beforeEach(() => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'foreign-')));
    chmodSync(place, 0o755);
    folder = join(place, 'project');
    ran = join(place, 'shared/ran');
    outDir = join(place, 'out/task');
    for (const path of [folder, dirname(ran), dirname(outDir), join(folder, 'node_modules/esbuild')]) mkdirSync(path, { recursive: true });
    chmodSync(dirname(ran), 0o777);
    writeFileSync(join(folder, 'index.ts'), 'export const handler = async () => 1;');
    writeFileSync(join(folder, 'node_modules/esbuild/package.json'), '{"name":"esbuild","version":"0.28.2","main":"main.js"}');
    writeFileSync(join(folder, 'node_modules/esbuild/main.js'), SPY(ran));
    execFileSync('chown', ['-R', `${OTHER}:${OTHER}`, folder]);
  });
  afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

  it('runs as that user where root runs the emulator', async () => {
    const bundle = new TypeScriptBundle({ folder, file: 'index.ts', outDir, release: 20, mayRead: () => true, findEsbuild });
    await bundle.build();
    expect(bundle.failure).toBeUndefined();
    expect(readFileSync(ran, 'utf8')).toBe(String(OTHER));
    expect(readFileSync(join(outDir, 'index.js'), 'utf8')).toBe('// by the spy');
    await bundle.close();
  });

  it('says what went wrong in it, or that it is gone', async () => {
    const failing = (code: string): void => writeFileSync(join(folder, 'node_modules/esbuild/main.js'), code);
    const failure = async (): Promise<string | undefined> => {
      const bundle = new TypeScriptBundle({ folder, file: 'index.ts', outDir, release: 20, mayRead: () => true, findEsbuild });
      await bundle.build();
      await bundle.close();
      return bundle.failure;
    };
    failing("exports.context = async () => { throw Object.assign(new Error('all'), { errors: [{ text: 'no such file' }] }); };");
    expect(await failure()).toBe('no such file');
    failing('process.exit(3);');
    expect(await failure()).toContain('ended before its answer');
  });

  it('is passed over where anybody may change it, and where only its program is of others', () => {
    chmodSync(join(folder, 'node_modules'), 0o777);
    // The one beside the emulator takes its place.
    expect(findEsbuild(folder).esbuild).toHaveProperty('version');
    const mine = join(dirname(folder), 'mine');
    const program = join(mine, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, '');
    mkdirSync(join(mine, 'node_modules/esbuild'), { recursive: true });
    writeFileSync(join(mine, 'node_modules/esbuild/index.js'), SPY(ran));
    expect(findEsbuild(mine).esbuild).not.toHaveProperty('version');
    chownSync(program, OTHER, OTHER);
    expect(findEsbuild(mine).esbuild).toHaveProperty('version');
  });

  it('is not loaded by an emulator of a third user', () => {
    const here = fileURLToPath(new URL('./find-esbuild.ts', import.meta.url));
    const tsx = import.meta.resolve('tsx');
    const code = `import { findEsbuild } from ${JSON.stringify(here)}; findEsbuild(${JSON.stringify(folder)});`;
    const third = ['--reuid=12346', '--regid=12346', '--clear-groups'];
    execFileSync('setpriv', [...third, process.execPath, '--import', tsx, '--input-type=module', '-e', code], {
      env: { PATH: process.env['PATH'] },
      cwd: '/',
    });
    expect(existsSync(ran)).toBe(false);
  });
});
