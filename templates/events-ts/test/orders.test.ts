// The stack as it is deployed, in an emulator of this test.
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { useEmulator } from 'cloud-emulator/vitest';
import { expect, it } from 'vitest';
import { deploy } from '../local/deploy.mjs';

let outputs: Record<string, string>;
const emulator = useEmulator({
  setUp: async (started) => {
    outputs = await deploy(started.url);
  },
});
const events = emulator.client(EventBridgeClient);
const sqs = emulator.client(SQSClient);

const place = (id: number, price: number) =>
  events.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: outputs['BusName'],
          Source: 'shop',
          DetailType: 'OrderPlaced',
          Detail: JSON.stringify({ id, items: [{ price, count: 2 }] }),
        },
      ],
    }),
  );

it('says on the bus what an order costs', async () => {
  const recorder = await emulator.recordEvents({ bus: outputs['BusName']! });
  await place(7, 20);
  const recorded = await recorder.events();
  expect(recorded.map((event) => [event['detail-type'], event.detail.id])).toEqual([
    ['OrderPlaced', 7],
    ['OrderPriced', 7],
  ]);
  expect(recorded[1]?.detail.total).toBe(40);
});

it('keeps large orders in the queue', async () => {
  await place(8, 20);
  await place(9, 60);
  await emulator.idle();
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: outputs['QueueUrl'], MaxNumberOfMessages: 10 }));
  expect(Messages.map(({ Body }) => JSON.parse(Body!).detail)).toEqual([{ id: 9, total: 120 }]);
});
