// The kind of project that a folder holds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { detectProject } from './detect-project.ts';

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

it('takes the folder of a handler in Python for its code, which is where Python looks for modules', () => {
  const folder = folderOf({ 'package.json': '{}', 'src/handler.py': '', 'src/total.py': '' });
  expect(detectProject(folder)).toEqual({ kind: 'handler', folder: join(folder, 'src'), file: 'handler.py' });
});

it('says what it looked for where it finds nothing', () => {
  const folder = folderOf({ 'notes.txt': '' });
  expect(() => detectProject(folder)).toThrow('is no app, no template and no handler');
  expect(() => detectProject(join(folder, 'gone'))).toThrow('is not there');
});
