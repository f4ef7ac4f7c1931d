// The real CDK, unmodified, over the example app: bootstrap, deploy, an event, an unchanged and a changed deploy, hotswaps, diff, destroy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { untilPasses } from '../support/until-passes.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/cdk-events', import.meta.url));

describe.skipIf(isMissing('the CDK', whyNoCdk()))('the CDK', () => {
  let emulator: TestEmulator;
  let app: CdkApp;
  let outputs: Record<string, string>;

  const line = async (text: string): Promise<void> => {
    const logs = emulator.client(CloudWatchLogs);
    const events = emulator.client(EventBridge);
    const { Parameter } = await emulator.client(SSM).getParameter({ Name: '/orders/bus' });
    await events.putEvents({ Entries: [{ EventBusName: Parameter?.Value, Source: 'shop', DetailType: 'Order', Detail: '{"id":7}' }] });
    await untilPasses(async () => {
      const found = await logs.filterLogEvents({ logGroupName: `/aws/lambda/${outputs['FunctionName']}` });
      expect(found.events?.map(({ message }) => message).join('')).toContain(text);
    });
  };

  beforeAll(async () => {
    emulator = await startTestEmulator();
    app = openApp(EXAMPLE, emulator.url);
  });
  afterAll(async () => {
    await emulator?.stop();
    app?.[Symbol.dispose]();
  });

  it('bootstraps', async () => {
    expect(await app.cdk('bootstrap', 'aws://000000000000/us-east-1')).toContain('bootstrapped');
  });

  it('deploys what then works', async () => {
    expect(await app.cdk('deploy', '--require-approval', 'never')).toMatch(/✅\s+Orders/);
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Orders' });
    outputs = Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    await line('hello, order 7');
    const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl: outputs['QueueUrl'], WaitTimeSeconds: 5 });
    expect(JSON.parse(Messages?.[0]?.Body ?? '{}')).toMatchObject({ source: 'shop', detail: { id: 7 } });
  });

  it('sees no change where there is none', async () => {
    expect(await app.cdk('diff')).toContain('There were no differences');
    expect(await app.cdk('deploy')).toContain('(no changes)');
  });

  it('deploys a change, and swaps code in place', async () => {
    await app.cdk('deploy', '--require-approval', 'never', '-c', 'greeting=good day');
    await line('good day, order 7');
    const source = join(app.folder, 'functions/on-order/index.js');
    writeFileSync(source, readFileSync(source, 'utf8').replace(', order', ', swapped order'));
    await app.cdk('deploy', '--hotswap', '-c', 'greeting=good day');
    await line('good day, swapped order 7');
  });

  it('swaps a rule and a queue in place', async () => {
    const source = join(app.folder, 'app.mjs');
    const changed = readFileSync(source, 'utf8')
      .replace("source: ['shop']", "source: ['shop', 'desk']")
      .replace('seconds(30)', 'seconds(45)');
    writeFileSync(source, changed);
    const said = await app.cdk('deploy', '--hotswap', '-c', 'greeting=good day');
    expect(said).toMatch(/AWS::Events::Rule .* hotswapped!/);
    expect(said).toMatch(/AWS::SQS::Queue .* hotswapped!/);
    const { Attributes } = await emulator
      .client(SQS)
      .getQueueAttributes({ QueueUrl: outputs['QueueUrl'], AttributeNames: ['VisibilityTimeout'] });
    expect(Attributes).toEqual({ VisibilityTimeout: '45' });
    const { Parameter } = await emulator.client(SSM).getParameter({ Name: '/orders/bus' });
    const { Rules } = await emulator.client(EventBridge).listRules({ EventBusName: Parameter?.Value });
    expect(JSON.parse(Rules?.[0]?.EventPattern ?? '{}')).toEqual({ source: ['shop', 'desk'] });
  });

  it('destroys, and nothing is left', async () => {
    expect(await app.cdk('destroy', '--force')).toMatch(/destroyed/);
    expect((await emulator.client(Lambda).listFunctions()).Functions).toEqual([]);
  });
});
