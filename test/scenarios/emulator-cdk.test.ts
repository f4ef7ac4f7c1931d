// `emulator cdk`, as it was built, with the real CDK and an app that uses the package as npm packs it: starts an emulator, bootstraps, deploys, tells events, passes exit codes on.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '#lib/testing/is-missing';
import { CDK_MODULES, type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { commandWords } from '../support/command.ts';

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
      const options = { cwd: app.folder, env: { ...env, ...environment }, timeout: 110_000 };
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
    install(app.folder);
  }, 60_000);
  afterAll(async () => {
    if (!app) return;
    await emulator(['stop', '--endpoint', url]);
    app[Symbol.dispose]();
  }, 30_000);

  it('starts an emulator, bootstraps and deploys', async () => {
    const { code, stdout, stderr } = await cdk(['--json', ...deploy], { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'AKIAREAL' });
    expect(code, stderr).toBe(0);
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
  }, 120_000);

  it('uses what runs, and hands the exit code over', async () => {
    const refused = await cdk(['deploy', 'Nothing', '--no-notices']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('No stacks match');
    expect(refused.stderr).not.toContain('was started');
  }, 120_000);

  it('bootstraps the region that only the synthesis knows', async () => {
    const { code, stderr } = await cdk([...deploy, '-c', 'region=eu-west-1', '--output', 'elsewhere']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Not bootstrapped yet: aws://000000000000/eu-west-1');
    expect(stderr).toContain('Hello.Where = here');
  }, 120_000);

  it('folders are assets with a word about it, unless the emulator takes them as they are, and everywhere else', async () => {
    await cdk(['synth', '--quiet', '--no-notices', '--output', 'local']);
    expect(code('local')?.S3Bucket).toContain('assets');
    expect(readFileSync(join(app.folder, 'local/manifest.json'), 'utf8') + metadata('local')).toContain(
      'does not take the code of functions from folders yet',
    );
    const synth = (into: string, environment: Record<string, string>, ...words: string[]) =>
      execFileSync(process.execPath, [join(app.folder, 'app.mjs'), ...words], {
        cwd: app.folder,
        env: { PATH: process.env['PATH'], HOME: app.folder, CDK_OUTDIR: join(app.folder, into), CDK_VALIDATION: 'false', ...environment },
        stdio: 'ignore',
      });
    synth('marked', { CLOUD_EMULATOR_URL: url, CLOUD_EMULATOR_FOLDER_BUCKET: 'hot-reload' });
    expect(code('marked')).toEqual({ S3Bucket: 'hot-reload', S3Key: join(app.folder, 'functions/hello') });
    synth('cloud', {});
    expect(template('cloud').Outputs['Where']?.Value).toBe('there');
    expect(metadata('cloud')).not.toContain('does not take');
    synth('told', { CLOUD_EMULATOR_URL: url, CDK_CONTEXT_JSON: '{"cloud-emulator:local":"false"}' });
    expect(template('told').Outputs['Where']?.Value).toBe('there');
  }, 120_000);

  it('its types are those of the CDK', () => {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'integrations/cdk/tsconfig.json')]);
  }, 60_000);

  it('says what to do where there is no CDK', async () => {
    rmSync(join(app.folder, 'node_modules/aws-cdk'));
    const { code, stderr } = await cdk(['deploy']);
    expect(code).toBe(1);
    expect(stderr).toContain('CDK_NOT_FOUND');
  }, 60_000);

  /** Notes of constructs lie beside the manifest. */
  function metadata(folder: string): string {
    const path = join(app.folder, folder, 'Hello.metadata.json');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
});

/** As npm would: the CDK of the examples, and our package as it is packed. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules');
  rmSync(modules);
  mkdirSync(modules);
  for (const name of ['aws-cdk', 'aws-cdk-lib', 'constructs', '@aws-cdk']) symlinkSync(join(CDK_MODULES, name), join(modules, name));
  const npm = ['pack', join(ROOT, 'integrations/cdk'), '--json', '--pack-destination', folder];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  execFileSync('tar', ['-xzf', 'cloud-emulator-cdk-0.1.0.tgz'], { cwd: folder });
  renameSync(join(folder, 'package'), join(modules, 'cloud-emulator-cdk'));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
