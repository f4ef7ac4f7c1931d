// Exports of tables into buckets: items as they were at a moment, or changes between two, in both formats, with their manifests.
import { gunzipSync } from 'node:zlib';
import { S3 } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables(tableOf('catalog', ['id:S']));
const TableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/catalog';
const S3Bucket = 'exports';
let s3: S3;
const clock = () => fixture.emulator.clock;
const put = (id: string, more = {}) => fixture.put('catalog', { id: { S: id }, ...more });
const read = async (Key: string) => Buffer.from(await (await s3.getObject({ Bucket: S3Bucket, Key })).Body!.transformToByteArray());
const run = async (more = {}) => {
  const { ExportDescription } = await fixture.db.exportTableToPointInTime({ TableArn, S3Bucket, ...more });
  expect(ExportDescription!.ExportStatus).toBe('IN_PROGRESS');
  await fixture.emulator.idle();
  return (await fixture.db.describeExport({ ExportArn: ExportDescription!.ExportArn })).ExportDescription!;
};
/** The items that an export wrote, found by way of its manifests. */
const written = async (manifest: string) => {
  const summary = JSON.parse((await read(manifest)).toString());
  const files = (await read(summary.manifestFilesS3Key))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const texts = await Promise.all(files.map(async ({ dataFileS3Key }) => gunzipSync(await read(dataFileS3Key)).toString()));
  return { summary, files, lines: texts.join('').split('\n').filter(Boolean) };
};

const EVERY = {
  text: { S: 'it\'s "so"' },
  number: { N: '12' },
  price: { N: '1.5' },
  bytes: { B: Buffer.from('ab') },
  flag: { BOOL: true },
  none: { NULL: true },
  list: { L: [{ S: 'a' }, { M: { 'b c': { N: '1' } } }] },
  words: { SS: ['x', 'y'] },
  numbers: { NS: ['1', '2.5'] },
};

describe('an export', () => {
  beforeAll(async () => {
    s3 = fixture.emulator.client(S3);
    await s3.createBucket({ Bucket: S3Bucket });
  });

  it('needs point-in-time recovery', async () => {
    await expect(fixture.db.exportTableToPointInTime({ TableArn, S3Bucket })).rejects.toMatchObject({
      name: 'PointInTimeRecoveryUnavailableException',
      message: "Point in time recovery is not enabled for table 'catalog'",
    });
  });

  it('holds the items of its moment as compressed lines of JSON, and says in its manifests where', async () => {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await fixture.db.updateContinuousBackups({ TableName: 'catalog', PointInTimeRecoverySpecification });
    await put('every', EVERY);
    const then = new Date(clock().now());
    await clock().advance('1m');
    await put('later');
    const done = await run({ ExportTime: then, S3Prefix: 'daily' });
    expect(done).toMatchObject({ ExportStatus: 'COMPLETED', ItemCount: 1, ExportFormat: 'DYNAMODB_JSON', S3SseAlgorithm: 'AES256' });
    expect(done.ExportManifest).toMatch(/^daily\/AWSDynamoDB\/\d{14}-[0-9a-f]{8}\/manifest-summary\.json$/);
    const { summary, files, lines } = await written(done.ExportManifest!);
    expect(summary).toMatchObject({
      version: '2020-06-30',
      itemCount: 1,
      exportType: 'FULL_EXPORT',
      exportArn: done.ExportArn,
      s3Prefix: 'daily',
    });
    expect(files).toMatchObject([{ itemCount: 1, md5Checksum: expect.any(String), etag: expect.stringMatching(/^[0-9a-f]{32}/) }]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ Item: { id: { S: 'every' }, ...EVERY, bytes: { B: 'YWI=' } } }]);
    const folder = done.ExportManifest!.replace('manifest-summary.json', '');
    const { Contents = [] } = await s3.listObjectsV2({ Bucket: S3Bucket, Prefix: folder });
    expect(Contents.map(({ Key }) => Key!.slice(folder.length)).filter((key) => !key.startsWith('data/'))).toEqual([
      '_started',
      'manifest-files.checksum',
      'manifest-files.json',
      'manifest-summary.checksum',
      'manifest-summary.json',
    ]);
  });

  it('holds them as Ion, too', async () => {
    const { lines } = await written((await run({ ExportFormat: 'ION' })).ExportManifest!);
    expect(lines).toContain('$ion_1_0 {Item:{id:"later"}}');
    expect(lines).toContain(
      '$ion_1_0 {Item:{id:"every",text:"it\'s \\"so\\"",number:12.,price:1.5,bytes:{{YWI=}},flag:true,none:null,list:["a",{\'b c\':1.}],words:$dynamodb_SS::["x","y"],numbers:$dynamodb_NS::[1.,2.5]}}',
    );
  });

  it('holds the changes between two moments, each item once, with what it was before', async () => {
    await clock().advance('1m');
    const ExportFromTime = new Date(clock().now());
    await put('later', { n: { N: '1' } });
    await clock().advance('10m');
    await put('later', { n: { N: '2' } });
    await put('new', { n: { N: '1' } });
    await fixture.db.deleteItem({ TableName: 'catalog', Key: { id: { S: 'every' } } });
    await put('short');
    await fixture.db.deleteItem({ TableName: 'catalog', Key: { id: { S: 'short' } } });
    const changedMs = clock().now();
    await clock().advance('10m');
    const ExportToTime = new Date(clock().now());
    await put('later', { n: { N: '3' } });
    const window = { ExportType: 'INCREMENTAL_EXPORT', IncrementalExportSpecification: { ExportFromTime, ExportToTime } };
    const done = await run(window);
    expect(done).toMatchObject({
      ExportStatus: 'COMPLETED',
      ItemCount: 3,
      IncrementalExportSpecification: { ExportViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const { summary, files, lines } = await written(done.ExportManifest!);
    expect(summary).toMatchObject({ version: '2023-08-01', outputView: 'NEW_AND_OLD_IMAGES', exportType: 'INCREMENTAL_EXPORT' });
    expect(files[0].dataFileS3Key).toMatch(/^AWSDynamoDB\/data\/[a-z2-7]{26}\.json\.gz$/);
    const records = Object.fromEntries(lines.map((line) => JSON.parse(line)).map((record) => [record.Keys.id.S, record]));
    expect(records).toMatchObject({
      later: { OldImage: { id: { S: 'later' } }, NewImage: { n: { N: '2' } } },
      new: { NewImage: { n: { N: '1' } } },
      every: { OldImage: { number: { N: '12' } } },
    });
    expect(records['new'].Metadata).toEqual({ WriteTimestampMicros: { N: String(changedMs * 1000) } });
    expect(records['new']).not.toHaveProperty('OldImage');
    expect(records['every']).not.toHaveProperty('NewImage');
    const newOnly = { ...window.IncrementalExportSpecification, ExportViewType: 'NEW_IMAGE' };
    const second = await written((await run({ ...window, IncrementalExportSpecification: newOnly, ExportFormat: 'ION' })).ExportManifest!);
    expect(second.lines).toContain(
      `$ion_1_0 {Record:{Metadata:{WriteTimestampMicros:${changedMs * 1000}.},Keys:{id:"new"},NewImage:{id:"new",n:1.}}}`,
    );
    expect(second.lines.join()).not.toContain('OldImage');
  });

  it('fails where its bucket is missing, is begun once for a token, and is listed', async () => {
    const failed = await run({ S3Bucket: 'nowhere-at-all', ClientToken: 'one' });
    expect(failed).toMatchObject({ ExportStatus: 'FAILED', FailureCode: 'S3NoSuchBucket' });
    const again = await fixture.db.exportTableToPointInTime({ TableArn, S3Bucket: 'nowhere-at-all', ClientToken: 'one' });
    expect(again.ExportDescription!.ExportArn).toBe(failed.ExportArn);
    await expect(fixture.db.exportTableToPointInTime({ TableArn, S3Bucket, ClientToken: 'one' })).rejects.toMatchObject({
      name: 'ExportConflictException',
    });
    const first = await fixture.db.listExports({ TableArn, MaxResults: 3 });
    const rest = await fixture.db.listExports({ TableArn, MaxResults: 3, NextToken: first.NextToken });
    // Exports of one millisecond are in no order.
    expect([...first.ExportSummaries!, ...rest.ExportSummaries!].map(({ ExportType }) => ExportType).sort()).toEqual([
      ...['FULL_EXPORT', 'FULL_EXPORT', 'FULL_EXPORT', 'INCREMENTAL_EXPORT', 'INCREMENTAL_EXPORT'],
    ]);
    expect(rest.NextToken).toBeUndefined();
  });

  const HOUR = 3_600_000;
  it.each([
    [() => ({ TableArn: 'catalog'.padEnd(40, 'x') }), /tableArn is not a valid ARN/],
    [() => ({ TableArn: `${TableArn}x` }), /Table not found: arn:aws:dynamodb:us-east-1:000000000000:table\/catalogx/],
    [() => ({ ExportTime: new Date(clock().now() + HOUR) }), /Export Time is invalid/],
    [() => ({ ExportTime: new Date(clock().now() - 5 * HOUR) }), /Export Time is invalid/],
    [() => ({ S3SseKmsKeyId: 'key' }), /KMS Key Id is not supported for this encryption type/],
    [() => ({ ExportType: 'INCREMENTAL_EXPORT' as const }), /Incremental Export Specification expected/],
    [() => ({ ExportType: 'INCREMENTAL_EXPORT' as const, IncrementalExportSpecification: {} }), /ExportFromTime must be provided/],
    [
      () => ({
        ExportType: 'INCREMENTAL_EXPORT' as const,
        IncrementalExportSpecification: { ExportFromTime: new Date(clock().now() - 60_000) },
      }),
      /less than 15 minutes/,
    ],
  ])('with a bad request is refused: %#', async (given, message) => {
    await expect(fixture.db.exportTableToPointInTime({ TableArn, S3Bucket, ...given() })).rejects.toThrow(message);
  });
});
