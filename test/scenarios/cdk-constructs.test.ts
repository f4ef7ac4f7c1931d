// The constructs for CDK apps, as npm packs them: templates for the emulator and for the cloud; deployed by the real CDK, changed and destroyed.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, installPackage, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { untilPasses } from '../support/until-passes.ts';

const APP = fileURLToPath(new URL('./cdk-constructs', import.meta.url));
const ESBUILD = fileURLToPath(new URL('../../node_modules/esbuild', import.meta.url));

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown> & { readonly Code?: { readonly S3Bucket: string; readonly S3Key: string } };
}

describe.skipIf(isMissing('the constructs for the CDK', whyNoCdk()))('the constructs for the CDK', () => {
  let emulator: TestEmulator;
  let app: CdkApp;

  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    app = openApp(APP, emulator.url);
    installPackage(app.folder);
    symlinkSync(ESBUILD, join(app.folder, 'node_modules/esbuild'));
  });
  afterAll(async () => {
    await emulator?.stop();
    app?.[Symbol.dispose]();
  });

  const synth = (into: string, environment: Record<string, string>): Resource[] => {
    execFileSync(process.execPath, ['app.mjs'], {
      cwd: app.folder,
      env: { PATH: process.env['PATH'], HOME: app.folder, CDK_OUTDIR: join(app.folder, into), CDK_VALIDATION: 'false', ...environment },
    });
    const { Resources } = JSON.parse(readFileSync(join(app.folder, into, 'Shop.template.json'), 'utf8')) as {
      Resources: Record<string, Resource>;
    };
    return Object.values(Resources);
  };
  const codes = (resources: readonly Resource[]) =>
    resources.filter(({ Type }) => Type === 'AWS::Lambda::Function').map(({ Properties }) => Properties?.Code);

  it('say the same to the emulator and to the cloud, but for the code', () => {
    const here = synth('here', { CLOUD_EMULATOR_URL: emulator.url, CLOUD_EMULATOR_FOLDER_BUCKET: 'hot-reload' });
    const there = synth('there', {});
    expect(codes(here)).toEqual([
      { S3Bucket: 'hot-reload', S3Key: join(app.folder, 'functions/hello') },
      { S3Bucket: 'hot-reload', S3Key: join(app.folder, 'functions/typed') },
    ]);
    expect(codes(there)).toEqual(
      codes(there).map(() => ({ S3Bucket: expect.stringContaining('assets'), S3Key: expect.stringMatching(/\.zip$/) })),
    );
    const rest = (resources: readonly Resource[]) =>
      resources
        .filter(({ Type }) => Type !== 'AWS::CDK::Metadata')
        .map(({ Type, Properties: { Code: _code, ...others } = {} }) => ({ Type, ...others }));
    expect(rest(here)).toEqual(rest(there));
    expect(here.filter(({ Type }) => Type === 'AWS::Lambda::Permission')).toHaveLength(2);
    expect(here.filter(({ Type }) => Type === 'AWS::SQS::QueuePolicy')).toHaveLength(1);
  });

  it('bundle TypeScript for the cloud', () => {
    synth('bundled', {});
    const assets = readdirSync(join(app.folder, 'bundled')).filter((name) => name.startsWith('asset.'));
    const files = assets.flatMap((name) =>
      readdirSync(join(app.folder, 'bundled', name)).map((file) => join(app.folder, 'bundled', name, file)),
    );
    const texts = files.filter((file) => file.endsWith('.js')).map((file) => readFileSync(file, 'utf8'));
    expect(texts.filter((text) => text.includes(', order $') && !text.includes("from './greet.ts'"))).toHaveLength(1);
  });

  it.skipIf(isMissing('the constructs, deployed', whyNoLongScenario()))(
    'are deployed by the CDK, and work',
    async () => {
      await app.cdk('bootstrap', 'aws://000000000000/us-east-1');
      const deployed = async (...words: string[]): Promise<Record<string, string>> => {
        await app.cdk('deploy', '--require-approval', 'never', ...words);
        const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Shop' });
        return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
      };
      const order = async ({ BusName, FunctionName }: Record<string, string>): Promise<string> => {
        const Entries = [{ EventBusName: BusName, Source: 'shop', DetailType: 'Order', Detail: '{"id":7}' }];
        await emulator.client(EventBridge).putEvents({ Entries });
        await emulator.idle();
        const logGroupName = `/aws/lambda/${FunctionName}`;
        const { events } = await emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName });
        return events!.map(({ message }) => message).join('');
      };
      const outputs = await deployed();
      expect(await order(outputs)).toContain('hello, order 7');
      const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl: outputs['QueueUrl'] });
      expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({ source: 'shop', detail: { id: 7 } });
      expect(await order(await deployed('-c', 'greeting=good day'))).toContain('good day, order 7');
      const source = join(app.folder, 'functions/typed/greet.ts');
      writeFileSync(source, readFileSync(source, 'utf8').replace(', order', ', changed order'));
      await untilPasses(async () => expect(await order(outputs)).toContain('good day, changed order 7'));
      expect(await app.cdk('diff', '-c', 'greeting=good day')).toContain('There were no differences');
      await app.cdk('destroy', '--force');
      expect((await emulator.client(Lambda).listFunctions()).Functions).toEqual([]);
    },
    240_000,
  );
});
