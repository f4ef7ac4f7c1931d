// Templates that the CDK has synthesised, deployed without it: by boto3 with its waiters, and by `aws cloudformation deploy`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws, whyNoBoto3 } from '../support/aws-clients.ts';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const SHOP = fileURLToPath(new URL('../../examples/cdk-shop', import.meta.url));
const SCRIPT = fileURLToPath(new URL('./cdk-templates/stacks.py', import.meta.url));

interface Step {
  readonly waited?: string;
  readonly seconds?: number;
  readonly StackName?: string;
  readonly unchanged?: string;
  readonly refused?: string;
}

describe.skipIf(isMissing('templates of the CDK without it', whyNoCdk() ?? whyNoBoto3()))('what the CDK has synthesised', () => {
  let emulator: TestEmulator;
  let app: CdkApp;
  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    app = openApp(SHOP, emulator.url);
    await Promise.all([
      app.synth('first'),
      app.synth('second', { edition: 'second' }),
      app.synth('adopting', { edition: 'second', adopt: 'legacy-pictures' }),
      app.synth('broken', { edition: 'second', adopt: 'legacy-pictures', broken: 'yes' }),
    ]);
  });
  afterAll(async () => {
    await emulator?.stop();
    app?.[Symbol.dispose]();
  });
  const remaining = async () => {
    const { StackSummaries } = await emulator.client(CloudFormation).listStacks();
    return StackSummaries?.filter(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE');
  };

  it('is created, changed, imported into, rolled back and deleted by boto3, whose waiters look once', async () => {
    const folders = ['first', 'second', 'adopting', 'broken'].map((name) => join(app.folder, name));
    const { stdout } = await promisify(execFile)('python3', [SCRIPT, emulator.url, ...folders]);
    const steps = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Step);
    const waiters = new Set(steps.flatMap(({ waited }) => waited ?? []));
    expect([...waiters].sort()).toEqual([
      'change_set_create_complete',
      'stack_create_complete',
      'stack_delete_complete',
      'stack_exists',
      'stack_import_complete',
      'stack_rollback_complete',
      'stack_update_complete',
    ]);
    expect(steps.flatMap(({ unchanged }) => unchanged ?? [])).toEqual(['ShopKeys', 'ShopLayers', 'ShopDesk']);
    expect(steps.find(({ refused }) => refused)).toMatchObject({ refused: 'UPDATE_FAILED' });
    // The one whose function starts cold in Python may take its time.
    expect(steps.filter(({ seconds = 0, StackName }) => seconds > 5 && StackName !== 'ShopSeed')).toEqual([]);
    expect(await remaining()).toEqual([]);
  });

  it.skipIf(isMissing('templates of the CDK with the AWS CLI', whyNoAws()))(
    'is deployed, changed and deleted by the AWS CLI',
    async () => {
      const env = {
        ...{ PATH: process.env['PATH'], HOME: app.folder, AWS_PAGER: '', AWS_DEFAULT_REGION: 'us-east-1' },
        ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
      };
      // The versions of some systems are older than AWS_ENDPOINT_URL.
      const aws = async (...words: string[]): Promise<string> =>
        (await promisify(execFile)('aws', ['--endpoint-url', emulator.url, ...words], { cwd: app.folder, env })).stdout;
      const deploy = (stack: string, assembly: string) =>
        aws(
          ...['cloudformation', 'deploy', '--stack-name', stack, '--template-file', `${assembly}/${stack}.template.json`],
          ...['--capabilities', 'CAPABILITY_IAM', '--no-fail-on-empty-changeset'],
        );
      const badge = async () => {
        const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'ShopBadge' });
        return Stacks?.[0]?.Outputs?.[0]?.OutputValue;
      };
      expect(await deploy('ShopBadge', 'first')).toContain('Successfully created/updated stack');
      expect(await badge()).toBe('Create: shop first');
      await deploy('ShopBadge', 'second');
      expect(await badge()).toBe('Update: shop second');
      expect(await deploy('ShopBadge', 'second')).toContain('No changes to deploy');
      await aws('cloudformation', 'wait', 'stack-update-complete', '--stack-name', 'ShopBadge');
      await aws('cloudformation', 'delete-stack', '--stack-name', 'ShopBadge');
      await aws('cloudformation', 'wait', 'stack-delete-complete', '--stack-name', 'ShopBadge');
      expect(await remaining()).toEqual([]);
    },
    180_000,
  );
});
