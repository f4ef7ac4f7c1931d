// The stack as it is deployed, in an emulator of this test.
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { useEmulator } from 'cloud-emulator/vitest';
import { expect, it } from 'vitest';
import { deploy } from '../local/deploy.mjs';

let outputs: Record<string, string>;
const emulator = useEmulator({
  setUp: async (started) => {
    outputs = await deploy(started.url);
  },
});
const sqs = emulator.client(SQSClient);

const priced = async (): Promise<unknown[]> => {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: outputs['PricedUrl'], MaxNumberOfMessages: 10 }));
  return Messages.map(({ Body }) => JSON.parse(Body!));
};

it('prices orders of the queue', async () => {
  await sqs.send(new SendMessageCommand({ QueueUrl: outputs['OrdersUrl'], MessageBody: '{"id":7,"items":[{"price":60,"count":2}]}' }));
  await emulator.eventually(async () => expect(await priced()).toEqual([{ id: 7, total: 120 }]));
});

it('answers what an order would cost', async () => {
  const answer = await fetch(outputs['QuoteUrl']!, { method: 'POST', body: '{"id":8,"items":[{"price":5,"count":3}]}' });
  expect(await answer.json()).toEqual({ total: 15 });
});
