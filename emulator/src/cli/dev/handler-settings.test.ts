// The settings that are read from the file of a handler.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { exportedFunction, handlerSettings } from './handler-settings.ts';

const root = mkdtempSync(join(tmpdir(), 'projects-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(root, `project-${++count}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it.each([
  ['export const handler = async () => 1;', 'nodejs', 'handler'],
  ['export async function handler(event: Event) {}', 'nodejs', 'handler'],
  ['exports.onOrder = () => 1;', 'nodejs', 'onOrder'],
  ['module.exports = { handler, other };', 'nodejs', 'handler'],
  ['const run = 1;\nexport { run as handler };', 'nodejs', 'handler'],
  ['export const a = 1;\nexport const b = 2;', 'nodejs', undefined],
  ['import os\n\ndef helper(one):\n    pass\n\ndef lambda_handler(event, context):\n    pass\n', 'python', 'lambda_handler'],
  ['def on_order(event: dict, context):\n    pass\n', 'python', 'on_order'],
])('the handler of %j', (text, language, name) => expect(exportedFunction(text, language as 'nodejs')).toBe(name));

it('names the function after the folder, and takes a runtime of this machine', async () => {
  const folder = folderOf({ 'src/index.mjs': 'export const handler = () => 1;' });
  const own = `nodejs${process.versions.node.split('.')[0]}.x`;
  expect(await handlerSettings(folder, 'src/index.mjs', {})).toMatchObject({ runtime: own, handler: 'src/index.handler' });
  const options = { name: 'orders', runtime: 'nodejs24.x', handler: 'other' };
  expect(await handlerSettings(folder, 'src/index.mjs', options)).toEqual({
    name: 'orders',
    runtime: 'nodejs24.x',
    handler: 'src/index.other',
  });
});

it('names the function after the project of a handler in a folder `src`', async () => {
  const folder = folderOf({ 'package.json': '{}', 'src/handler.py': '' });
  const options = { runtime: 'python3.13', handler: 'handler' };
  expect(await handlerSettings(join(folder, 'src'), 'handler.py', options)).toMatchObject({
    name: basename(folder),
    handler: 'handler.handler',
  });
});
