import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTemplate, refuseCdkOutput } from './find-template.ts';
import { openProject } from './project.ts';

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'find-template-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const TEMPLATE = 'Resources:\n  Q: {Type: AWS::SQS::Queue}\n';
const folderOf = (name: string, files: Readonly<Record<string, string>>): string => {
  mkdirSync(join(base, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(base, name, file), text);
  return join(base, name);
};

it('takes template.yaml before others, and else the only file with resources', () => {
  const usual = folderOf('usual', { 'template.yaml': TEMPLATE, 'other.yaml': TEMPLATE });
  expect(findTemplate(usual)).toBe(join(usual, 'template.yaml'));
  expect(findTemplate(usual, 'other.yaml')).toBe(join(usual, 'other.yaml'));
  const only = folderOf('only', { 'stack.yml': TEMPLATE, 'values.yml': 'a: b', 'package.json': '{}' });
  expect(findTemplate(only)).toBe(join(only, 'stack.yml'));
});

it('refuses to choose, and says where nothing is', () => {
  expect(() => findTemplate(folderOf('two', { 'a.yaml': TEMPLATE, 'b.json': '{"Resources":{"Q":{"Type":"AWS::SQS::Queue"}}}' }))).toThrow(
    'holds 2 templates: a.yaml, b.json.',
  );
  expect(() => findTemplate(folderOf('none', { 'a.txt': '' }))).toThrow('holds no template');
  expect(() => findTemplate(join(base, 'nowhere'))).toThrow('is not there');
});

it.each([
  ['cdk.json', 'emulator cdk deploy'],
  ['cdktf.json', 'emulator cdktf deploy'],
  ['main.tf', 'emulator tf apply'],
  ['serverless.yml', 'serverless deploy'],
])('a folder with %s is refused with the command for it', (file, command) => {
  const folder = folderOf(`other-${file}`, { [file]: '' });
  expect(() => findTemplate(folder)).toThrow(expect.objectContaining({ hint: expect.stringContaining(command) as string }));
});

it('refuses the output of the CDK, also by the name of a template', () => {
  const folder = folderOf('cdk.out', { 'manifest.json': '{}', 'cdk.out': '{}', 'Shop.template.json': '{"Resources":{}}' });
  expect(() => findTemplate(folder)).toThrow('the output of the CDK');
  expect(() => refuseCdkOutput(join(folder, 'Shop.template.json'))).toThrow('only the CDK uploads');
});

it('names the stack after the folder, and takes what samconfig and the command say', () => {
  const folder = folderOf('My shop_2', {
    'template.yaml': `Parameters:\n  Stage: {Type: String}\n${TEMPLATE}`,
    'samconfig.toml': '[default.deploy.parameters]\nparameter_overrides = "Stage=dev Old=1"\ntags = "a=1"\n',
  });
  const project = openProject(folder, { parameters: { Stage: 'prod' }, tags: { b: '2' } });
  expect(project).toMatchObject({
    stackName: 'My-shop-2',
    parameters: { Stage: 'prod' },
    tags: { a: '1', b: '2' },
    capabilitiesByDefault: true,
  });
  expect(project.warnings).toEqual([expect.stringContaining('parameters that the template does not have: Old.')]);
  expect(openProject(folder, { stackName: 'other', parameters: { Unknown: 'x' } })).toMatchObject({
    stackName: 'other',
    parameters: { Stage: 'dev', Unknown: 'x' },
  });
});
