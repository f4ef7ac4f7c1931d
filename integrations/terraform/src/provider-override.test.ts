// The settings that the override takes back, and from which providers.
import { expect, it } from 'vitest';
import { providerOverride } from './provider-override.ts';

const keys = { accessKeyId: 'test', secretAccessKey: 'test' };
const of = (text: string, name = 'main.tf') => providerOverride([{ name, text }], { ...keys, pathStyle: false });

it('is not needed where the environment is enough', () => {
  expect(of('provider "aws" {\n  region = "eu-west-1"\n  default_tags {\n    tags = { profile = "x" }\n  }\n}\n')).toBeUndefined();
  expect(of('resource "aws_sqs_queue" "q" {}')).toBeUndefined();
});

it('replaces keys and removes profiles, for each alias', () => {
  expect(
    of(`provider "aws" {
  region     = "us-east-1"
  access_key = "AKIAREAL"
  secret_key = "real"
}
provider "aws" {
  alias   = "west"
  profile = "work"
}
`),
  ).toBe(`# Written by the emulator for one command, and removed after it.
provider "aws" {
  access_key = "test"
  secret_key = "test"
}

provider "aws" {
  alias = "west"
  profile = null
}
`);
});

it('reads JSON, as CDKTF writes it', () => {
  const json = JSON.stringify({ provider: { aws: [{ region: 'us-east-1' }, { alias: 'a', profile: 'work' }] } });
  expect(of(json, 'cdk.tf.json')).toContain('alias = "a"\n  profile = null');
  expect(of('no json', 'cdk.tf.json')).toBeUndefined();
});

it('addresses buckets by path where the host has a name', () => {
  expect(providerOverride([{ name: 'main.tf', text: 'provider "aws" {\n}\n' }], { ...keys, pathStyle: true })).toContain(
    's3_use_path_style = true',
  );
});

it('gives providers with keys of their own those of a session', () => {
  const session = { accessKeyId: 'ASIAEM', secretAccessKey: 'made', sessionToken: 'of the session', pathStyle: false };
  const text = 'provider "aws" {\n  access_key = "AKIAREAL"\n  secret_key = "real"\n  token = "real"\n}\n';
  expect(providerOverride([{ name: 'main.tf', text }], session)).toContain(
    'access_key = "ASIAEM"\n  secret_key = "made"\n  token = "of the session"\n}',
  );
});
