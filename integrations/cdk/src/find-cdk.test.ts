// The CDK of a project, found from its folders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findCdk, ignoresEndpoint, mistaken } from './find-cdk.ts';

const root = mkdtempSync(join(tmpdir(), 'find-cdk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const install = (folder: string, version: string) => {
  mkdirSync(join(root, folder, 'node_modules/aws-cdk'), { recursive: true });
  writeFileSync(join(root, folder, 'node_modules/aws-cdk/package.json'), JSON.stringify({ version, bin: { cdk: 'bin/cdk' } }));
};

const cdk = (version: string) => ({ program: 'cdk', programs: '.bin', version });

it('is the nearest', () => {
  mkdirSync(join(root, 'a/b/c'), { recursive: true });
  expect(findCdk(join(root, 'a/b/c'))).toBeUndefined();
  install('.', '2.1000.0');
  install('a', '2.1148.1');
  expect(findCdk(join(root, 'a/b/c'))).toEqual({
    program: join(root, 'a/node_modules/aws-cdk/bin/cdk'),
    programs: join(root, 'a/node_modules/.bin'),
    version: '2.1148.1',
  });
  expect(findCdk(join(root))).toMatchObject({ version: '2.1000.0' });
});

it('is warned about where it is the one that was published by mistake', () => {
  expect(mistaken(cdk('3.0.0'))).toContain('aws-cdk@^2.1148');
  expect(mistaken(cdk('2.1148.1'))).toBeUndefined();
});

it('is told to be renewed where it would call the real cloud', () => {
  for (const version of ['1.204.0', '2.80.0', '2.166.0'])
    expect(ignoresEndpoint(cdk(version)), version).toContain(`aws-cdk ${version} calls the real cloud`);
  for (const version of ['2.167.0', '2.1000.2', '2.1148.1', '3.0.0']) expect(ignoresEndpoint(cdk(version)), version).toBeUndefined();
});
