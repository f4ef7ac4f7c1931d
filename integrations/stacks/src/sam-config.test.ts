import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSamConfig } from './sam-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samconfig-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads what `sam deploy --guided` writes', () => {
  writeFileSync(
    join(folder, 'samconfig.toml'),
    `version = 0.1
[default.global.parameters]
stack_name = "shop"
[default.build.parameters]
template_file = "infra/template.yaml"
[default.deploy.parameters]
capabilities = "CAPABILITY_IAM CAPABILITY_NAMED_IAM"
confirm_changeset = true
resolve_s3 = true
s3_prefix = "shop-artifacts"
region = "eu-west-1"
parameter_overrides = "Stage=\\"dev\\" Title='two words' Url=https://a/?b=c"
tags = ["team=orders", "owner=me"]
notification_arns = []
[prod.deploy.parameters]
stack_name = "shop-prod"
`,
  );
  expect(readSamConfig(folder)).toMatchObject({
    template: 'infra/template.yaml',
    stackName: 'shop',
    region: 'eu-west-1',
    prefix: 'shop-artifacts',
    capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
    parameters: { Stage: 'dev', Title: 'two words', Url: 'https://a/?b=c' },
    tags: { team: 'orders', owner: 'me' },
    ignored: ['notification_arns'],
  });
  expect(readSamConfig(folder, 'prod')?.stackName).toBe('shop-prod');
});

it('refuses an environment that is not there, and what cannot be read', () => {
  expect(() => readSamConfig(folder, 'staging')).toThrow('has no environment staging');
  expect(() => readSamConfig(folder, 'default', join(folder, 'none.toml'))).toThrow('cannot be read');
  writeFileSync(join(folder, 'broken.toml'), 'a = = b');
  expect(() => readSamConfig(folder, 'default', join(folder, 'broken.toml'))).toThrow('broken.toml cannot be read: ');
});

it('reads parameters as tables, lists and in the form of the AWS CLI', () => {
  const file = join(folder, 'other.yaml');
  writeFileSync(
    file,
    'default: {deploy: {parameters: {parameter_overrides: ["ParameterKey=A,ParameterValue=1 2", "B=x"], tags: {team: orders, list: [a, b]}}}}',
  );
  expect(readSamConfig(folder, 'default', file)).toMatchObject({ parameters: { A: '1 2', B: 'x' }, tags: { team: 'orders', list: 'a,b' } });
});
