// Deliveries that wait in the outbox while no emulator runs: those of today, and those that an older version kept.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Delivery } from '#core/delivery/delivery';
import { outbox } from '../../../emulator/src/core/delivery/outbox.ts';
import { collection } from '../../../emulator/src/core/records.ts';
import { openStore } from '../../../emulator/src/store/open-store.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const queueArn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
const RULE = `arn:aws:events:${REGION}:${ACCOUNT}:rule/orders`;
const AS_RULE = { service: 'events.amazonaws.com', sourceArn: RULE };
const AS_ROLE = { role: `arn:aws:iam::${ACCOUNT}:role/lambda` };

const waiting = (id: string, targetArn: string) => ({
  ...{ id, targetArn, payload: id, account: ACCOUNT, region: REGION, trace: 't', createdMs: Date.UTC(2026, 0, 1), attempts: 0 },
  retry: { maxRetries: 185, maxAgeMs: 86_400_000 },
});

/** The first version's form of the outbox. */
const oldOutbox = collection<[id: string], object>('delivery.outbox');
const OLD = [
  {
    ...waiting('old-1', queueArn('old.fifo')),
    as: AS_RULE,
    parameters: { MessageGroupId: 'g', TraceHeader: 'Root=1-5e272390-8c398be037738dc042009320' },
    about: { rule: 'orders', ruleArn: RULE, target: 'q', event: 'e', hops: '0' },
  },
  {
    ...waiting('old-2', queueArn('gone')),
    as: AS_RULE,
    deadLetterArn: queueArn('dead'),
    about: { rule: 'orders', ruleArn: RULE, target: 'q', event: 'e', hops: '0' },
  },
];
const NEW: Delivery[] = [
  {
    ...waiting('new-1', queueArn('new')),
    as: AS_ROLE,
    about: { service: 'lambda', resource: 'function f' },
    parameters: {
      attributes: {
        Text: { type: 'String', value: 'a' },
        Count: { type: 'Number.int', value: '12345678901234567890' },
        Bytes: { type: 'Binary', value: Uint8Array.of(0, 255, 128) },
      },
    },
  },
];

let emulator: TestEmulator;
let DATA_DIR: string;
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'deliveries-'));
  const start = () => startTestEmulator({ clock: 'manual', options: { PERSISTENCE: '1', DATA_DIR } });
  emulator = await start();
  const sqs = emulator.client(SQS);
  const Statement = [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: '*' }];
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await sqs.createQueue({ QueueName: 'old.fifo', Attributes: { FifoQueue: 'true', Policy } });
  await sqs.createQueue({ QueueName: 'dead', Attributes: { Policy } });
  await sqs.createQueue({ QueueName: 'new' });
  await emulator.stop();
  const store = await openStore({ directory: join(DATA_DIR, 'store'), checked: true });
  store.write((tx) => {
    for (const delivery of OLD) tx.put(store.records(oldOutbox, ACCOUNT, REGION), [delivery.id], delivery);
  });
  await store.close();
  const again = await openStore({ directory: join(DATA_DIR, 'store'), checked: true });
  again.write((tx) => {
    for (const delivery of NEW) tx.put(again.records(outbox, ACCOUNT, REGION), [delivery.id], delivery);
  });
  await again.close();
  emulator = await start();
  await emulator.idle();
});
afterAll(async () => {
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});

async function receive(QueueUrl: string): Promise<Message[]> {
  const more = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All' as const] };
  const { Messages = [] } = await emulator.client(SQS).receiveMessage({ QueueUrl, ...more });
  return Messages;
}

it('those of an older version keep group and trace', async () => {
  const Attributes = { MessageGroupId: 'g', AWSTraceHeader: 'Root=1-5e272390-8c398be037738dc042009320' };
  expect(await receive('old.fifo')).toMatchObject([{ Body: 'old-1', Attributes: { ...Attributes, MessageDeduplicationId: 'old-1' } }]);
});

it('those of an older version end in the dead-letter queue as their sender describes it', async () => {
  expect(await receive('dead')).toMatchObject([
    { Body: 'old-2', MessageAttributes: { RULE_ARN: { StringValue: RULE }, ERROR_CODE: { StringValue: 'NO_RESOURCE' } } },
  ]);
});

it('attributes arrive exactly, whatever their type', async () => {
  const [message] = await receive('new');
  expect(message?.MessageAttributes).toEqual({
    Text: { DataType: 'String', StringValue: 'a' },
    Count: { DataType: 'Number.int', StringValue: '12345678901234567890' },
    Bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255, 128) },
  });
});
