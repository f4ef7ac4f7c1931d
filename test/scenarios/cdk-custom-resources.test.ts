// The real CDK's own custom resources, each deployed, changed and destroyed: their handlers run as the CDK ships them.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../emulator/src/containers/embedded/interpreters.ts';
import { findMachinePackages } from '../../emulator/src/containers/embedded/machine-packages.ts';
import { systemCommand } from '../../emulator/src/containers/embedded/system-command.ts';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-custom-resources', import.meta.url));
const boto = (await findMachinePackages('python', (await findInterpreters('python')).found)).length > 0;
// The command line tool that a deployment of files brings in its layer asks for /opt and /var/lang.
const walls = ['bwrap', 'unshare'].some((name) => systemCommand(name) !== undefined);
const noBoto = !boto && 'needs boto3 in a Python of this machine: pip install boto3';
const noWalls = !walls && 'layers at /opt need bubblewrap or unshare';

describe.skipIf(isMissing('custom resources of the CDK', whyNoLongScenario() ?? whyNoCdk()))("the CDK's custom resources", () => {
  let emulator: TestEmulator;
  let app: CdkApp;

  /** From what was synthesised before. */
  const deploy = async (stack: string, value: 'first' | 'second' = 'first'): Promise<Record<string, string>> => {
    expect(await app.cdk('deploy', stack, '--app', value, '--require-approval', 'never')).toMatch(new RegExp(`✅\\s+${stack}`));
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: stack });
    return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  };
  const destroy = (stack: string): Promise<string> => app.cdk('destroy', stack, '--app', 'first', '--force');
  const textAt = async (Bucket: string | undefined, Key: string): Promise<string | undefined> =>
    (await emulator.client(S3).getObject({ Bucket, Key })).Body?.transformToString();

  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    app = openApp(APP, emulator.url);
    await Promise.all([
      app.synth('first', { value: 'first' }),
      app.synth('second', { value: 'second' }),
      app.cdk('bootstrap', 'aws://000000000000/us-east-1'),
    ]);
  });
  afterAll(async () => {
    await emulator?.stop();
    app?.[Symbol.dispose]();
  });

  it('AwsCustomResource makes the calls it was told', async () => {
    const parameter = async () => (await emulator.client(SSM).getParameter({ Name: '/custom/written' })).Parameter;
    expect(await deploy('Calls')).toEqual({ Version: '1' });
    expect(await parameter()).toMatchObject({ Value: 'first' });
    expect(await deploy('Calls', 'second')).toEqual({ Version: '2' });
    expect(await parameter()).toMatchObject({ Value: 'second', Version: 2 });
    await destroy('Calls');
    await expect(parameter()).rejects.toThrow(expect.objectContaining({ name: 'ParameterNotFound' }));
  });

  it('the provider framework asks the function and hands its answer over', async () => {
    expect(await deploy('Provided')).toEqual({ Said: 'Create first' });
    expect(await deploy('Provided', 'second')).toEqual({ Said: 'Update second' });
    await destroy('Provided');
  });

  it('log retention makes the group, and removes it', async () => {
    const groups = async () => {
      const { logGroups } = await emulator.client(CloudWatchLogs).describeLogGroups({ logGroupNamePrefix: '/custom/' });
      return logGroups?.map(({ logGroupName, retentionInDays }) => [logGroupName, retentionInDays]);
    };
    await deploy('Retained');
    expect(await groups()).toEqual([['/custom/retained', 7]]);
    await destroy('Retained');
    expect(await groups()).toEqual([]);
  });

  it.skipIf(isMissing('custom resources in Python', noBoto))(
    'bucket notifications arrive, and a bucket with objects goes with its stack',
    async () => {
      const { BucketName, QueueUrl } = await deploy('Buckets');
      await emulator.client(S3).putObject({ Bucket: BucketName, Key: 'a/b.txt', Body: 'hello' });
      const keys: unknown[] = [];
      while (keys.length === 0) {
        const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
        for (const { Body } of Messages ?? []) {
          const records = (JSON.parse(Body ?? '{}') as { Records?: { s3: { object: { key: string } } }[] }).Records ?? [];
          keys.push(...records.map(({ s3 }) => s3.object.key));
        }
      }
      expect(keys).toEqual(['a/b.txt']);
      await destroy('Buckets');
      const { Buckets } = await emulator.client(S3).listBuckets();
      expect(Buckets?.map(({ Name }) => Name)).not.toContain(BucketName);
    },
    120_000,
  );

  it.skipIf(isMissing('files for a bucket, by the tool of a layer', noBoto || noWalls))(
    'a bucket is filled with files by the command line tool of its layer',
    async () => {
      const { ContentName } = await deploy('Site');
      expect(await textAt(ContentName, 'index.html')).toBe('<h1>first</h1>');
      await deploy('Site', 'second');
      expect(await textAt(ContentName, 'index.html')).toBe('<h1>second</h1>');
      await destroy('Site');
    },
    120_000,
  );

  it('leaves no stack behind but its own', async () => {
    const { StackSummaries } = await emulator.client(CloudFormation).listStacks();
    const statuses = StackSummaries?.map(({ StackName, StackStatus }) => `${StackName} ${StackStatus}`).sort();
    const destroyed = ['Calls', 'Provided', 'Retained', ...(boto ? ['Buckets'] : []), ...(boto && walls ? ['Site'] : [])];
    expect(statuses).toEqual(['CDKToolkit CREATE_COMPLETE', ...destroyed.map((name) => `${name} DELETE_COMPLETE`)].sort());
  });
});
