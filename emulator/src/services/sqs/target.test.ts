import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import { target } from './target.ts';

const delivery = (name: string, parameters?: Delivery['parameters']): Delivery => ({
  id: 'delivery-1',
  account: '000000000000',
  region: 'us-east-1',
  targetArn: `arn:aws:sqs:eu-west-1:111122223333:${name}`,
  payload: '{}',
  as: { service: 'events.amazonaws.com' },
  retry: { maxRetries: 0, maxAgeMs: 0 },
  about: { service: 'events', resource: 'rule r' },
  createdMs: 0,
  attempts: 0,
  trace: 't',
  parameters,
});

async function send(what: Delivery, settings: Record<string, string>): Promise<unknown[]> {
  const calls: unknown[] = [];
  const ctx = {
    origin: 'http://here',
    in: () => ({ records: () => ({ get: () => ({ fifo: settings['FifoQueue'] === 'true', settings }) }) }),
    call: async (...call: unknown[]) => void calls.push(...call),
  };
  await target.send(what, ctx as unknown as Ctx);
  return calls;
}

it('sends in the account and region of the ARN', async () => {
  expect(await send(delivery('q'), {})).toEqual([
    'sqs',
    'SendMessage',
    { QueueUrl: 'http://here/111122223333/q', MessageBody: '{}' },
    { account: '111122223333', region: 'eu-west-1' },
  ]);
});

it('gives FIFO queues the group, and an id that a retry keeps', async () => {
  const what = delivery('q.fifo', { groupId: 'g' });
  expect((await send(what, { FifoQueue: 'true' }))[2]).toMatchObject({ MessageGroupId: 'g', MessageDeduplicationId: 'delivery-1' });
  expect((await send(what, { FifoQueue: 'true', ContentBasedDeduplication: 'true' }))[2]).toMatchObject({
    MessageGroupId: 'g',
    MessageDeduplicationId: undefined,
  });
});

it('keeps attributes exactly, whatever their type', async () => {
  const attributes = {
    Text: { type: 'String', value: 'a' },
    Count: { type: 'Number.int', value: '12345678901234567890' },
    Bytes: { type: 'Binary.gif', value: Uint8Array.of(0, 255) },
  };
  expect((await send(delivery('q', { attributes }), {}))[2]).toMatchObject({
    MessageAttributes: {
      Text: { DataType: 'String', StringValue: 'a' },
      Count: { DataType: 'Number.int', StringValue: '12345678901234567890' },
      Bytes: { DataType: 'Binary.gif', BinaryValue: Uint8Array.of(0, 255) },
    },
  });
});
