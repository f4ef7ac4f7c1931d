// The CDK of a project, found from its folders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findCdk, mistaken } from './find-cdk.ts';

const root = mkdtempSync(join(tmpdir(), 'find-cdk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const install = (folder: string, version: string) => {
  mkdirSync(join(root, folder, 'node_modules/aws-cdk'), { recursive: true });
  writeFileSync(join(root, folder, 'node_modules/aws-cdk/package.json'), JSON.stringify({ version, bin: { cdk: 'bin/cdk' } }));
};

it('is the nearest', () => {
  mkdirSync(join(root, 'a/b/c'), { recursive: true });
  expect(findCdk(join(root, 'a/b/c'))).toBeUndefined();
  install('.', '2.1000.0');
  install('a', '2.1148.1');
  expect(findCdk(join(root, 'a/b/c'))).toEqual({ program: join(root, 'a/node_modules/aws-cdk/bin/cdk'), version: '2.1148.1' });
  expect(findCdk(join(root))).toMatchObject({ version: '2.1000.0' });
});

it('is warned about where it is the one that was published by mistake', () => {
  expect(mistaken({ program: 'cdk', version: '3.0.0' })).toContain('aws-cdk@^2.1148');
  expect(mistaken({ program: 'cdk', version: '2.1148.1' })).toBeUndefined();
});
