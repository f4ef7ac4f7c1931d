// The real Terraform with tables: what it applied and changed it finds again as it said, what it destroyed is gone; and a table locks its state.

import { fileURLToPath } from 'node:url';
import * as db from '@aws-sdk/client-dynamodb';
import * as s3 from '@aws-sdk/client-s3';
import * as ssm from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const folder = (name: string): string => fileURLToPath(new URL(`./terraform-tables/${name}`, import.meta.url));
const TYPES = [
  'contributor_insights',
  'kinesis_streaming_destination',
  'resource_policy',
  'table',
  'table_export',
  'table_item',
  'table_replica',
  'tag',
];

describe.skipIf(isMissing('Terraform over tables', whyNoLongScenario() ?? whyNoTerraform()))('Terraform', () => {
  let emulator: TestEmulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
  });
  afterAll(() => emulator.stop());

  it('applies, changes and destroys tables and what belongs to them, and plans nothing in between', { timeout: 600_000 }, async () => {
    using project = openProject(folder('project'), emulator.url);
    const tables = emulator.client(db.DynamoDB);
    await project.run('init', '-no-color');
    for (const revision of ['1', '2']) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      expect(JSON.parse(await project.run('output', '-json', 'read'))).toMatchObject({ billing: 'PAY_PER_REQUEST', item: revision });
      const { Table } = await tables.describeTable({ TableName: 'whole' });
      expect(Table).toMatchObject({
        ProvisionedThroughput: { ReadCapacityUnits: 4 + Number(revision) },
        GlobalSecondaryIndexes: [{ ProvisionedThroughput: { ReadCapacityUnits: 2 + Number(revision) } }],
      });
      const { Table: global } = await tables.describeTable({ TableName: 'global' });
      expect(global?.Replicas?.map(({ RegionName }) => RegionName)).toEqual(['us-west-2', 'eu-west-1'].slice(0, Number(revision)));
      const kept = await tables.describeTable({ TableName: 'kept' });
      expect(kept.Table?.DeletionProtectionEnabled).toBe(revision === '1');
      const { KinesisDataStreamDestinations } = await tables.describeKinesisStreamingDestination({ TableName: 'plain' });
      const precision = revision === '1' ? 'MILLISECOND' : 'MICROSECOND';
      const active = KinesisDataStreamDestinations?.filter(({ DestinationStatus }) => DestinationStatus === 'ACTIVE');
      expect(active).toMatchObject([{ ApproximateCreationDateTimePrecision: precision }]);
      expect((await tables.scan({ TableName: 'countries' })).Count).toBe(2);
    }
    expect(await project.types()).toEqual([
      ...TYPES.map((type) => `aws_dynamodb_${type}`),
      'aws_kinesis_stream',
      'aws_s3_bucket',
      'aws_s3_object',
    ]);
    // The table remembers the replica, and may not remove one that is gone: the replica goes first.
    for (const which of [['-target=aws_dynamodb_table_replica.north'], []])
      await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE, ...which);
    expect((await tables.listTables({})).TableNames).toEqual([]);
  });

  it('locks its state by an item: of two applies at once, one waits for the other', async () => {
    const tables = emulator.client(db.DynamoDB);
    const parameters = emulator.client(ssm.SSM);
    await emulator.client(s3.S3).createBucket({ Bucket: 'locked-state' });
    await tables.createTable({
      TableName: 'locks',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'LockID', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'LockID', KeyType: 'HASH' }],
    });
    using first = openProject(folder('backend'), emulator.url);
    using second = openProject(folder('backend'), emulator.url);
    await first.run('init', '-no-color');
    await second.run('init', '-no-color');
    const apply = (project: typeof first, word: string, ...more: string[]) =>
      project.run('apply', '-auto-approve', '-no-color', `-var=word=${word}`, ...more);

    const holder = {
      ID: '0c0f6bb5-0000-4000-8000-000000000000',
      Operation: 'OperationTypeApply',
      Who: 'someone@else',
      Path: 'locked-state',
    };
    const LockID = { S: 'locked-state/project/terraform.tfstate' };
    await tables.putItem({ TableName: 'locks', Item: { LockID, Info: { S: JSON.stringify(holder) } } });
    await expect(apply(first, 'refused')).rejects.toThrow(/Error acquiring the state lock[\s\S]*ConditionalCheckFailed[\s\S]*someone@else/);
    const waiting = apply(second, 'waited', '-lock-timeout=120s');
    await tables.deleteItem({ TableName: 'locks', Key: { LockID } });
    await waiting;
    expect((await parameters.getParameter({ Name: '/locked' })).Parameter?.Value).toBe('waited');

    await Promise.all([apply(first, 'both', '-lock-timeout=120s'), apply(second, 'both', '-lock-timeout=120s')]);
    const { Items = [] } = await tables.scan({ TableName: 'locks' });
    expect(Items.map((item) => item['LockID']?.S)).toEqual(['locked-state/project/terraform.tfstate-md5']);
    await first.run('destroy', '-auto-approve', '-no-color', '-var=word=none');
  });
});
