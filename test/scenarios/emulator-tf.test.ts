// `emulator tf` and `emulator cdktf`, as they were built, with the real Terraform, the real AWS provider and real apps of cdktf and cdktn.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runEmulator } from '../support/deploy.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { told } from '../support/problems.ts';
import { whyNoTerraform, writeSettings } from '../support/terraform.ts';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const MODULES = join(HERE, 'clients/node_modules');
const missing = whyNoLongScenario() ?? whyNoTerraform();

let emulator: TestEmulator;
let base: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
  base = mkdtempSync(join(tmpdir(), 'emulator-tf-'));
  // The first command waits for the bundle.
  await run(base, ['--version']);
});
afterAll(async () => {
  await emulator.stop();
  rmSync(base, { recursive: true, force: true });
});

/** A copy of a folder of projects. */
const project = (name: string): string => {
  const folder = mkdtempSync(join(base, 'project-'));
  cpSync(join(HERE, name), folder, { recursive: true });
  return folder;
};
const run = (folder: string, words: readonly string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
  runEmulator(words, folder, { HOME: base, AWS_ENDPOINT_URL: emulator.url.replace('127.0.0.1', 'localhost'), ...environment });

describe.skipIf(isMissing('emulator tf', missing))('emulator tf', () => {
  it('applies a project that names a profile, leaves its files as they were, and destroys', async () => {
    const folder = project('emulator-tf-project');
    const settings = { TF_CLI_CONFIG_FILE: writeSettings(base), AWS_PROFILE: 'other' };
    const tf = (...words: string[]) => run(folder, ['tf', ...words], settings);
    expect(await tf('init', '-no-color')).toMatchObject({ code: 0 });
    const applied = await tf('apply', '-auto-approve', '-no-color');
    expect(applied.code, applied.stderr).toBe(0);
    expect((await emulator.client(S3).listBuckets()).Buckets).toMatchObject([{ Name: 'tf-things' }]);
    const { logGroups } = await emulator.client(CloudWatchLogs, { region: 'us-west-2' }).describeLogGroups();
    expect(logGroups).toMatchObject([{ logGroupName: '/tf/app' }]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tf'))).toEqual(['main.tf']);
    expect(await tf('plan', '-detailed-exitcode', '-no-color')).toMatchObject({ code: 0 });
    expect(await told(emulator)).toEqual([]);
    expect(await tf('plan', '-no-color', '-nonsense')).toMatchObject({ code: 1 });
    expect(await tf('destroy', '-auto-approve', '-no-color')).toMatchObject({ code: 0 });
    expect((await emulator.client(S3).listBuckets()).Buckets ?? []).toEqual([]);
  }, 400_000);

  it('says what is missing', async () => {
    const { code, stderr } = await run(base, ['tf', 'plan'], { TF_CMD: 'no-such-terraform' });
    expect(code).toBe(1);
    expect(stderr).toContain('TERRAFORM_NOT_FOUND');
  });
});

const installed = existsSync(join(MODULES, 'cdktn')) ? undefined : 'needs `npm ci` in test/scenarios/clients';
describe.skipIf(isMissing('emulator cdktf', missing ?? installed))('emulator cdktf', () => {
  it.each(['cdktf', 'cdktn'])(
    'synthesizes and deploys an app of %s in the order of its stacks, and destroys it',
    async (name) => {
      const folder = project('cdktf-app');
      symlinkSync(MODULES, join(folder, 'node_modules'));
      const mirror = /path = "(.*)"/.exec(readFileSync(writeSettings(base), 'utf8'))?.[1] ?? '';
      const cdktf = (...words: string[]) => run(folder, ['cdktf', '--provider-mirror', mirror, ...words], { CDKTF_PACKAGE: name });
      const unknown = await cdktf('deploy', 'none');
      expect(unknown).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The app has no stack none.\nIt has events, settings.') as string,
      });
      const deployed = await cdktf('deploy', 'settings');
      expect(deployed.code, deployed.stderr + deployed.stdout).toBe(0);
      const { Parameter } = await emulator.client(SSM, { region: 'eu-west-1' }).getParameter({ Name: '/bus' });
      expect(Parameter?.Value).toBe('arn:aws:events:eu-west-1:000000000000:event-bus/shop');
      const destroyed = await cdktf('destroy', 'events');
      expect(destroyed.code, destroyed.stderr + destroyed.stdout).toBe(0);
      expect((await emulator.client(EventBridge, { region: 'eu-west-1' }).listEventBuses()).EventBuses).toHaveLength(1);
    },
    400_000,
  );

  it('says what is missing', async () => {
    const { code, stderr } = await run(base, ['cdktf', 'deploy']);
    expect(code).toBe(1);
    expect(stderr).toContain('CDKTF_APP_MISSING');
  });
});
