// The helper for tests: one emulator for this file, reset before each test, with clients, waiting and recorded events.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import * as hooks from 'vitest';
import { describe, expect, it } from 'vitest';
import { type TestEmulator, useEmulator as useAnyEmulator } from '../../emulator/src/testing/testing.ts';
import { useEmulator } from '../../emulator/src/testing/vitest.ts';

const delayed = async (sqs: SQS, DelaySeconds: number): Promise<string | undefined> => {
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'later' });
  await sqs.sendMessage({ QueueUrl, MessageBody: 'hello', DelaySeconds });
  return QueueUrl;
};
const bodyAt = async (sqs: SQS, QueueUrl: string | undefined): Promise<string> => {
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl });
  if (!Messages[0]?.Body) throw new Error('no message yet');
  return Messages[0].Body;
};
const event = (Source: string, detail: object = {}, EventBusName?: string) => ({
  Entries: [{ EventBusName, Source, DetailType: 'made', Detail: JSON.stringify(detail) }],
});

describe('an emulator for a file', () => {
  const emulator = useEmulator();
  const sqs = emulator.client(SQS);
  const events = emulator.client(EventBridge);

  it.each(['first', 'second'])('is empty in the %s test', async () => {
    expect((await sqs.listQueues({})).QueueUrls).toBeUndefined();
    await sqs.createQueue({ QueueName: 'left-behind' });
  });

  it('gives clients of other regions', async () => {
    const elsewhere = emulator.client(SQS, { region: 'eu-west-1' });
    expect((await elsewhere.createQueue({ QueueName: 'jobs' })).QueueUrl).toContain('jobs');
    expect((await sqs.listQueues({})).QueueUrls).toBeUndefined();
  });

  it('moves its clock until an attempt succeeds, without waiting', async () => {
    const QueueUrl = await delayed(sqs, 600);
    const before = emulator.clock.now();
    expect(await emulator.eventually(() => bodyAt(sqs, QueueUrl))).toBe('hello');
    expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(600_000);
  });

  it('moves its clock no further than it may, and throws the last error', async () => {
    const QueueUrl = await delayed(sqs, 600);
    const before = emulator.clock.now();
    await expect(emulator.eventually(() => bodyAt(sqs, QueueUrl), { within: '5m' })).rejects.toThrow('no message yet');
    expect(emulator.clock.now() - before).toBe(300_000);
  });

  it('records the events of a bus, in their order', async () => {
    await events.createEventBus({ Name: 'shop' });
    const recorder = await emulator.recordEvents({ bus: 'shop' });
    await events.putEvents(event('elsewhere'));
    for (let id = 1; id <= 12; id++) await events.putEvents(event('shop', { id }, 'shop'));
    const recorded = await recorder.events();
    expect(recorded.map(({ detail }) => detail.id)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(recorded[0]).toMatchObject({ source: 'shop', 'detail-type': 'made', region: 'us-east-1', account: '000000000000' });
    expect(Date.parse(recorded[0]!.time)).toBe(emulator.clock.now());
    await recorder.clear();
    await events.putEvents(event('shop', { id: 13 }, 'shop'));
    expect(await recorder.events()).toHaveLength(1);
    await recorder.stop();
    expect((await events.listRules({ EventBusName: 'shop' })).Rules).toEqual([]);
    expect((await sqs.listQueues({})).QueueUrls).toBeUndefined();
  });

  it('records the events of a pattern alone', async () => {
    await using recorder = await emulator.recordEvents({ pattern: { source: ['shop'] } });
    for (const source of ['desk', 'shop']) await events.putEvents(event(source));
    expect((await recorder.events()).map(({ source }) => source)).toEqual(['shop']);
  });

  it('names the bus that is not there', async () => {
    await expect(emulator.recordEvents({ bus: 'shop' })).rejects.toThrow('PutRule: Event bus shop does not exist.');
  });
});

describe('an emulator with a set-up', () => {
  const made: string[] = [];
  const emulator = useAnyEmulator(hooks, {
    setUp: async (started) => {
      made.push((await started.client(SQS).createQueue({ QueueName: 'jobs' })).QueueUrl!);
    },
  });
  const sqs = emulator.client(SQS);

  it.each(['first', 'second'])('is as it was set up in the %s test, once', async () => {
    expect((await sqs.listQueues({})).QueueUrls).toEqual(made);
    await sqs.deleteQueue({ QueueUrl: made[0] });
  });
});

describe('an emulator that is not reset', () => {
  const emulator = useAnyEmulator(hooks, { reset: false, clock: 'system' });

  it('keeps what a test makes', async () => {
    const QueueUrl = await delayed(emulator.client(SQS), 1);
    expect(await emulator.eventually(() => bodyAt(emulator.client(SQS), QueueUrl))).toBe('hello');
  });

  it('for the next one', async () => {
    expect((await emulator.client(SQS).listQueues({})).QueueUrls).toHaveLength(1);
  });
});

describe('before its first test', () => {
  it('an emulator says that it does not run yet', () => {
    const nothing = { beforeAll: () => {}, beforeEach: () => {}, afterAll: () => {} };
    const emulator: TestEmulator = useAnyEmulator(nothing);
    expect(() => emulator.url).toThrow('The emulator runs from before the first test to after the last one');
  });

  it('asks for the hooks of the test runner', () => {
    expect(() => useAnyEmulator({ beforeEach: () => {} })).toThrow("import * as hooks from 'node:test'");
  });
});
