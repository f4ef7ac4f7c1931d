// A saga of the real CDK: functions, a queue with a callback, tables and a distributed Map over a file of 100,000 rows. The emulator is killed
// while an order waits for its approval, and again in the middle of the file; the orders end after the restarts, each row counted once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { type HistoryEvent, SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CdkApp, openApp, whyNoCdk } from '../support/cdk.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-saga', import.meta.url));
const ROWS = 100_000;
const BATCH = 500;
/** Rows that have been counted when the emulator is killed. */
const KILLED_AFTER = 20_000;
const LOOK_MS = 50;

const amountOf = (row: number): number => (row % 5) + 1;
const priceOf = (row: number): number => row % 997;
const CENTS = Array.from({ length: ROWS }, (_, row) => amountOf(row) * priceOf(row)).reduce((sum, cents) => sum + cents, 0);

describe.skipIf(isMissing('a saga of the CDK', whyNoLongScenario() ?? whyNoCdk()))('a saga that is killed', () => {
  let folder: string;
  let emulator: ChildEmulator;
  let app: CdkApp | undefined;
  let clients: ReturnType<typeof clientsOf>;
  let sfn: SFN;
  let outputs: Record<string, string>;
  const ended: Record<string, string> = {};

  async function start(): Promise<void> {
    emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder, CONTAINER_RUNTIME: 'embedded' });
    clients = clientsOf(emulator.url);
    sfn = clients.client(SFN, { disableHostPrefix: true });
  }
  async function killAndRestart(): Promise<void> {
    await emulator.kill('SIGKILL');
    clients.destroy();
    await start();
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cdk-saga-'));
    await start();
    app = openApp(APP, emulator.url);
    await app.cdk('deploy', 'Saga', '--require-approval', 'never');
    const { Stacks } = await clients.client(CloudFormation).describeStacks({ StackName: 'Saga' });
    outputs = Object.fromEntries(Stacks![0]!.Outputs!.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    const rows = Array.from({ length: ROWS }, (_, row) => `row-${row},${amountOf(row)},${priceOf(row)}`);
    const Body = ['id,amount,price', ...rows].join('\n');
    await clients.client(S3, { forcePathStyle: true }).putObject({ Bucket: outputs['FilesName'], Key: 'positions.csv', Body });
  });
  afterAll(async () => {
    await emulator?.kill('SIGKILL');
    clients?.destroy();
    app?.[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const startOrder = async (id: string, total: number, hasFile: boolean): Promise<string> => {
    const input = JSON.stringify({ id, total, hasFile });
    return (await sfn.startExecution({ stateMachineArn: outputs['MachineArn']!, name: id, input })).executionArn!;
  };
  /** The token with which the approval of each order is answered. */
  async function approvals(count: number): Promise<Map<string, string>> {
    const QueueUrl = `${emulator.url}${new URL(outputs['ApprovalsUrl']!).pathname}`;
    const sqs = clients.client(SQS);
    const tokens = new Map<string, string>();
    while (tokens.size < count) {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 });
      for (const { Body, ReceiptHandle } of Messages) {
        const { order, token } = JSON.parse(Body!) as { order: string; token: string };
        tokens.set(order, token);
        await sqs.deleteMessage({ QueueUrl, ReceiptHandle });
      }
    }
    return tokens;
  }
  async function mapRunOf(executionArn: string) {
    const [run] = (await sfn.listMapRuns({ executionArn })).mapRuns!;
    return run && (await sfn.describeMapRun({ mapRunArn: run.mapRunArn }));
  }
  async function untilEnd(executionArn: string) {
    for (;;) {
      const found = await sfn.describeExecution({ executionArn });
      if (found.status !== 'RUNNING') return found;
      await sleep(LOOK_MS);
    }
  }
  async function itemsIn(TableName: string | undefined): Promise<Record<string, string>[]> {
    const { Items = [] } = await clients.client(DynamoDB).scan({ TableName });
    return Items.map((item) => Object.fromEntries(Object.entries(item).map(([name, { S, N }]) => [name, (S ?? N)!])));
  }
  async function historyOf(executionArn: string): Promise<readonly HistoryEvent[]> {
    return (await sfn.getExecutionHistory({ executionArn, maxResults: 1000 })).events!;
  }

  it('waits for its approval across a kill, and counts all rows across another one', async () => {
    ended['order-1'] = await startOrder('order-1', 120, true);
    ended['order-2'] = await startOrder('order-2', 5000, false);
    ended['order-3'] = await startOrder('order-3', 10, false);
    const tokens = await approvals(3);
    await killAndRestart();
    const output = '{"by":"Ada"}';
    await sfn.sendTaskSuccess({ taskToken: tokens.get('order-1')!, output });
    await sfn.sendTaskSuccess({ taskToken: tokens.get('order-2')!, output });
    await sfn.sendTaskFailure({ taskToken: tokens.get('order-3')!, error: 'Refused', cause: 'too small' });
    let counted = 0;
    while (counted < KILLED_AFTER) {
      counted = (await mapRunOf(ended['order-1']))?.itemCounts?.succeeded ?? 0;
      await sleep(LOOK_MS);
    }
    expect(counted).toBeLessThan(ROWS);
    await killAndRestart();
    expect(await untilEnd(ended['order-1'])).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('has counted each row once', async () => {
    const run = await mapRunOf(ended['order-1']!);
    const all = { total: ROWS, succeeded: ROWS, failed: 0, running: 0, pending: 0, aborted: 0, timedOut: 0 };
    expect(run).toMatchObject({ status: 'SUCCEEDED', itemCounts: all, executionCounts: { total: ROWS / BATCH, succeeded: ROWS / BATCH } });
    const counts = await itemsIn(outputs['CountsName']);
    expect(counts).toHaveLength(ROWS / BATCH);
    expect(counts.reduce((sum, { positions }) => sum + Number(positions), 0)).toBe(ROWS);
    expect(counts.reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(CENTS);
    const { output } = await sfn.describeExecution({ executionArn: ended['order-1']! });
    const { counted, payment, approval } = JSON.parse(output!) as {
      counted: { ResultWriterDetails: { Bucket: string; Key: string } };
      payment: object;
      approval: object;
    };
    expect({ payment, approval }).toEqual({ payment: { receipt: 'receipt of order-1' }, approval: { by: 'Ada' } });
    const s3 = clients.client(S3, { forcePathStyle: true });
    const read = async (Key: string): Promise<unknown> =>
      JSON.parse(await (await s3.getObject({ Bucket: outputs['FilesName'], Key })).Body!.transformToString());
    const { ResultFiles } = (await read(counted.ResultWriterDetails.Key)) as { ResultFiles: Record<string, { Key: string }[]> };
    expect([ResultFiles['FAILED'], ResultFiles['PENDING']]).toEqual([[], []]);
    const files = await Promise.all(ResultFiles['SUCCEEDED']!.map(({ Key }) => read(Key) as Promise<{ Output: string }[]>));
    const results = files.flat().map(({ Output }) => JSON.parse(Output) as { positions: number });
    expect(results.reduce((sum, { positions }) => sum + positions, 0)).toBe(ROWS);
  });

  it('has undone the orders that were declined and refused', async () => {
    const undone = async (id: string) => {
      const { status, error, cause } = await untilEnd(ended[id]!);
      return { status, error, cause };
    };
    expect(await undone('order-2')).toEqual({ status: 'FAILED', error: 'OrderCancelled', cause: 'CardDeclined' });
    expect(await undone('order-3')).toEqual({ status: 'FAILED', error: 'OrderCancelled', cause: 'Refused' });
    const orders = (await itemsIn(outputs['OrdersName'])).sort((a, b) => a['id']!.localeCompare(b['id']!));
    expect(orders).toEqual([
      { id: 'order-1', state: 'paid', total: '120' },
      { id: 'order-2', state: 'cancelled', total: '5000' },
      { id: 'order-3', state: 'cancelled', total: '10' },
    ]);
  });

  it('has histories without a gap and without an event twice', async () => {
    for (const executionArn of Object.values(ended)) {
      const events = await historyOf(executionArn);
      expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
      const count = (type: string): number => events.filter((event) => event.type === type).length;
      expect(count('TaskScheduled')).toBe(count('TaskSucceeded') + count('TaskFailed'));
      expect(count('MapRunSucceeded')).toBe(count('MapRunStarted'));
      expect(count('ExecutionSucceeded') + count('ExecutionFailed')).toBe(1);
    }
  });
});
