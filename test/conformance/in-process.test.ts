// The emulator as a library: many at once, a clock of its own, snapshots.
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
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

  it('says what it does not understand', async () => {
    await expect(startTestEmulator({ environment: { PERSISTENCE: 'yes please' } })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      hint: 'It takes 0, 1, strict.',
    });
    await using first = await startTestEmulator();
    await expect(startTestEmulator({ port: first.port })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  });
});
