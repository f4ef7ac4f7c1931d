// Functions that run from a folder: what they run after its files have changed, and what stays.
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { body, type FolderFixture, startFolderFixture } from './use-folders.ts';

const HERE = `const fs = require('node:fs'); const file = (process.env.TMPDIR ?? '/tmp') + '/kept';
  const kept = fs.existsSync(file); fs.writeFileSync(file, 'x');`;

describe('a function that runs from a folder', () => {
  let fixture: FolderFixture;
  beforeAll(async () => {
    fixture = await startFolderFixture();
  });
  afterAll(() => fixture.emulator.stop());

  it('runs new code after a change, in the same environment with its /tmp and log stream', async () => {
    const code = (said: string) =>
      body(`${HERE} return { said: '${said}', kept, stream: context.logStreamName, count: ++globalThis.count };`);
    const folder = fixture.folder({ 'index.js': `globalThis.count = 0; ${code('old')}`, 'other.js': '' });
    await fixture.run('stays', folder);
    const before = await fixture.invoke<{ stream: string }>('stays');
    expect(before).toMatchObject({ said: 'old', kept: false, count: 1 });
    const change = () => folder.write({ 'index.js': `globalThis.count = 0; ${code('new')}`, 'other.js': '1', 'third.js': '1' });
    expect(await fixture.reloaded('stays', change)).toMatch(/^reloaded stays in \d+ ms \(\d files?\)$/);
    // A busy machine may tell of the files one after another.
    const files = () => fixture.texts.map((text) => Number(/^reloaded stays in .*\((\d) file/.exec(text)?.[1] ?? 0));
    await expect.poll(() => files().reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3);
    expect(await fixture.invoke('stays')).toEqual({ said: 'new', kept: true, count: 1, stream: before.stream });
  });

  it('sees files that an editor puts in the place of others, each time', async () => {
    const folder = fixture.folder({ 'index.js': body('return 0;') });
    await fixture.run('replaced', folder);
    expect(await fixture.invoke('replaced')).toBe(0);
    for (const value of [1, 2, 3]) {
      const said = await fixture.reloaded('replaced', () => folder.replace('index.js', body(`return ${value};`)));
      expect(said).toContain('(1 file)');
      await expect.poll(() => fixture.invoke('replaced')).toBe(value);
    }
  });

  it('is reloaded before its first invocation, too', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    await fixture.run('unused', folder);
    await fixture.reloaded('unused', () => folder.write({ 'index.js': body('return 2;') }));
    await expect.poll(() => fixture.invoke('unused')).toBe(2);
  });

  it('finishes an invocation under way with the old code', async () => {
    const held: ServerResponse[] = [];
    const server = createServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const code = (said: string) =>
      body(`if (event.url) await fetch(event.url); return { said: '${said}', stream: context.logStreamName };`);
    const folder = fixture.folder({ 'index.js': code('old') });
    await fixture.run('drained', folder, { Timeout: 20 });
    const first = fixture.invoke<{ stream: string }>('drained', { url });
    await once(server, 'request');
    // Another environment, which is made now, is the one that tells of the change.
    const other = fixture.invoke<{ stream: string }>('drained');
    expect(await other).toMatchObject({ said: 'old' });
    await fixture.reloaded('drained', () => folder.write({ 'index.js': code('new') }));
    await expect.poll(() => fixture.invoke('drained')).toEqual({ said: 'new', stream: (await other).stream });
    for (const response of held) response.end();
    expect(await first).toMatchObject({ said: 'old' });
    server.close();
    const streams = await Promise.all([fixture.invoke('drained'), fixture.invoke('drained')]);
    expect(streams).toEqual([expect.objectContaining({ said: 'new' }), expect.objectContaining({ said: 'new' })]);
  });

  it('is a function in Python just as well', async () => {
    const code = (said: string) => `def handler(event, context):\n    return '${said}'\n`;
    const folder = fixture.folder({ 'app.py': code('old') });
    await fixture.run('python', folder, { Runtime: 'python3.12', Handler: 'app.handler' });
    expect(await fixture.invoke('python')).toBe('old');
    await fixture.reloaded('python', () => folder.write({ 'app.py': code('new') }));
    await expect.poll(() => fixture.invoke('python')).toBe('new');
  });

  it('sees the packages of its monorepo, and their changes', async () => {
    const folder = fixture.folder({ 'index.js': body(`return require('shared').value;`) });
    const shared = join(folder.path, '../shared');
    mkdirSync(shared);
    mkdirSync(join(folder.path, 'node_modules'));
    symlinkSync('../../shared', join(folder.path, 'node_modules/shared'));
    const write = (value: number) => writeFileSync(join(shared, 'index.js'), `exports.value = ${value};`);
    write(1);
    await fixture.run('linked', folder);
    expect(await fixture.invoke('linked')).toBe(1);
    await fixture.reloaded('linked', () => write(2));
    await expect.poll(() => fixture.invoke('linked')).toBe(2);
  });

  it('gets another environment when its folder is removed and built anew', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    await fixture.run('rebuilt', folder);
    expect(await fixture.invoke('rebuilt')).toBe(1);
    const gone = await fixture.reloaded('rebuilt', () => rmSync(folder.path, { recursive: true }));
    expect(gone).toBe(`The folder of rebuilt is gone: ${folder.path}`);
    await expect(fixture.invoke('rebuilt')).rejects.toMatchObject({
      name: 'ServiceException',
      message: expect.stringContaining(`the folder ${folder.path}, which does not exist`),
    });
    folder.write({ 'index.js': body('return 2;') });
    expect(await fixture.invoke('rebuilt')).toBe(2);
    await fixture.reloaded('rebuilt', () => folder.write({ 'index.js': body('return 3;') }));
    await expect.poll(() => fixture.invoke('rebuilt')).toBe(3);
  });

  it('takes a layer from a folder, whose changes reach it', async () => {
    const layer = fixture.folder({ 'nodejs/node_modules/greet/index.js': `module.exports = 'hello';` });
    const { LayerVersionArn, Content } = await fixture.lambda.publishLayerVersion({
      LayerName: 'greet',
      Content: { S3Bucket: 'hot-reload', S3Key: layer.path },
    });
    expect(Content).toMatchObject({ Location: `file://${layer.path}`, CodeSha256: 'hot-reloading-hash-not-available', CodeSize: 0 });
    const folder = fixture.folder({ 'index.js': body(`return require('greet');`) });
    await fixture.run('layered', folder, { Layers: [LayerVersionArn!] });
    expect(await fixture.invoke('layered')).toBe('hello');
    writeFileSync(join(layer.path, 'ignored.pyc'), '');
    await fixture.reloaded('layered', () => layer.write({ 'nodejs/greet.txt': 'changed' }));
    await expect.poll(() => fixture.invoke('layered')).toBe('hello');
    const other = await fixture.lambda.publishLayerVersion({
      LayerName: 'other',
      Content: { S3Bucket: 'hot-reload', S3Key: layer.path },
    });
    await expect(
      fixture.lambda.updateFunctionConfiguration({ FunctionName: 'layered', Layers: [LayerVersionArn!, other.LayerVersionArn!] }),
    ).rejects.toMatchObject({ name: 'InvalidParameterValueException', message: expect.stringContaining('must be the only layer') });
  });
});
