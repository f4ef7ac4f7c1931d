// kill -9 while publishers fill a FIFO topic with two queues: every acknowledged message is in both, in the order of its group, and none is there twice,
// although each publisher sends the message again that was not acknowledged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';

/** One for each group. */
const PUBLISHERS = 4;
/** The emulator is killed after this many acknowledgements of a round. */
const ACKNOWLEDGED = [10, 100, 60];
/** The first gets the message alone, the second its document. */
const QUEUES = ['raw.fifo', 'wrapped.fifo'];

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};
let sns: SNS;
let sqs: SQS;
let TopicArn: string;

async function start(): Promise<void> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  [sns, sqs] = [client(SNS), client(SQS)];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topics-crash-'));
  await start();
  TopicArn = (await sns.createTopic({ Name: 'orders.fifo', Attributes: { FifoTopic: 'true' } })).TopicArn!;
  for (const QueueName of QUEUES) {
    const Endpoint = `arn:aws:sqs:us-east-1:000000000000:${QueueName}`;
    const statement = { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Endpoint };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
    await sqs.createQueue({ QueueName, Attributes: { FifoQueue: 'true', Policy } });
    const Attributes = { RawMessageDelivery: String(QueueName === QUEUES[0]) };
    await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint, Attributes });
  }
});
afterAll(async () => {
  await emulator.kill('SIGKILL');
  close();
  rmSync(folder, { recursive: true, force: true });
});

/** The number of the next message by publisher: one that was not acknowledged is sent again after the restart. */
const next = new Map<number, number>();

async function publish(publisher: number, acknowledge: (text: string) => void): Promise<void> {
  while (emulator.exit === undefined) {
    const n = next.get(publisher) ?? 0;
    const Message = `${publisher}-${n}`;
    try {
      await sns.publish({ TopicArn, Message, MessageGroupId: `group-${publisher}`, MessageDeduplicationId: Message });
    } catch {
      return;
    }
    next.set(publisher, n + 1);
    acknowledge(Message);
  }
}

const textOf = (body: string): string => (body.startsWith('{') ? (JSON.parse(body) as { Message: string }).Message : body);

/** Takes messages out of the queue until all these have come; answers them in their order. */
async function take(QueueUrl: string, awaited: ReadonlySet<string>, taken: string[]): Promise<void> {
  const missing = new Set(awaited);
  for (const text of taken) missing.delete(text);
  for (let isEmpty = false; missing.size > 0 || !isEmpty; ) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: missing.size > 0 ? 5 : 0 });
    isEmpty = Messages.length === 0;
    if (isEmpty) continue;
    const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle: ReceiptHandle! }));
    expect((await sqs.deleteMessageBatch({ QueueUrl, Entries })).Failed ?? []).toEqual([]);
    for (const { Body } of Messages) {
      taken.push(textOf(Body!));
      missing.delete(textOf(Body!));
    }
  }
}

it(`kill -9, ${ACKNOWLEDGED.length} times, loses no message of a group, doubles none, and keeps their order`, async () => {
  const acknowledged = new Set<string>();
  const taken = new Map(QUEUES.map((name) => [name, [] as string[]]));
  for (const limit of ACKNOWLEDGED) {
    let count = 0;
    const acknowledge = (text: string): void => {
      acknowledged.add(text);
      if (++count === limit) void emulator.kill('SIGKILL');
    };
    await Promise.all(Array.from({ length: PUBLISHERS }, (_, publisher) => publish(publisher, acknowledge)));
    close();
    await start();
    for (const [name, texts] of taken) {
      const { QueueUrl } = await sqs.getQueueUrl({ QueueName: name });
      await take(QueueUrl!, acknowledged, texts);
      expect(texts).toHaveLength(new Set(texts).size);
      for (let publisher = 0; publisher < PUBLISHERS; publisher++) {
        const numbers = texts
          .map((text) => text.split('-').map(Number))
          .filter(([one]) => one === publisher)
          .map(([, n]) => n);
        expect(numbers).toEqual(Array.from(numbers, (_, n) => n));
      }
    }
  }
});
