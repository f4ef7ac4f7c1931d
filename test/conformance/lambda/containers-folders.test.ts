// Functions in containers that run from a folder, where a container engine answers.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { isMissing } from '../../support/is-missing.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { body, type FolderFixture, startFolderFixture } from './use-folders.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

describe.skipIf(isMissing('functions in containers that run from a folder', whyNoEngine(found)))('a folder in a container', () => {
  const data = mkdtempSync(join(tmpdir(), 'project-'));
  let fixture: FolderFixture;
  beforeAll(async () => {
    // In the container somebody else reads it.
    chmodSync(data, 0o755);
    const contained = { CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host' } as const;
    const stored = { DATA_DIR: join(data, '.emulator'), PERSISTENCE: '1' } as const;
    fixture = await startFolderFixture({ options: { ...contained, ...stored, FUNCTION_RUNTIME_IMAGE_MAPPING: JSON.stringify(images) } });
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it('is reloaded in place, however its files are written', async () => {
    const code = (said: string) =>
      body(`const fs = require('node:fs'); const kept = fs.existsSync('/tmp/kept'); fs.writeFileSync('/tmp/kept', 'x');
        return { said: '${said}', kept, stream: context.logStreamName };`);
    const folder = fixture.folder({ 'index.js': code('old') });
    await fixture.run('contained', folder);
    const { stream, ...before } = await fixture.invoke<{ stream: string }>('contained');
    expect(before).toEqual({ said: 'old', kept: false });
    await fixture.reloaded('contained', () => folder.write({ 'index.js': code('new') }));
    expect(await fixture.invoke('contained')).toEqual({ said: 'new', kept: true, stream });
    await fixture.reloaded('contained', () => folder.replace('index.js', code('newest')));
    expect(await fixture.invoke('contained')).toEqual({ said: 'newest', kept: true, stream });
  });

  it('is reloaded in Python and from TypeScript', async () => {
    const python = (said: number) => `def handler(event, context):\n    return ${said}\n`;
    const typed = (said: number) => `export const handler = async (): Promise<number> => ${said};\n`;
    const folder = fixture.folder({ 'app.py': python(1), 'typed.ts': typed(1) });
    await fixture.run('python', folder, { Runtime: 'python3.12', Handler: 'app.handler' });
    await fixture.run('typed', folder, { Handler: 'typed.handler' });
    expect([await fixture.invoke('python'), await fixture.invoke('typed')]).toEqual([1, 1]);
    await Promise.all([
      fixture.reloaded('python', () => folder.write({ 'app.py': python(2), 'typed.ts': typed(2) })),
      fixture.reloaded('typed', () => undefined),
    ]);
    expect([await fixture.invoke('python'), await fixture.invoke('typed')]).toEqual([2, 2]);
  });

  it('shows packages of a monorepo and a layer, and their changes', async () => {
    const folder = fixture.folder({ 'index.js': body(`return [require('shared'), require('/opt/value.js')];`) });
    const shared = fixture.folder({ 'index.js': 'module.exports = 1;' });
    const layer = fixture.folder({ 'value.js': 'module.exports = 1;' });
    mkdirSync(join(folder.path, 'node_modules'));
    symlinkSync(join('../../..', shared.path.slice(tmpdir().length)), join(folder.path, 'node_modules/shared'));
    const Content = { S3Bucket: 'hot-reload', S3Key: layer.path };
    const { LayerVersionArn } = await fixture.lambda.publishLayerVersion({ LayerName: 'hot', Content });
    await fixture.run('linked', folder, { Layers: [LayerVersionArn!] });
    expect(await fixture.invoke('linked')).toEqual([1, 1]);
    await fixture.reloaded('linked', () => shared.write({ 'index.js': 'module.exports = 2;' }));
    expect(await fixture.invoke('linked')).toEqual([2, 1]);
    await fixture.reloaded('linked', () => layer.write({ 'value.js': 'module.exports = 2;' }));
    expect(await fixture.invoke('linked')).toEqual([2, 2]);
  });

  it('is another container when the folder is removed and built anew', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    await fixture.run('rebuilt', folder);
    expect(await fixture.invoke('rebuilt')).toBe(1);
    await fixture.reloaded('rebuilt', () => rmSync(folder.path, { recursive: true }));
    folder.write({ 'index.js': body('return 2;') });
    expect(await fixture.invoke('rebuilt')).toBe(2);
  });

  it('shows nothing of the data directory that lies in it, and cannot be written to', async () => {
    const read = `const fs = require('node:fs'); let written = true; try { fs.writeFileSync('/var/task/x', ''); } catch { written = false; }`;
    writeFileSync(join(data, 'index.js'), body(`${read} return [fs.readdirSync('/var/task/.emulator'), written];`));
    await fixture.run('around', data);
    expect(await fixture.invoke('around')).toEqual([[], false]);
  });
});
