// Tables that are filled from objects of a bucket: formats, compression, lines that hold no item, tokens, and exports that are imported again.
import { gzipSync } from 'node:zlib';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import type { ImportTableCommandInput, TableCreationParameters } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables();
const Bucket = 'sources';
let s3: S3;
beforeAll(async () => {
  s3 = fixture.emulator.client(S3);
  await s3.createBucket({ Bucket });
});
const store = (Key: string, Body: string | Uint8Array) => s3.putObject({ Bucket, Key, Body });
const line = (id: string, n = 1) => JSON.stringify({ Item: { id: { S: id }, n: { N: String(n) } } });

const INDEXED = {
  AttributeDefinitions: [{ AttributeName: 'rank', AttributeType: 'N' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-rank',
      KeySchema: [{ AttributeName: 'rank', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
};
const request = (name: string, S3KeyPrefix: string, more: Partial<ImportTableCommandInput> = {}): ImportTableCommandInput => ({
  S3BucketSource: { S3Bucket: Bucket, S3KeyPrefix },
  InputFormat: 'DYNAMODB_JSON',
  TableCreationParameters: tableOf(name, ['id:S']) as TableCreationParameters,
  ...more,
});
async function imported(input: ImportTableCommandInput) {
  const { ImportTableDescription: begun } = await fixture.db.importTable(input);
  expect(begun).toMatchObject({ ImportStatus: 'IN_PROGRESS', TableId: expect.any(String) });
  await fixture.emulator.idle();
  return (await fixture.db.describeImport({ ImportArn: begun!.ImportArn })).ImportTableDescription!;
}
async function rows(TableName: string): Promise<unknown[]> {
  const { Items = [] } = await fixture.db.scan({ TableName });
  return Items.sort((a, b) => (a['id']!.S! < b['id']!.S! ? -1 : 1));
}

describe('an import', () => {
  it('takes lines of DynamoDB JSON of all objects under a prefix, compressed or not', async () => {
    await store('plain/1.json', `${line('a')}\n${line('b')}\n`);
    await store('plain/2.json', `${line('c')}\r\n\n${line('a', 2)}`);
    const done = await imported(request('plain', 'plain/'));
    expect(done).toMatchObject({
      ImportStatus: 'COMPLETED',
      ProcessedItemCount: 4,
      ImportedItemCount: 4,
      ErrorCount: 0,
      InputCompressionType: 'NONE',
      S3BucketSource: { S3BucketOwner: '000000000000' },
      CloudWatchLogGroupArn: 'arn:aws:logs:us-east-1:000000000000:log-group:/aws-dynamodb/imports:*',
    });
    expect(done).not.toHaveProperty('FailureCode');
    expect(await rows('plain')).toEqual(['a', 'b', 'c'].map((id) => ({ id: { S: id }, n: { N: id === 'a' ? '2' : '1' } })));
    const { Table } = await fixture.db.describeTable({ TableName: 'plain' });
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 3, TableId: done.TableId });

    await store('zipped', gzipSync(Array.from({ length: 450 }, (_, n) => line(`i${n}`, n)).join('\n')));
    expect(await imported(request('zipped', 'zip', { InputCompressionType: 'GZIP' }))).toMatchObject({ ImportedItemCount: 450 });
  });

  it('takes rows of CSV under a header, of which those that are keys have their types', async () => {
    await store('csv/1', 'id,rank,note\na,3,"one, ""two""\nthree"\nb,04.50,\n');
    const TableCreationParameters = tableOf('csv', ['id:S'], INDEXED) as TableCreationParameters;
    expect(await imported(request('csv', 'csv/', { InputFormat: 'CSV', TableCreationParameters }))).toMatchObject({
      ImportStatus: 'COMPLETED',
      ImportedItemCount: 2,
    });
    expect(await rows('csv')).toEqual([
      { id: { S: 'a' }, rank: { N: '3' }, note: { S: 'one, "two"\nthree' } },
      { id: { S: 'b' }, rank: { N: '4.5' }, note: { S: '' } },
    ]);
    expect((await fixture.db.describeTable({ TableName: 'csv' })).Table!.GlobalSecondaryIndexes).toMatchObject([{ ItemCount: 2 }]);
    await store('semicolons', 'a;1\nb;2');
    const InputFormatOptions = { Csv: { Delimiter: ';', HeaderList: ['id', 'n'] } };
    const done = await imported(request('semicolons', 'semi', { InputFormat: 'CSV', InputFormatOptions }));
    expect(done).toMatchObject({ ImportStatus: 'COMPLETED', InputFormatOptions });
    expect(await rows('semicolons')).toEqual([
      { id: { S: 'a' }, n: { S: '1' } },
      { id: { S: 'b' }, n: { S: '2' } },
    ]);
  });

  it('fails where lines hold no item, keeps the others, and logs what is wrong', async () => {
    const lines = ['a', 'b', 'c'].map((id) => line(id));
    await store('bad/1', [lines[0], '{"Item":{"n":{"N":"1"}}}', lines[1]].join('\n'));
    await store('bad/2', [lines[2], 'garbage', line('unread')].join('\n'));
    const done = await imported(request('bad', 'bad/'));
    expect(done).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      FailureMessage:
        'Some of the items failed validation checks and were not imported. Please check CloudWatch error logs for more details.',
      ProcessedItemCount: 5,
      ImportedItemCount: 3,
      ErrorCount: 2,
    });
    expect(await rows('bad')).toHaveLength(3);
    const { events = [] } = await fixture.emulator.client(CloudWatchLogs).filterLogEvents({ logGroupName: '/aws-dynamodb/imports' });
    expect(events.map(({ message }) => JSON.parse(message!))).toMatchObject([
      {
        itemS3Pointer: { bucket: Bucket, key: 'bad/1', itemIndex: 1 },
        importArn: done.ImportArn,
        errorMessages: ['One or more parameter values were invalid: Missing the key id in the item'],
      },
      { itemS3Pointer: { key: 'bad/2', itemIndex: 1 } },
    ]);
    expect(await imported(request('unzipped', 'plain/1', { InputCompressionType: 'GZIP' }))).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      ProcessedItemCount: 1,
      ImportedItemCount: 0,
    });
  });

  it('makes no table where there is no bucket, and an empty one where there is no object', async () => {
    const nowhere = { ...request('nowhere', ''), S3BucketSource: { S3Bucket: 'no-such-bucket' } };
    expect(await imported(nowhere)).toMatchObject({ ImportStatus: 'FAILED', FailureCode: 'S3NoSuchBucket', ImportedItemCount: 0 });
    await expect(fixture.db.describeTable({ TableName: 'nowhere' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(await imported(request('empty', 'no-such-prefix/'))).toMatchObject({ ImportStatus: 'COMPLETED', ProcessedItemCount: 0 });
    expect(await rows('empty')).toEqual([]);
  });

  it('is begun once by a token, also when its table is gone, and stays in the lists', async () => {
    const input = request('once', 'plain/', { ClientToken: 'token' });
    const first = await imported(input);
    await expect(fixture.db.importTable(request('another', 'plain/', { ClientToken: 'token' }))).rejects.toMatchObject({
      name: 'ImportConflictException',
      message: 'Import conflict: Duplicate request detected with conflicting parameters',
    });
    await expect(fixture.db.importTable(input)).rejects.toMatchObject({ message: 'Table already exists: once' });
    await fixture.db.deleteTable({ TableName: 'once' });
    expect((await fixture.db.importTable(input)).ImportTableDescription!.ImportArn).toBe(first.ImportArn);
    const { ImportSummaryList } = await fixture.db.listImports({ TableArn: first.TableArn });
    expect(ImportSummaryList).toMatchObject([{ ImportArn: first.ImportArn, ImportStatus: 'COMPLETED', InputFormat: 'DYNAMODB_JSON' }]);
    const page = await fixture.db.listImports({ PageSize: 1 });
    const next = await fixture.db.listImports({ PageSize: 1, NextToken: page.NextToken });
    expect(next.ImportSummaryList).toHaveLength(1);
    expect(next.ImportSummaryList).not.toEqual(page.ImportSummaryList);
  });

  it('takes what an export wrote', async () => {
    await fixture.db.createTable(tableOf('source', ['id:S']));
    await fixture.put('source', { id: { S: 'a' }, list: { L: [{ NULL: true }, { BS: [Buffer.from('x')] }] } });
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await fixture.db.updateContinuousBackups({ TableName: 'source', PointInTimeRecoverySpecification });
    const { Table } = await fixture.db.describeTable({ TableName: 'source' });
    const { ExportDescription } = await fixture.db.exportTableToPointInTime({
      TableArn: Table!.TableArn,
      S3Bucket: Bucket,
      S3Prefix: 'exp',
    });
    await fixture.emulator.idle();
    const folder = `exp/AWSDynamoDB/${ExportDescription!.ExportArn!.split('/').at(-1)}/data/`;
    expect(await imported(request('copy', folder, { InputCompressionType: 'GZIP' }))).toMatchObject({ ImportStatus: 'COMPLETED' });
    expect(await rows('copy')).toEqual(await rows('source'));
  });
});

describe('what is refused', () => {
  it.each<[string, Partial<ImportTableCommandInput>, string | RegExp]>([
    [
      'options of another format',
      { InputFormatOptions: { Csv: {} } },
      'Invalid Request: Unsupported InputFormatOptions for the given input format: DYNAMODB_JSON.',
    ],
    ['Ion', { InputFormat: 'ION' }, /^InputFormat ION is refused by the emulator/],
    [
      'a table without units',
      { TableCreationParameters: { ...tableOf('unitless', ['id:S']), BillingMode: undefined } as never },
      'One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ],
    [
      'on-demand limits of a provisioned table',
      {
        TableCreationParameters: {
          ...tableOf('ttt', ['id:S']),
          BillingMode: 'PROVISIONED',
          ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
          OnDemandThroughput: { MaxWriteRequestUnits: 1 },
        } as never,
      },
      'One or more parameter values were invalid: MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
    ],
  ])('is %s', async (_, more, message) => {
    await expect(fixture.db.importTable(request('refused', 'plain/', more))).rejects.toMatchObject({
      name: 'ValidationException',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is an ARN that is none of an import, of another account, or of none that is there', async () => {
    const arn = (account: string, rest: string) => `arn:aws:dynamodb:us-east-1:${account}:table/some${rest}`;
    const describeImport = (ImportArn: string) => fixture.db.describeImport({ ImportArn });
    await expect(describeImport(arn('000000000000', ''))).rejects.toMatchObject({ message: 'Invalid Import ARN' });
    await expect(describeImport(arn('111111111111', '/import/1'))).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(describeImport(arn('000000000000', '/import/1'))).rejects.toMatchObject({ name: 'ImportNotFoundException' });
  });
});

describe('a stack', () => {
  it('makes a table from a bucket, and none from what is no item', async () => {
    const stacks = fixture.emulator.client(CloudFormation);
    const template = (TableName: string, S3KeyPrefix: string) =>
      JSON.stringify({
        Resources: {
          It: {
            Type: 'AWS::DynamoDB::Table',
            Properties: {
              TableName,
              AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
              KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
              BillingMode: 'PAY_PER_REQUEST',
              StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
              DeletionProtectionEnabled: false,
              Tags: [{ Key: 'from', Value: 'bucket' }],
              ImportSourceSpecification: {
                S3BucketSource: { S3Bucket: Bucket, S3KeyPrefix },
                InputFormat: 'CSV',
                InputFormatOptions: { Csv: { Delimiter: ',', HeaderList: ['id', 'n'] } },
              },
            },
          },
        },
      });
    await store('stack/good', 'a,1\nb,2\n');
    await store('stack/bad', 'a\n');
    await stacks.createStack({ StackName: 'good', TemplateBody: template('stacked', 'stack/good') });
    await stacks.createStack({ StackName: 'bad', TemplateBody: template('unstacked', 'stack/bad') });
    await fixture.emulator.idle();
    const status = async (StackName: string) => (await stacks.describeStacks({ StackName })).Stacks![0]!.StackStatus;
    expect([await status('good'), await status('bad')]).toEqual(['CREATE_COMPLETE', 'ROLLBACK_COMPLETE']);
    expect(await rows('stacked')).toHaveLength(2);
    const { Table } = await fixture.db.describeTable({ TableName: 'stacked' });
    expect(Table!.StreamSpecification?.StreamViewType).toBe('NEW_IMAGE');
    expect((await fixture.db.listTagsOfResource({ ResourceArn: Table!.TableArn })).Tags).toContainEqual({ Key: 'from', Value: 'bucket' });
    const { StackEvents = [] } = await stacks.describeStackEvents({ StackName: 'bad' });
    expect(StackEvents.map(({ ResourceStatusReason = '' }) => ResourceStatusReason).join()).toContain(
      'ItemValidationError: Some of the items',
    );
    await expect(fixture.db.describeTable({ TableName: 'unstacked' })).rejects.toThrow(/not found/);
  });
});
