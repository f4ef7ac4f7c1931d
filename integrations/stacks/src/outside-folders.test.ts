import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeployEvent } from './deploy-event.ts';
import { type PackageOptions, packageTemplate } from './package-template.ts';
import { readTemplate } from './template-document.ts';

let root: string;
let events: DeployEvent[];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
  events = [];
  for (const folder of ['project/src', 'shared/lib', 'home/.ssh']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['project/src/index.js', 'shared/lib/index.js', 'home/.ssh/id']) writeFileSync(join(root, file), 'x');
});
afterEach(() => rmSync(root, { recursive: true }));

function pack(CodeUri: string): Promise<unknown> {
  const file = join(root, 'project/template.json');
  const Fn = { Type: 'AWS::Serverless::Function', Properties: { CodeUri, Handler: 'index.handler', Runtime: 'nodejs20.x' } };
  const text = JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources: { Fn } });
  const options: PackageOptions = {
    ...{ url: 'http://localhost:4566', bucket: 'b', prefix: 'p', cache: join(root, 'cache'), build: false, hotBucket: undefined },
    whyNot: (path) => (path.includes('/.ssh') || path === join(root, 'home') ? 'lies in a hidden folder' : undefined),
    see: (event) => events.push(event),
  };
  return packageTemplate(file, readTemplate(text, file), options);
}

it('packs the folder of the template without a word', async () => {
  await pack('src/');
  expect(events).toEqual([]);
});

it('says that a folder outside is packed, too', async () => {
  await pack('../shared/lib');
  expect(events).toEqual([
    {
      type: 'warning',
      text: `CodeUri of Fn leads to ${join(root, 'shared/lib')}, outside of the folder of the template: it is packed, too.`,
    },
  ]);
});

it.each(['../home/.ssh', '../home/.ssh/id', '../home', 'here/.ssh'])('packs no secrets: %s', async (path) => {
  symlinkSync(join(root, 'home'), join(root, 'project/here'));
  await expect(pack(path)).rejects.toThrow(/^CodeUri of Fn leads to .*, which lies in a hidden folder/);
});

it.each(['../../home/.ssh', '../../home/.ssh/id'])('packs no secrets behind links: %s', async (target) => {
  symlinkSync(target, join(root, 'project/src/link'));
  await expect(pack('src')).rejects.toThrow(/^A link in CodeUri of Fn leads to .*, which lies in a hidden folder/);
});

it('tells once of links into a folder outside', async () => {
  for (const name of ['a.js', 'b.js']) symlinkSync('../../shared/lib/index.js', join(root, 'project/src', name));
  await pack('src');
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    text: expect.stringContaining(`A link in CodeUri of Fn leads to ${join(root, 'shared/lib')}, outside`),
  });
});
