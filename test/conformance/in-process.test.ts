// The emulator as a library: many at once, a clock of its own, snapshots.
import { CreateQueueCommand, ListQueuesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';

describe('startEmulator', () => {
  it('runs many at once, each a cloud of its own', async () => {
    const emulators = await Promise.all(Array.from({ length: 5 }, () => startTestEmulator()));
    await emulators[0]!.client(SQSClient).send(new CreateQueueCommand({ QueueName: 'only-in-the-first' }));
    const seen = await Promise.all(emulators.map((emulator) => emulator.client(SQSClient).send(new ListQueuesCommand({}))));
    expect(seen.map(({ QueueUrls = [] }) => QueueUrls.length)).toEqual([1, 0, 0, 0, 0]);
    await Promise.all(emulators.map((emulator) => emulator.stop()));
  });

  it('moves time when told to', async () => {
    await using emulator = await startTestEmulator({ clock: 'manual' });
    const sqs = emulator.client(SQSClient);
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'later' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds: 600 }));
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages).toBeUndefined();
    await emulator.clock.advance('10m');
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages).toHaveLength(1);
  });

  it('goes back to a snapshot', async () => {
    await using emulator = await startTestEmulator();
    const sqs = emulator.client(SQSClient);
    await sqs.send(new CreateQueueCommand({ QueueName: 'before' }));
    const snapshot = emulator.snapshot();
    await sqs.send(new CreateQueueCommand({ QueueName: 'after' }));
    emulator.restore(snapshot);
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
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
