// Prices the orders of a batch. Orders that fail come back, the others do not.
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type Order, totalOf } from './order.ts';

interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

const sqs = new SQSClient();

async function price(body: string): Promise<void> {
  const order = JSON.parse(body) as Order;
  const total = totalOf(order);
  console.log(`order ${order.id} costs ${total.toFixed(2)}`);
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env['PRICED_URL'], MessageBody: JSON.stringify({ id: order.id, total }) }));
}

export const handler = async ({ Records }: Batch): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records)
    try {
      await price(body);
    } catch (error) {
      console.error(`the order ${body} cannot be priced:`, error);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  return { batchItemFailures };
};
