import { expect, it } from 'vitest';
import type { Ctx } from '#core/call';
import type { Delivery } from '#core/outbox';
import { target } from './target.ts';

const delivery = (name: string, parameters?: Delivery['parameters']): Delivery => ({
  id: 'delivery-1',
  account: '000000000000',
  region: 'us-east-1',
  targetArn: `arn:aws:sqs:eu-west-1:111122223333:${name}`,
  payload: '{}',
  as: { service: 'events.amazonaws.com' },
  retry: { maxRetries: 0, maxAgeMs: 0 },
  about: {},
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

it('sends as the service that delivers, in the account and region of the ARN', async () => {
  expect(await send(delivery('q'), {})).toEqual([
    'sqs',
    'SendMessage',
    { QueueUrl: 'http://here/111122223333/q', MessageBody: '{}' },
    { as: { service: 'events.amazonaws.com' }, account: '111122223333', region: 'eu-west-1' },
  ]);
});

it('gives FIFO queues the group, and an id that a retry keeps', async () => {
  const what = delivery('q.fifo', { MessageGroupId: 'g' });
  expect((await send(what, { FifoQueue: 'true' }))[2]).toMatchObject({ MessageGroupId: 'g', MessageDeduplicationId: 'delivery-1' });
  expect((await send(what, { FifoQueue: 'true', ContentBasedDeduplication: 'true' }))[2]).toMatchObject({
    MessageGroupId: 'g',
    MessageDeduplicationId: undefined,
  });
});

it('carries the reasons of dead letters, but for empty ones', async () => {
  const what = delivery('q', { MessageAttributes: { ERROR_CODE: 'NO_TARGET', ERROR_MESSAGE: '' } });
  expect((await send(what, {}))[2]).toMatchObject({ MessageAttributes: { ERROR_CODE: { DataType: 'String', StringValue: 'NO_TARGET' } } });
});
