// Exports of log groups: the events of each stream become lines of compressed files in a bucket whose policy lets the service in.
import { gunzipSync } from 'node:zlib';
import { CloudWatchLogs, type CreateExportTaskCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
const logGroupName = '/app/orders';
const Bucket = 'exports';
const LATEST = Date.now();
let logs: CloudWatchLogs;
let s3: S3;

const statement = (Action: string, Resource: string, Service: string) => ({ Effect: 'Allow', Principal: { Service }, Action, Resource });
const grant = (Service: string, ...actions: string[]) =>
  s3.putBucketPolicy({
    Bucket,
    Policy: JSON.stringify({
      Version: '2012-10-17',
      Statement: actions.map((action) => statement(action, `arn:aws:s3:::${Bucket}${action === 's3:PutObject' ? '/*' : ''}`, Service)),
    }),
  });
const start = (more: Partial<CreateExportTaskCommandInput> = {}) =>
  logs.createExportTask({ logGroupName, from: LATEST - 10_000, to: LATEST, destination: Bucket, ...more });
const denied = (call: string) =>
  `${call} call on the given bucket failed. Please check if CloudWatch Logs has been granted permission to perform this operation.`;

beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  await logs.createLogGroup({ logGroupName });
  for (const logStreamName of ['2026/11/one', 'two']) await logs.createLogStream({ logGroupName, logStreamName });
  const event = (offsetMs: number, message: string) => ({ timestamp: LATEST + offsetMs, message });
  const early = [event(-20_000, 'too early'), event(-10_000, 'first'), event(0, 'last')];
  await logs.putLogEvents({ logGroupName, logStreamName: '2026/11/one', logEvents: early });
  await logs.putLogEvents({ logGroupName, logStreamName: 'two', logEvents: [event(-5, 'other')] });
});
afterAll(() => emulator.stop());

async function written(prefix: string): Promise<Record<string, string>> {
  const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: prefix });
  const files: Record<string, string> = {};
  for (const { Key } of Contents) {
    const { Body } = await s3.getObject({ Bucket, Key: Key! });
    const bytes = await Body!.transformToByteArray();
    files[Key!] = (Key!.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
  }
  return files;
}

describe('an export', () => {
  it('needs a bucket that lets the service in, and a group', async () => {
    await grant('events.amazonaws.com', 's3:GetBucketAcl');
    await expect(start()).rejects.toMatchObject({ name: 'InvalidParameterException', message: denied('GetBucketAcl') });
    await grant('logs.amazonaws.com', 's3:GetBucketAcl');
    await expect(start()).rejects.toThrow(denied('PutObject'));
    await expect(start({ logGroupName: 'none' })).rejects.toThrow('The specified log group does not exist.');
    await expect(start({ destination: 'nobody-has-this-bucket' })).rejects.toThrow('The given bucket does not exist.');
    await expect(start({ from: 2, to: 1 })).rejects.toThrow('from must not be after to');
  });

  it('writes what happened in its time, a folder a stream', async () => {
    await grant('logs.us-east-1.amazonaws.com', 's3:GetBucketAcl', 's3:PutObject');
    const { taskId } = await start({ taskName: 'all' });
    await emulator.idle();
    const at = (offsetMs: number) => new Date(LATEST + offsetMs).toISOString();
    expect(await written('exportedlogs')).toEqual({
      'exportedlogs/aws-logs-write-test': 'Permission Check Successful',
      [`exportedlogs/${taskId}/2026-11-one/000000.gz`]: `${at(-10_000)} first\n${at(0)} last\n`,
      [`exportedlogs/${taskId}/two/000000.gz`]: `${at(-5)} other\n`,
    });
    const { exportTasks } = await logs.describeExportTasks({ taskId: taskId! });
    expect(exportTasks).toMatchObject([
      { taskId, taskName: 'all', status: { code: 'COMPLETED', message: 'Completed successfully' }, destinationPrefix: 'exportedlogs' },
    ]);
    await expect(logs.cancelExportTask({ taskId: taskId! })).rejects.toMatchObject({ name: 'InvalidOperationException' });
  });

  it('can be of some streams, under a prefix of its own', async () => {
    const { taskId } = await start({ logStreamNamePrefix: 'tw', destinationPrefix: 'mine/of' });
    await emulator.idle();
    expect(Object.keys(await written('mine/of'))).toEqual([`mine/of/${taskId}/two/000000.gz`, 'mine/of/aws-logs-write-test'].sort());
  });

  it('is listed by its status, in pages', async () => {
    expect((await logs.describeExportTasks({ statusCode: 'COMPLETED' })).exportTasks).toHaveLength(2);
    expect((await logs.describeExportTasks({ statusCode: 'FAILED' })).exportTasks).toEqual([]);
    expect((await logs.describeExportTasks({ limit: 1 })).nextToken).toEqual(expect.any(String));
  });
});
