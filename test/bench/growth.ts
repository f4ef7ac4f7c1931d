// Cost per call among many records, against a tenth of them: it must hardly grow.
import http from 'node:http';
import { json } from './door.ts';
import { cpuPerRequest, fire, type Shot } from './load.ts';
import { type Measured, startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LIMIT = 1.3;
const BATCH = 10;

/** `count` shots, some at once. */
async function many(emulator: Measured, count: number, shot: (i: number) => Shot): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) await fire(emulator.url, agent, shot(next++));
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  agent.destroy();
}

interface Growing {
  readonly what: string;
  readonly few: number;
  /** Adds records `from` up to `to`. */
  grow(emulator: Measured, from: number, to: number): Promise<void>;
  readonly asked: Shot;
}

const QueueUrl = 'http://127.0.0.1:4566/000000000000/growth';

const GROWING: Growing[] = [
  {
    what: 'SendMessage, 100,000 messages against 10,000',
    few: 10_000,
    grow: async (emulator, from, to) => {
      if (from === 0) await many(emulator, 1, () => json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: 'growth' }));
      const Entries = Array.from({ length: BATCH }, (_, i) => ({ Id: String(i), MessageBody: 'x'.repeat(100) }));
      await many(emulator, (to - from) / BATCH, () => json('sqs', 'AmazonSQS.SendMessageBatch', '1.0', { QueueUrl, Entries }));
    },
    asked: json('sqs', 'AmazonSQS.SendMessage', '1.0', { QueueUrl, MessageBody: 'x'.repeat(100) }),
  },
  {
    what: 'ReceiveMessage, 100,000 messages against 10,000',
    few: 10_000,
    grow: async (emulator, from, to) => GROWING[0]!.grow(emulator, from, to),
    asked: json('sqs', 'AmazonSQS.ReceiveMessage', '1.0', { QueueUrl, VisibilityTimeout: 0 }),
  },
  {
    what: 'PutEvents, 10,000 rules against 1,000',
    few: 1000,
    grow: async (emulator, from, to) => {
      await many(emulator, to - from, (i) =>
        json('events', 'AWSEvents.PutRule', '1.1', {
          Name: `rule-${from + i}`,
          EventPattern: JSON.stringify({ source: [`source-${from + i}`], detail: { kind: ['a', 'b'] } }),
        }),
      );
    },
    asked: json('events', 'AWSEvents.PutEvents', '1.1', { Entries: [{ Source: 'source-7', DetailType: 'd', Detail: '{"kind":"a"}' }] }),
  },
  {
    what: 'GetFunctionConfiguration, 1,000 functions against 100',
    few: 100,
    grow: (emulator, from, to) =>
      many(emulator, to - from, (i) => ({
        ...json('lambda', '', '1.1', {
          FunctionName: `function-${from + i}`,
          Runtime: 'dotnet8',
          Role: 'arn:aws:iam::000000000000:role/r',
          Handler: 'index.handler',
          Code: { ZipFile: EMPTY_MODULE },
        }),
        path: '/2015-03-31/functions',
        expect: 201,
      })),
    asked: { ...json('lambda', '', '1.1', {}), method: 'GET', path: '/2015-03-31/functions/function-7/configuration', body: '' },
  },
];

/** A zip with an index.js of no bytes. */
const EMPTY_MODULE =
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAIAAAAaW5kZXguanNQSwECFAMUAAAAAAAAACEAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAgAEAAAAAaW5kZXguanNQSwUGAAAAAAEAAQA2AAAAJgAAAAAA';

export async function growthBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { what, few, grow, asked } of GROWING) {
    const emulators = [await startBuilt(), await startBuilt()] as const;
    await grow(emulators[0], 0, few);
    await grow(emulators[1], 0, few * 10);
    const [small, large] = await cpuPerRequest(...emulators, asked, { count: 1000, rounds: 5 });
    for (const emulator of emulators) await emulator.stop();
    rows.push({ what, figure: `${large.toFixed(0)} µs`, ratio: large / small, limit: LIMIT, floor: `${small.toFixed(0)} µs at a tenth` });
  }
  return rows;
}
