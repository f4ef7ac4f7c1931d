// `emulator cdk`, as it was built, with the real CDK and an app that uses the package as npm packs it: starts an emulator, bootstraps, deploys, tells events, passes exit codes on.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, installPackage, openApp, whyNoCdk } from '../support/cdk.ts';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';
import { told } from '../support/problems.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const APP = fileURLToPath(new URL('./cdk-local', import.meta.url));

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe.skipIf(isMissing('emulator cdk', whyNoCdk()))('emulator cdk', () => {
  let app: CdkApp;
  let url: string;

  const emulator = async (words: readonly string[], environment: Record<string, string> = {}): Promise<Said> => {
    const env = {
      PATH: process.env['PATH'],
      HOME: app.folder,
      TMPDIR: app.folder,
      CDK_DISABLE_VERSION_CHECK: '1',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      CDK_VALIDATION: 'false',
    };
    const program = [...(await commandWords()), ...words];
    return new Promise((resolve) => {
      const options = { cwd: app.folder, env: { ...env, ...environment } };
      const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  };
  const cdk = (words: readonly string[], environment?: Record<string, string>) =>
    emulator(['cdk', '--endpoint', url, ...words], environment);
  const deploy = ['deploy', '--require-approval', 'never', '--no-notices'];
  const template = (folder: string) =>
    JSON.parse(readFileSync(join(app.folder, folder, 'Hello.template.json'), 'utf8')) as {
      Resources: Record<string, { Type: string; Properties: { Code?: { S3Bucket: string; S3Key: string } } }>;
      Outputs: Record<string, { Value: string }>;
    };
  const code = (folder: string) =>
    Object.values(template(folder).Resources).find(({ Type }) => Type === 'AWS::Lambda::Function')?.Properties.Code;

  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`;
    app = openApp(APP, url);
    installPackage(app.folder);
  });
  afterAll(async () => {
    if (!app) return;
    await emulator(['stop', '--endpoint', url]);
    app[Symbol.dispose]();
  });

  it('starts an emulator, bootstraps and deploys', async () => {
    const { code, stdout, stderr } = await cdk(['--json', ...deploy], { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'AKIAREAL' });
    expect(code, stderr).toBe(0);
    expect(await told({ url })).toEqual([]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ type: 'emulator', url, started: true });
    expect(lines[1]).toEqual({ type: 'bootstrap', environments: ['aws://000000000000/us-east-1'] });
    const events = lines
      .slice(2)
      .map((line) => `${line['type']} ${line['StackName']} ${line['LogicalResourceId']} ${line['ResourceStatus']}`);
    expect(events).toContain('event CDKToolkit CDKToolkit CREATE_COMPLETE');
    expect(events.at(-1)).toBe('event Hello Hello CREATE_COMPLETE');
    expect(stderr).toContain('Hello.Where = here');
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const lambda = new Lambda({ endpoint: url, region: 'us-east-1', credentials });
    const { Payload } = await lambda.invoke({ FunctionName: 'hello' });
    lambda.destroy();
    expect(Payload?.transformToString()).toBe('"hello from its folder"');
    expect(code).toBe(0);
  });

  it('uses what runs, and hands the exit code over', async () => {
    const refused = await cdk(['deploy', 'Nothing', '--no-notices']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('No stacks match');
    expect(refused.stderr).not.toContain('was started');
  });

  it('bootstraps the region that only the synthesis knows', async () => {
    const { code, stderr } = await cdk([...deploy, '-c', 'region=eu-west-1', '--output', 'elsewhere']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Not bootstrapped yet: aws://000000000000/eu-west-1');
    expect(stderr).toContain('Hello.Where = here');
  });

  it('folders are taken as they are by the emulator, and assets everywhere else', async () => {
    const here = { S3Bucket: 'hot-reload', S3Key: join(app.folder, 'functions/hello') };
    await cdk(['synth', '--quiet', '--no-notices', '--output', 'local']);
    expect(code('local')).toEqual(here);
    const synth = (into: string, environment: Record<string, string>, ...words: string[]) =>
      execFileSync(process.execPath, [join(app.folder, 'app.mjs'), ...words], {
        cwd: app.folder,
        env: { PATH: process.env['PATH'], HOME: app.folder, CDK_OUTDIR: join(app.folder, into), CDK_VALIDATION: 'false', ...environment },
        stdio: 'ignore',
      });
    synth('plain', { AWS_ENDPOINT_URL: url });
    expect(code('plain')).toEqual(here);
    synth('off', { CLOUD_EMULATOR_URL: url, CLOUD_EMULATOR_FOLDER_BUCKET: '0' });
    expect(JSON.stringify(code('off'))).toContain('assets');
    synth('cloud', {});
    expect(JSON.stringify(code('cloud'))).toContain('assets');
    expect(template('cloud').Outputs['Where']?.Value).toBe('there');
    synth('told', { CLOUD_EMULATOR_URL: url, CDK_CONTEXT_JSON: '{"cloud-emulator:local":"false"}' });
    expect(template('told').Outputs['Where']?.Value).toBe('there');
  });

  it('its types are those of the CDK', () => {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'integrations/cdk/tsconfig.json')]);
  });

  it('says what to do where there is no CDK', async () => {
    rmSync(join(app.folder, 'node_modules/aws-cdk'));
    const { code, stderr } = await cdk(['deploy']);
    expect(code).toBe(1);
    expect(stderr).toContain('CDK_NOT_FOUND');
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
