// Receivers that wait: they wake for a message, for the end of their time and for the end of the queue.
import { describe, expect, it } from 'vitest';
import { useSqs } from '../../support/use-sqs.ts';

const queue = useSqs();
const { create, send, receive, bodies, later, untilReceiving } = queue;

describe('long polling', () => {
  it('wakes when a message arrives', async () => {
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await untilReceiving();
    await send('hello');
    expect(await waiting).toEqual(['hello']);
  });
  it('wakes when a message becomes visible', async () => {
    await send('late', { DelaySeconds: 7 });
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await untilReceiving();
    await later('7s');
    expect(await waiting).toEqual(['late']);
    const again = bodies({ WaitTimeSeconds: 20, VisibilityTimeout: 4 });
    await untilReceiving();
    await later('20s');
    expect(await again).toEqual([]);
  });
  it('ends empty, after the queue’s own time where none is given', async () => {
    queue.QueueUrl = await create({ ReceiveMessageWaitTimeSeconds: '5' });
    let ended = false;
    const waiting = receive().finally(() => (ended = true));
    await untilReceiving();
    await later('4s');
    expect(ended).toBe(false);
    await later('1s');
    expect(await waiting).toEqual([]);
    expect(await bodies({ WaitTimeSeconds: 0 })).toEqual([]);
  });
  it('gives each message to one of many who wait', async () => {
    const waiting = Array.from({ length: 10 }, () => bodies({ WaitTimeSeconds: 20, MaxNumberOfMessages: 1 }));
    await untilReceiving(10);
    await Promise.all(Array.from({ length: 10 }, (_, i) => send(`m${i}`)));
    expect((await Promise.all(waiting)).flat().sort()).toEqual(Array.from({ length: 10 }, (_, i) => `m${i}`));
  });
  it('takes nothing for a client that has gone', async () => {
    const gone = new AbortController();
    const waiting = queue.sqs.receiveMessage({ QueueUrl: queue.QueueUrl, WaitTimeSeconds: 20 }, { abortSignal: gone.signal });
    const aborted = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await untilReceiving();
    gone.abort();
    await aborted;
    await untilReceiving(0);
    await send('hello');
    expect(await bodies()).toEqual(['hello']);
  });
  it('says when the queue is deleted meanwhile', async () => {
    const waiting = receive({ WaitTimeSeconds: 20 });
    const refused = expect(waiting).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await untilReceiving();
    await queue.sqs.deleteQueue({ QueueUrl: queue.QueueUrl });
    await refused;
  });
  it.each([
    [{ MaxNumberOfMessages: 11 }, 'Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.'],
    [{ MaxNumberOfMessages: 0 }, 'Value 0 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.'],
    [{ WaitTimeSeconds: 21 }, 'Value 21 for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.'],
    [
      { VisibilityTimeout: 43_201 },
      'Value 43201 for parameter VisibilityTimeout is invalid. Reason: Must be >= 0 and <= 43200, if provided.',
    ],
  ])('refuses %j', async (more, message) => {
    await expect(receive(more)).rejects.toMatchObject({ name: 'InvalidParameterValue', message });
  });
});
