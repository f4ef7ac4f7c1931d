// The emulator as a library: many at once, a clock of its own, snapshots.
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../emulator/src/core/delivery/delivery.ts';
import { outbox } from '../../emulator/src/core/delivery/outbox.ts';
import type { MemorySnapshot } from '../../emulator/src/store/snapshot.ts';
import { startTestEmulator } from '../support/emulator.ts';

describe('startEmulator', () => {
  it('runs many at once, each a cloud of its own', async () => {
    const emulators = await Promise.all(Array.from({ length: 5 }, () => startTestEmulator()));
    await emulators[0]!.client(SQS).createQueue({ QueueName: 'only-in-the-first' });
    const seen = await Promise.all(emulators.map((emulator) => emulator.client(SQS).listQueues()));
    expect(seen.map(({ QueueUrls = [] }) => QueueUrls.length)).toEqual([1, 0, 0, 0, 0]);
    await Promise.all(emulators.map((emulator) => emulator.stop()));
  });

  it('moves time when told to', async () => {
    await using emulator = await startTestEmulator({ clock: 'manual' });
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'later' });
    await sqs.sendMessage({ QueueUrl, MessageBody: 'x', DelaySeconds: 600 });
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toBeUndefined();
    await emulator.clock.advance('10m');
    expect((await sqs.receiveMessage({ QueueUrl })).Messages).toHaveLength(1);
  });

  it('refuses a span of time that it does not understand', async () => {
    await using emulator = await startTestEmulator({ clock: 'manual' });
    const before = emulator.clock.now();
    for (const by of ['soon', -1, Number.NaN]) await expect(emulator.clock.advance(by)).rejects.toThrow(RangeError);
    expect(emulator.clock.now()).toBe(before);
  });

  it('goes back to a snapshot', async () => {
    await using emulator = await startTestEmulator();
    const sqs = emulator.client(SQS);
    await sqs.createQueue({ QueueName: 'before' });
    const snapshot = emulator.snapshot();
    await sqs.createQueue({ QueueName: 'after' });
    emulator.restore(snapshot);
    const { QueueUrls = [] } = await sqs.listQueues();
    expect(QueueUrls.map((url) => url.split('/').at(-1))).toEqual(['before']);
  });

  it('sends what waited for delivery at a snapshot', async () => {
    await using emulator = await startTestEmulator();
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' });
    const place = ['000000000000', 'us-east-1'] as const;
    const { store } = emulator.snapshot() as MemorySnapshot;
    const delivery: Delivery = {
      ...{ id: 'one', payload: 'paid', account: place[0], region: place[1], trace: 't', createdMs: Date.now(), attempts: 0 },
      targetArn: `arn:aws:sqs:us-east-1:${place[0]}:orders`,
      as: { role: `arn:aws:iam::${place[0]}:role/lambda` },
      about: { service: 'lambda', resource: 'function f' },
      retry: { maxRetries: 3, maxAgeMs: 60_000 },
    };
    // Written past the deliverer, which therefore hears of it with the snapshot alone.
    store.write((tx) => tx.put(store.records(outbox, ...place), [delivery.id], delivery));
    emulator.restore(emulator.snapshot());
    const { Messages } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
    expect(Messages).toMatchObject([{ Body: 'paid' }]);
  });

  it('says what it does not understand', async () => {
    await expect(startTestEmulator({ environment: { PERSISTENCE: 'yes please' } })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      hint: 'It takes 0, 1, strict.',
    });
    await using first = await startTestEmulator();
    await expect(startTestEmulator({ port: first.port })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  });
});
