// The real CDK's constructs for tables: a global table with a function that follows its stream, and a table from a bucket: deployed, used, changed, destroyed.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-tables', import.meta.url));
const REPLICA = 'eu-west-1';
const LATER_REPLICA = 'us-west-2';

describe.skipIf(isMissing('constructs of tables of the CDK', whyNoLongScenario() ?? whyNoCdk()))("the CDK's constructs of tables", () => {
  let emulator: TestEmulator;
  let app: CdkApp;
  const tablesIn = (region: string) => emulator.client(DynamoDB, { region });
  const contextOf = (...regions: string[]) => ['-c', `regions=${regions.join(',')}`];
  const deploy = (...regions: string[]) => app.cdk('deploy', '--require-approval', 'never', ...contextOf(...regions));

  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded' } });
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket: 'table-source' });
    await s3.putObject({ Bucket: 'table-source', Key: 'countries/1.csv', Body: 'code,name\nde,Germany\nfr,France\n' });
    app = openApp(APP, emulator.url);
    await app.cdk('bootstrap', 'aws://000000000000/us-east-1', ...contextOf(REPLICA));
    await deploy(REPLICA);
  });
  afterAll(async () => {
    await emulator?.stop();
    app?.[Symbol.dispose]();
  });

  it('fill a table from a bucket', async () => {
    const { Items = [] } = await tablesIn('us-east-1').scan({ TableName: 'countries' });
    expect(Items.map(({ name }) => name!.S).sort()).toEqual(['France', 'Germany']);
  });

  it('replicate a table, whose stream a function follows through its filter', async () => {
    const put = (region: string, at: number, state: string) =>
      tablesIn(region).putItem({ TableName: 'orders', Item: { customer: { S: 'ada' }, at: { N: String(at) }, state: { S: state } } });
    await put('us-east-1', 1, 'open');
    await put('us-east-1', 2, 'paid');
    await put(REPLICA, 3, 'paid');
    await emulator.idle();
    for (const region of ['us-east-1', REPLICA]) {
      const { Items = [] } = await tablesIn(region).query({
        ...{ TableName: 'orders', IndexName: 'by-state', KeyConditionExpression: '#s = :s' },
        ...{ ExpressionAttributeNames: { '#s': 'state' }, ExpressionAttributeValues: { ':s': { S: 'paid' } } },
      });
      expect(Items.map(({ at }) => at!.N).sort()).toEqual(['2', '3']);
    }
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Tables' });
    const name = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'FunctionName')?.OutputValue;
    const { events = [] } = await emulator
      .client(CloudWatchLogs)
      .filterLogEvents({ logGroupName: `/aws/lambda/${name}`, filterPattern: 'saw' });
    const seen = events.flatMap(({ message = '' }) => /saw ([\d,]+)/.exec(message)?.[1]?.split(',') ?? []);
    expect(seen.sort()).toEqual(['2', '3']);
  });

  it('add a replica and remove another, in two deployments', async () => {
    await deploy(REPLICA, LATER_REPLICA);
    expect((await tablesIn(LATER_REPLICA).scan({ TableName: 'orders' })).Count).toBe(3);
    await deploy(LATER_REPLICA);
    expect((await tablesIn(REPLICA).listTables({})).TableNames).toEqual([]);
  });

  it('are destroyed without a trace', async () => {
    await app.cdk('destroy', '--force', ...contextOf(LATER_REPLICA));
    for (const region of ['us-east-1', REPLICA, LATER_REPLICA]) expect((await tablesIn(region).listTables({})).TableNames).toEqual([]);
  });
});
