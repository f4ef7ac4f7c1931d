// The kind of project that a folder holds, and the settings that are read from the file of a handler.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { detectProject } from './detect-project.ts';
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

const TEMPLATE = 'Resources:\n  Queue:\n    Type: AWS::SQS::Queue\n';

it.each([
  [{ 'cdk.json': '{}', 'index.ts': '' }, 'cdk'],
  [{ 'cdktf.json': '{}', 'main.ts': '' }, 'cdktf'],
  [{ 'main.tf': '', 'index.js': '' }, 'terraform'],
  [{ 'template.yaml': TEMPLATE, 'app.py': '' }, 'template'],
  [{ 'stack.yml': TEMPLATE }, 'template'],
  [{ 'samconfig.toml': '' }, 'template'],
  [{ 'src/index.ts': '', 'compose.yml': 'services: {}\n' }, 'handler'],
  [{ 'lambda_function.py': '' }, 'handler'],
])('%j is of the kind %s', (files, kind) => expect(detectProject(folderOf(files as unknown as Record<string, string>)).kind).toBe(kind));

it('takes a file for a template or a handler, whose code is the nearest folder with a package', () => {
  const folder = folderOf({ 'package.json': '{}', 'src/orders/on-order.ts': '', 'deploy/stack.yaml': TEMPLATE, 'jobs/report.py': '' });
  expect(detectProject(join(folder, 'src/orders/on-order.ts'))).toEqual({ kind: 'handler', folder, file: 'src/orders/on-order.ts' });
  expect(detectProject(join(folder, 'jobs/report.py'))).toEqual({ kind: 'handler', folder: join(folder, 'jobs'), file: 'report.py' });
  expect(detectProject(join(folder, 'deploy/stack.yaml'))).toMatchObject({ kind: 'template', path: join(folder, 'deploy/stack.yaml') });
});

it('takes the folder of a handler in Python for its code, which is where Python looks for modules', async () => {
  const folder = folderOf({ 'package.json': '{}', 'src/handler.py': '', 'src/total.py': '' });
  expect(detectProject(folder)).toEqual({ kind: 'handler', folder: join(folder, 'src'), file: 'handler.py' });
  const options = { runtime: 'python3.13', handler: 'handler' };
  expect(await handlerSettings(join(folder, 'src'), 'handler.py', options)).toMatchObject({
    name: basename(folder),
    handler: 'handler.handler',
  });
});

it('says what it looked for where it finds nothing', () => {
  const folder = folderOf({ 'notes.txt': '' });
  expect(() => detectProject(folder)).toThrow('is no app, no template and no handler');
  expect(() => detectProject(join(folder, 'gone'))).toThrow('is not there');
});

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
