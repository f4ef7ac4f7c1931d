// The real CDK, unmodified, over a shop in fourteen stacks: with nothing but an address and credentials it deploys, changes, swaps, watches, imports,
// rolls back, collects garbage and destroys; and what it deployed works.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { KMS } from '@aws-sdk/client-kms';
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
import { told } from '../support/problems.ts';
import { recordsOf } from '../support/records.ts';
import { untilPasses } from '../support/until-passes.ts';

const SHOP = fileURLToPath(new URL('../../examples/cdk-shop', import.meta.url));
const ASSETS = 'cdk-hnb659fds-assets-000000000000-us-east-1';
const STACKS = 14;
const boto = async (): Promise<string | undefined> =>
  (await findMachinePackages('python', (await findInterpreters('python')).found)).length > 0
    ? undefined
    : 'needs boto3 in a Python of this machine: pip install boto3';
const walls = ['bwrap', 'unshare'].some((name) => systemCommand(name)) ? undefined : 'layers at /opt need bubblewrap or unshare';

/** Collections that keep a history, which outlives the resources. Keys wait for their end, and layers count on, as in the cloud. */
const HISTORY = [
  ...['cloudformation.', 'core.due', 'events.rule-versions', 'kms.', 'sts.sessions', 's3.lifecycle-due'],
  ...['lambda.layers', 'lambda.signing-keys', 'lambda.totals'],
];

/** The other scenarios of the CDK prove each road by itself; this one drives all of them through one app, and takes a minute or two. */
describe.skipIf(isMissing('the shop of the CDK', whyNoLongScenario() ?? whyNoCdk() ?? walls ?? (await boto())))(
  'the shop of the CDK',
  () => {
    let emulator: TestEmulator;
    let app: CdkApp;
    let bare: string[];

    const deploy = (from: string, ...words: string[]): Promise<string> =>
      app.cdk('deploy', '--app', from, '--require-approval', 'never', '--concurrency', '8', ...words);
    const outputs = async (StackName: string): Promise<Record<string, string>> => {
      const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName });
      return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    };
    const tell = (DetailType: string, detail: object) =>
      emulator
        .client(EventBridge)
        .putEvents({ Entries: [{ EventBusName: 'shop', Source: 'shop', DetailType, Detail: JSON.stringify(detail) }] });
    const message = async (QueueUrl: string | undefined): Promise<unknown> => {
      const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
      return JSON.parse(Messages?.[0]?.Body ?? 'null');
    };
    const logged = (logGroupName: string, text: string) =>
      untilPasses(async () => {
        const { events } = await emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName });
        expect(events?.map(({ message }) => message).join('')).toContain(text);
      });
    const parameter = async (Name: string) => (await emulator.client(SSM).getParameter({ Name })).Parameter?.Value;
    /** By its path: names below localhost do not resolve everywhere. */
    const answer = async (): Promise<unknown> => {
      const id = new URL((await outputs('ShopReports'))['Url']!).hostname.split('.')[0];
      return (await fetch(`${emulator.url}/_function-url/${id}/`)).json();
    };
    const edit = (file: string, from: string, to: string) => {
      const path = join(app.folder, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
    const records = () => recordsOf(emulator, { without: HISTORY, apart: [] });

    beforeAll(async () => {
      emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
      app = openApp(SHOP, emulator.url);
      await Promise.all([app.synth('first'), app.cdk('bootstrap', 'aws://000000000000/us-east-1')]);
      bare = records();
      await Promise.all([
        app.synth('second', { edition: 'second' }),
        app.synth('adopting', { edition: 'second', adopt: 'legacy-pictures' }),
        app.synth('broken', { edition: 'second', broken: 'yes' }),
      ]);
    });
    afterAll(async () => {
      await emulator?.stop();
      app?.[Symbol.dispose]();
    });

    it('deploys', async () => {
      expect((await deploy('first', '--all')).match(/✅\s+Shop/g)).toHaveLength(STACKS);
      expect(await outputs('ShopCalls')).toEqual({ Version: '1' });
      expect(await outputs('ShopSeed')).toEqual({ Said: 'Create first' });
      expect(await outputs('ShopBadge')).toEqual({ Text: 'Create: shop first' });
      expect(await parameter('/shop/edition')).toBe('first');
      expect(await parameter('/shop/desk')).toMatch(/^arn:aws:sqs:us-east-1:000000000000:ShopTeams-North/);
      expect(await told(emulator)).toEqual([]);
    });

    it('works: events, queues, addresses, objects', async () => {
      const { FunctionName, QueueUrl } = await outputs('ShopOrders');
      await tell('Order', { id: 6, total: 20 });
      await tell('Order', { id: 7, total: 120 });
      expect(await message(QueueUrl)).toMatchObject({ source: 'shop', detail: { id: 7 } });
      await logged(`/aws/lambda/${FunctionName}`, 'first edition: order 7 of 120.00 EUR');
      await tell('Complaint', { team: 'North', text: 'late' });
      expect(await message((await outputs('ShopTeams'))['NorthQueueUrl'])).toMatchObject({ detail: { text: 'late' } });
      expect(await answer()).toEqual({ report: 'first' });
      const s3 = emulator.client(S3);
      const page = await s3.getObject({ Bucket: (await outputs('ShopSite'))['BucketName'], Key: 'index.html' });
      expect(await page.Body?.transformToString()).toContain('<h1>Open</h1>');
      const uploads = await outputs('ShopUploads');
      await s3.putObject({ Bucket: uploads['BucketName'], Key: 'a/cat.jpg', Body: 'a cat' });
      await logged(`/aws/lambda/${uploads['FunctionName']}`, 'picture a/cat.jpg');
      expect(await told(emulator)).toEqual([]);
    });

    it('shows what would change, in stacks within too', async () => {
      const shown = await app.cdk('diff', 'ShopTeams', '--app', 'second', '--method=change-set');
      expect(shown).toMatch(/Stack South[\s\S]+\[\+\] AWS::SQS::Queue South\/Queue/);
      const { StackSummaries } = await emulator.client(CloudFormation).listStacks();
      const south = StackSummaries!.filter(({ StackName }) => StackName!.startsWith('ShopTeams-South'));
      expect(south).toMatchObject([{ StackStatus: 'DELETE_COMPLETE', ParentId: expect.stringContaining('ShopTeams') as string }]);
    });

    it('deploys what has changed', async () => {
      expect(await deploy('second', '--all')).toMatch(/✅\s+ShopSite \(no changes\)/);
      expect(await outputs('ShopCalls')).toEqual({ Version: '2' });
      expect(await outputs('ShopSeed')).toEqual({ Said: 'Update second' });
      expect(await outputs('ShopBadge')).toEqual({ Text: 'Update: shop second' });
      expect(await answer()).toEqual({ report: 'second' });
      await tell('Order', { id: 8, total: 130 });
      await logged(`/aws/lambda/${(await outputs('ShopOrders'))['FunctionName']}`, 'second edition: order 8 of 130.00 EUR');
      const archive = await emulator.client(EventBridge).describeArchive({ ArchiveName: 'shop' });
      expect(archive).toMatchObject({ RetentionDays: 14 });
      const { logGroups } = await emulator.client(CloudWatchLogs).describeLogGroups({ logGroupNamePrefix: '/shop/legacy' });
      expect(logGroups).toMatchObject([{ retentionInDays: 14 }]);
    });

    it('sees no difference', async () => {
      expect(await app.cdk('diff', '--app', 'second', '--fail')).toContain('Number of stacks with differences: 0');
    });

    it('swaps code in place', async () => {
      edit('functions/report/report.py', '"report": os', '"swapped": os');
      await app.cdk('deploy', 'ShopReports', '--exclusively', '--hotswap', '-c', 'edition=second');
      expect(await answer()).toEqual({ swapped: 'second' });
    });

    it('watches files, and shows what functions log', async () => {
      const watching = app.begin('watch', 'ShopReports', '--exclusively', '-c', 'edition=second');
      let said = '';
      for (const stream of [watching.stdout!, watching.stderr!])
        stream.on('data', (chunk) => {
          said += String(chunk);
        });
      const says = (text: RegExp) => untilPasses(() => expect(said).toMatch(text));
      try {
        await says(/✅\s+ShopReports/);
        edit('functions/report/report.py', '"swapped": os', '"watched": os');
        await untilPasses(async () => expect(await answer()).toEqual({ watched: 'second' }));
        await emulator.client(SQS).sendMessage({ QueueUrl: (await outputs('ShopReports'))['RequestsUrl'], MessageBody: 'May' });
        await says(/report for May/);
      } finally {
        watching.kill('SIGINT');
      }
    });

    it('imports what is there already', async () => {
      await emulator.client(S3).createBucket({ Bucket: 'legacy-pictures' });
      const { Resources } = JSON.parse(readFileSync(join(app.folder, 'adopting/ShopSettings.template.json'), 'utf8')) as {
        Resources: Record<string, { Type: string }>;
      };
      const [id] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::S3::Bucket')!;
      writeFileSync(join(app.folder, 'mapping.json'), JSON.stringify({ [id]: { BucketName: 'legacy-pictures' } }));
      const said = await app.cdk('import', 'ShopSettings', '--app', 'adopting', '--force', '--resource-mapping', 'mapping.json');
      expect(said).toContain('Import operation complete');
      expect(await app.cdk('diff', 'ShopSettings', '--app', 'adopting')).toContain('There were no differences');
    });

    it('rolls back what failed and was left', async () => {
      await expect(deploy('broken', 'ShopSettings', '--no-rollback')).rejects.toThrow('No access to reserved parameter name: /aws/shop.');
      expect(await parameter('/shop/before')).toBe('here');
      await app.cdk('rollback', 'ShopSettings', '--app', 'broken');
      await expect(parameter('/shop/before')).rejects.toThrow(expect.objectContaining({ name: 'ParameterNotFound' }));
      const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'ShopSettings' });
      expect(Stacks?.[0]?.StackStatus).toBe('UPDATE_ROLLBACK_COMPLETE');
    });

    it('collects assets that no stack uses', async () => {
      const days = ['--rollback-buffer-days', '0', '--created-buffer-days', '0'];
      const said = await app.cdk('gc', '--app', 'second', '--unstable=gc', '--type', 's3', '--confirm=false', ...days);
      expect(Number(/(\d+) assets \(\S+ MiB\) deleted/.exec(said)?.[1])).toBeGreaterThan(STACKS);
      expect(await answer()).toEqual({ watched: 'second' });
    });

    it('destroys, and nothing is left but what the bootstrap made', async () => {
      expect((await app.cdk('destroy', '--all', '--force', '--app', 'adopting')).match(/✅\s+\S+ destroyed/g)).toHaveLength(STACKS);
      const { StackSummaries } = await emulator.client(CloudFormation).listStacks();
      expect(StackSummaries?.filter(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE')).toMatchObject([{ StackName: 'CDKToolkit' }]);
      await removeWhatStays();
      expect(records()).toEqual(bare);
    });

    /** Logs of functions that have none of their own, and published assets, outlive stacks in the cloud too. */
    async function removeWhatStays(): Promise<void> {
      const [logs, s3] = [emulator.client(CloudWatchLogs), emulator.client(S3)];
      const { logGroups = [] } = await logs.describeLogGroups();
      expect(logGroups.map(({ logGroupName = '' }) => logGroupName).filter((name) => !name.startsWith('/aws/lambda/'))).toEqual([]);
      for (const { logGroupName } of logGroups) await logs.deleteLogGroup({ logGroupName });
      const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket: ASSETS });
      const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
      await s3.deleteObjects({ Bucket: ASSETS, Delete: { Objects } });
      const { Aliases } = await emulator.client(KMS).listAliases();
      expect(Aliases?.filter(({ AliasName }) => !AliasName?.startsWith('alias/aws/'))).toEqual([]);
    }
  },
);

it('the examples ask for the same CDK, so that one installation serves them all', () => {
  const lock = (name: string) =>
    JSON.parse(readFileSync(`${SHOP}/../${name}/package-lock.json`, 'utf8')) as { packages: Record<string, object> };
  const packages = (name: string) => Object.entries(lock(name).packages).filter(([path]) => path !== '');
  expect(packages('cdk-shop')).toEqual(packages('cdk-events'));
});
