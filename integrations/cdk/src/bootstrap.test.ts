// Where an app is going to be deployed, read from what it has left in its folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bootstrapOptions, qualifierOf, regionsOf } from './bootstrap.ts';

const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const synthesised = (name: string, ...environments: string[]) => {
  mkdirSync(join(folder, name));
  const artifacts = Object.fromEntries(environments.map((environment, index) => [`Stack${index}`, { environment }]));
  writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify({ artifacts: { ...artifacts, Tree: {} } }));
};

it('regions are those of the last synthesis, in this account', () => {
  const regions = (...words: string[]) => regionsOf(folder, words, '000000000000');
  expect(regions('deploy')).toEqual([]);
  synthesised('cdk.out', 'aws://000000000000/eu-west-1', 'aws://000000000000/eu-west-1', 'aws://111111111111/eu-north-1');
  synthesised('other', 'aws://000000000000/us-west-2', 'aws://unknown-account/unknown-region');
  expect(regions('deploy', '--all')).toEqual(['eu-west-1']);
  expect(regions('deploy', '--app', 'other')).toEqual(['us-west-2']);
  expect(regions('deploy', '-o', 'other')).toEqual(['us-west-2']);
  expect(regions('deploy', '--app=other')).toEqual(['us-west-2']);
  expect(regions('deploy', `--output=${join(folder, 'other')}`)).toEqual(['us-west-2']);
  expect(regions('deploy', '--app', 'node app.mjs')).toEqual(['eu-west-1']);
  writeFileSync(join(folder, 'cdk.json'), '{ "app": "node app.mjs", "output": "other" }');
  expect(regions('deploy')).toEqual(['us-west-2']);
  expect(regions('deploy', '-o', 'cdk.out')).toEqual(['eu-west-1']);
  writeFileSync(join(folder, 'cdk.json'), '{ "app": "other" }');
  expect(regions('deploy')).toEqual(['us-west-2']);
  rmSync(join(folder, 'cdk.json'));
});

it('the qualifier is the one of cdk.json', () => {
  expect(qualifierOf(folder)).toBe('hnb659fds');
  writeFileSync(join(folder, 'cdk.json'), '{ "context": { "@aws-cdk/core:bootstrapQualifier": "mine" } }');
  expect(qualifierOf(folder)).toBe('mine');
  expect(bootstrapOptions(folder)).toEqual(['--qualifier', 'mine']);
  writeFileSync(join(folder, 'cdk.json'), '{ "toolkitStackName": "Toolkit" }');
  expect(bootstrapOptions(folder)).toEqual(['--qualifier', 'hnb659fds', '--toolkit-stack-name', 'Toolkit']);
});
