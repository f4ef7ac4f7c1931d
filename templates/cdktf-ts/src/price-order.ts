// Prices an order, and says so on the bus.
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { totalOf } from './total.ts';

export interface OrderPlaced {
  readonly detail: { readonly id: number; readonly items: readonly { readonly price: number; readonly count: number }[] };
}

const events = new EventBridgeClient();

export const handler = async ({ detail: { id, items } }: OrderPlaced): Promise<void> => {
  const total = totalOf(items);
  console.log(`order ${id} costs ${total.toFixed(2)}`);
  const Detail = JSON.stringify({ id, total });
  await events.send(
    new PutEventsCommand({ Entries: [{ EventBusName: process.env['BUS_NAME'], Source: 'pricing', DetailType: 'OrderPriced', Detail }] }),
  );
};
