// `emulator dev` with a CDKTF app and the real Terraform: applies the stacks, reloads code without it, applies changes, and survives errors.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
const APP = (name: string, parameter: string) => `
const { join } = require('node:path');
const { App, TerraformOutput, TerraformProvider, TerraformResource, TerraformStack } = require('${name}');
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
  it.each(['cdktf', 'cdktn'])(
    'keeps the stacks of an app of %s applied like its files',
    async (name) => {
      const prepare = (folder: string): void => {
        writeSettings(join(folder, '..'));
        symlinkSync(MODULES, join(folder, 'node_modules'));
      };
      const files = { 'cdktf.json': SETTINGS, 'main.cjs': APP(name, '/first'), 'orders/index.js': CODE('one') };
      await using loop = await startDev(files, [], (home) => ({ TF_CLI_CONFIG_FILE: join(home, 'terraformrc') }), prepare);
      expect(await loop.next('deployed')).toMatchObject({
        subject: '2 stacks',
        isChanged: true,
        functions: [{ name: 'orders', label: 'code/aws_lambda_function.orders', folder: join(loop.folder, 'orders') }],
        outputs: { 'settings.parameter': '/first' },
      });
      using lambda = lambdaAt(loop.url);
      const answer = async () =>
        JSON.parse((await lambda.client.invoke({ FunctionName: 'orders' })).Payload!.transformToString()) as unknown;
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
      loop.write({ 'main.cjs': APP(name, '/second') });
      expect(await loop.next('deployed')).toMatchObject({ isChanged: true, outputs: { 'settings.parameter': '/second' } });
      expect(await answer()).toBe('two');
      expect(await loop.end()).toMatchObject({ code: 0, left: [] });
    },
    400_000,
  );

  it('says what is wrong with the settings of an app', async () => {
    await using loop = await startDev({ 'cdktf.json': '{ "app": ' });
    await expect(loop.next('project')).rejects.toThrow(/CDKTF_APP_MISSING: .*cdktf\.json cannot be read: /);
  });
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The stack of the template as the package synthesizes it, without what it says of itself. */
function synthesized(name: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'cdktf-template-'));
  try {
    cpSync(join(ROOT, 'templates/cdktf-ts'), folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const each of [name, 'constructs']) symlinkSync(join(MODULES, each), join(folder, 'node_modules', each));
    symlinkSync(join(ROOT, 'node_modules/esbuild'), join(folder, 'node_modules/esbuild'));
    for (const file of ['main.ts', 'stack.ts', 'aws.ts']) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), text.replaceAll("'cdktn'", `'${name}'`).replaceAll('{{name}}', 'shop'));
    }
    const env = { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), CLOUD_EMULATOR_URL: 'http://localhost:4566' };
    execFileSync(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'main.ts'], { cwd: folder, env });
    const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')) as {
      stacks: Record<string, { synthesizedStackPath: string }>;
    };
    const [stack] = Object.values(manifest.stacks);
    const text = readFileSync(join(folder, 'out', stack!.synthesizedStackPath), 'utf8').replaceAll(folder, '');
    return JSON.parse(text, (key, value: unknown) => (key === '//' ? undefined : value)) as unknown;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.skipIf(isMissing('the template with cdktf', whyNoClients()))('the template is the same stack with cdktf and with cdktn', () => {
  expect(synthesized('cdktf')).toEqual(synthesized('cdktn'));
});
