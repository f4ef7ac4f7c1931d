// kill -9 in the middle of executions, three times: each goes on from its last write to its end, and its history has no gap and no event twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { type HistoryEvent, SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';

const EXECUTIONS = 4;
const ROWS = 600;
/** The emulator is killed when this many messages of a round have come. */
const KILLED_AFTER = [1, 20, 60];
const Bucket = 'crash';

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let sfn: SFN;
let sqs: SQS;
let s3: S3;

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  [sfn, sqs, s3] = [client(SFN, { disableHostPrefix: true }), client(SQS), client(S3, { forcePathStyle: true })];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'states-crash-'));
  await start();
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

const queue = (name: string) => `http://localhost/000000000000/${name}`;
const send = (name: string, MessageBody: object, more: object) => ({
  ...{ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', ResultPath: null, ...more },
  Parameters: { QueueUrl: queue(name), MessageBody },
});
/** Rows of a file in batches, whose children send one message each; then a message by the execution itself. */
const MACHINE = {
  StartAt: 'Rows',
  States: {
    Rows: {
      Type: 'Map',
      ItemReader: {
        ...{ Resource: 'arn:aws:states:::s3:getObject', Parameters: { Bucket, Key: 'rows.csv' } },
        ReaderConfig: { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' },
      },
      ItemBatcher: { MaxItemsPerBatch: 20 },
      MaxConcurrency: 5,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'Send',
        States: {
          Send: send('steps', { 'child.$': '$$.Execution.Name' }, { Next: 'Count' }),
          Count: { Type: 'Pass', Parameters: { 'rows.$': 'States.ArrayLength($.Items)' }, End: true },
        },
      },
      Next: 'End',
    },
    End: send('steps', { 'ended.$': '$$.Execution.Name' }, { End: true }),
  },
};

/** Takes messages until the emulator is gone, or `isOver` says so. */
async function take(see: (body: Record<string, string>) => void, isOver: () => boolean): Promise<void> {
  while (emulator.exit === undefined && !isOver()) {
    try {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: queue('steps'), MaxNumberOfMessages: 10, WaitTimeSeconds: 2 });
      for (const { Body, ReceiptHandle } of Messages) {
        see(JSON.parse(Body!) as Record<string, string>);
        await sqs.deleteMessage({ QueueUrl: queue('steps'), ReceiptHandle: ReceiptHandle! });
      }
    } catch {
      // The emulator has been killed.
      return;
    }
  }
}

async function historyOf(executionArn: string): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  for (let nextToken: string | undefined, more = true; more; ) {
    const page = await sfn.getExecutionHistory({ executionArn, nextToken });
    events.push(...page.events!);
    nextToken = page.nextToken;
    more = nextToken !== undefined;
  }
  return events;
}

function checkHistory(events: readonly HistoryEvent[]): void {
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  expect(count('TaskStarted')).toBe(count('TaskScheduled'));
  expect(count('TaskSucceeded')).toBe(count('TaskScheduled'));
}

it('goes on with executions and map runs after kill -9', async () => {
  await s3.createBucket({ Bucket });
  const rows = Array.from({ length: ROWS }, (_, row) => `${row},name ${row}`);
  await s3.putObject({ Bucket, Key: 'rows.csv', Body: ['id,name', ...rows].join('\n') });
  await sqs.createQueue({ QueueName: 'steps' });
  const roleArn = 'arn:aws:iam::000000000000:role/states';
  const { stateMachineArn } = await sfn.createStateMachine({ name: 'crash', definition: JSON.stringify(MACHINE), roleArn });
  const arns: string[] = [];
  for (let run = 0; run < EXECUTIONS; run++)
    arns.push((await sfn.startExecution({ stateMachineArn: stateMachineArn!, name: `run-${run}` })).executionArn!);
  const ended = new Set<string>();
  const see = ({ ended: name }: Record<string, string>): void => {
    if (name !== undefined) ended.add(name);
  };
  for (const limit of KILLED_AFTER) {
    let count = 0;
    const killing = (body: Record<string, string>): void => {
      see(body);
      if (++count === limit) void emulator.kill('SIGKILL');
    };
    await take(killing, () => ended.size === EXECUTIONS);
    if (emulator.exit === undefined && count < limit) break;
    close();
    await start();
  }
  await take(see, () => ended.size === EXECUTIONS);
  const ALL = ROWS / 20;
  for (const executionArn of arns) {
    // The message is sent just before the execution ends.
    let described = await sfn.describeExecution({ executionArn });
    while (described.status === 'RUNNING') described = await sfn.describeExecution({ executionArn });
    expect(described).toMatchObject({ status: 'SUCCEEDED' });
    expect(JSON.parse(described.output!)).toEqual(Array.from({ length: ALL }, () => ({ rows: 20 })));
    checkHistory(await historyOf(executionArn));
    const [run] = (await sfn.listMapRuns({ executionArn })).mapRuns!;
    const counts = { succeeded: ALL, total: ALL, running: 0, pending: 0 };
    expect(await sfn.describeMapRun({ mapRunArn: run!.mapRunArn! })).toMatchObject({ status: 'SUCCEEDED', executionCounts: counts });
    const { executions } = await sfn.listExecutions({ mapRunArn: run!.mapRunArn!, maxResults: 1000 });
    expect(executions!.map(({ status }) => status)).toEqual(Array.from({ length: ALL }, () => 'SUCCEEDED'));
    for (const child of executions!.slice(0, 10)) checkHistory(await historyOf(child.executionArn!));
  }
});
