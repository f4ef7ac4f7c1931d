// The established emulator's wrapper of the CDK, unmodified, over the example app: it knows a port, and the names that it makes of it.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CloudFormation as Stacks } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/cdk-events', import.meta.url));
const CDK_MODULES = join(EXAMPLE, 'node_modules');
const CLIENTS = fileURLToPath(new URL('./clients', import.meta.url));
const PROGRAM = join(CLIENTS, 'node_modules/aws-cdk-local/bin/cdklocal');

function whyNot(): string | undefined {
  if (!existsSync(PROGRAM)) return 'needs `npm ci` in test/scenarios/clients';
  return existsSync(join(CDK_MODULES, 'aws-cdk')) ? undefined : 'needs `npm ci` in examples/cdk-events';
}

describe.skipIf(isMissing('cdklocal', whyNot()))('cdklocal', () => {
  let emulator: TestEmulator;
  let folder: string;

  /** `NODE_PATH` is how it is told where the CDK lies. */
  const cdklocal = async (told: Record<string, string>, ...words: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], HOME: folder, NODE_PATH: CDK_MODULES, CDK_DISABLE_CLI_TELEMETRY: 'true', ...told };
    const options = { cwd: join(folder, 'app'), env, maxBuffer: 20_000_000 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, '--no-notices', '--no-color', ...words], options);
    return `${stdout}${stderr}`;
  };
  const port = (): Record<string, string> => {
    const nameServer = /names: .* at (127\.0\.0\.1:\d+)/.exec(emulator.choices.join('\n'))![1]!;
    const names = { NODE_OPTIONS: `--require ${join(CLIENTS, 'public-names.cjs')}`, NAME_SERVER: nameServer };
    return { EDGE_PORT: new URL(emulator.url).port, ...names };
  };
  const addresses = (): Record<string, string> => ({ AWS_ENDPOINT_URL: emulator.url, AWS_ENDPOINT_URL_S3: emulator.url });
  const stacks = async (): Promise<unknown> => {
    const { StackSummaries } = await emulator.client(Stacks).listStacks();
    return StackSummaries?.map(({ StackName, StackStatus }) => `${StackName} ${StackStatus}`).sort();
  };

  beforeAll(async () => {
    emulator = await startTestEmulator({ options: { DNS_ADDRESS: '127.0.0.1:0' } });
    folder = mkdtempSync(join(tmpdir(), 'cdklocal-'));
    cpSync(EXAMPLE, join(folder, 'app'), { recursive: true, filter: (path) => !/node_modules|cdk\.out/.test(path.slice(EXAMPLE.length)) });
    symlinkSync(CDK_MODULES, join(folder, 'app/node_modules'));
  });
  afterAll(async () => {
    await emulator?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('bootstraps and deploys with nothing but a port', async () => {
    expect(await cdklocal(port(), 'bootstrap', 'aws://000000000000/us-east-1')).toContain('bootstrapped');
    expect(await cdklocal(port(), 'deploy', '--require-approval', 'never')).toMatch(/✅\s+Orders/);
    expect(await stacks()).toEqual(['CDKToolkit CREATE_COMPLETE', 'Orders CREATE_COMPLETE']);
    const { Stacks: [orders] = [] } = await emulator.client(Stacks).describeStacks({ StackName: 'Orders' });
    expect(orders?.Outputs?.map(({ OutputKey }) => OutputKey)).toContain('FunctionName');
    const Bucket = 'cdk-hnb659fds-assets-000000000000-us-east-1';
    expect((await emulator.client(S3).listObjectsV2({ Bucket })).Contents?.length).toBeGreaterThan(1);
  }, 400_000);

  it('finds the same under addresses that it is told, and destroys it', async () => {
    expect(await cdklocal(addresses(), 'deploy')).toContain('(no changes)');
    expect(await cdklocal(addresses(), 'destroy', '--force')).toMatch(/destroyed/);
    expect(await stacks()).toEqual(['CDKToolkit CREATE_COMPLETE', 'Orders DELETE_COMPLETE']);
    expect((await emulator.client(Lambda).listFunctions()).Functions).toEqual([]);
  }, 400_000);
});
