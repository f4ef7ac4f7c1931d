// `emulator dev` with a CDKTF app and the real Terraform: applies the stacks, reloads code without it, applies changes, and survives errors.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import { startDev } from '../support/dev-process.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { whyNoClients } from '../support/template-project.ts';
import { whyNoTerraform, writeSettings } from '../support/terraform.ts';

const MODULES = fileURLToPath(new URL('clients/node_modules', import.meta.url));
const SETTINGS = '{ "language": "typescript", "app": "node main.cjs" }';
/** A stack with a function, and one that needs it. */
const APP = (parameter: string) => `
const { join } = require('node:path');
const { App, TerraformOutput, TerraformProvider, TerraformResource, TerraformStack } = require('cdktn');
const app = new App();
const stackOf = (name) => {
  const stack = new TerraformStack(app, name);
  new TerraformProvider(stack, 'aws', { terraformResourceType: 'aws', terraformProviderSource: 'hashicorp/aws' });
  return stack;
};
const make = (stack, type, id, attributes) => {
  const resource = new TerraformResource(stack, id, { terraformResourceType: type });
  for (const [name, value] of Object.entries(attributes)) resource.addOverride(name, value);
  return resource;
};
const code = stackOf('code');
const trust = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }] };
const role = make(code, 'aws_iam_role', 'role', { name: 'orders', assume_role_policy: JSON.stringify(trust) });
const orders = make(code, 'aws_lambda_function', 'orders', {
  ...{ function_name: 'orders', role: role.getStringAttribute('arn'), runtime: 'nodejs20.x', handler: 'index.handler' },
  ...{ s3_bucket: 'hot-reload', s3_key: join(__dirname, 'orders') },
});
const settings = stackOf('settings');
make(settings, 'aws_ssm_parameter', 'path', { name: '${parameter}', type: 'String', value: orders.getStringAttribute('arn') });
new TerraformOutput(settings, 'parameter', { value: '${parameter}' });
app.synth();
`;
const CODE = (word: string) => `exports.handler = async () => "${word}";\n`;

const lambdaAt = (endpoint: string) => {
  const client = new Lambda({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } });
  return { client, [Symbol.dispose]: () => client.destroy() };
};

describe.skipIf(isMissing('emulator dev with CDKTF', whyNoTerraform() ?? whyNoClients() ?? whyNoLongScenario()))('emulator dev', () => {
  it('keeps the stacks of a CDKTF app applied like its files', async () => {
    const prepare = (folder: string): void => {
      writeSettings(join(folder, '..'));
      symlinkSync(MODULES, join(folder, 'node_modules'));
    };
    const files = { 'cdktf.json': SETTINGS, 'main.cjs': APP('/first'), 'orders/index.js': CODE('one') };
    await using loop = await startDev(files, [], (home) => ({ TF_CLI_CONFIG_FILE: join(home, 'terraformrc') }), prepare);
    expect(await loop.next('deployed')).toMatchObject({
      subject: '2 stacks',
      isChanged: true,
      functions: [{ name: 'orders', label: 'code/aws_lambda_function.orders', folder: join(loop.folder, 'orders') }],
      outputs: { 'settings.parameter': '/first' },
    });
    using lambda = lambdaAt(loop.url);
    const answer = async () => JSON.parse((await lambda.client.invoke({ FunctionName: 'orders' })).Payload!.transformToString()) as unknown;
    expect(await answer()).toBe('one');
    loop.write({ 'orders/index.js': CODE('two') });
    await loop.next('reloaded');
    expect(await answer()).toBe('two');
    loop.write({ 'main.cjs': 'throw new Error("no such stack");\n' });
    expect(await loop.next('deploying')).toMatchObject({ reason: 'main.cjs has changed' });
    expect(await loop.next('failed')).toMatchObject({
      text: 'node main.cjs ended with 1.',
      hint: expect.stringContaining('Error: no such stack') as string,
    });
    loop.write({ 'main.cjs': APP('/second') });
    expect(await loop.next('deployed')).toMatchObject({ isChanged: true, outputs: { 'settings.parameter': '/second' } });
    expect(await answer()).toBe('two');
    expect(await loop.end()).toMatchObject({ code: 0, left: [] });
  }, 400_000);

  it('says what is wrong with the settings of an app', async () => {
    await using loop = await startDev({ 'cdktf.json': '{ "app": ' });
    await expect(loop.next('project')).rejects.toThrow(/CDKTF_APP_MISSING: .*cdktf\.json cannot be read: /);
  });
});
