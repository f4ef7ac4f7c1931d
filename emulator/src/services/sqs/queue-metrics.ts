// Counts what happens to messages of a queue (namespace AWS/SQS).

import type { Ctx } from '#core/ctx';
import type { Meter } from '#core/metrics/meter';

type Counting = Pick<Ctx, 'metrics'>;

const meterOf = (queue: string, { metrics }: Counting): Meter => metrics.meter('AWS/SQS', 'QueueName', queue);

export function countSent(queue: string, sizeBytes: number, ctx: Counting): void {
  const meter = meterOf(queue, ctx);
  meter.add('NumberOfMessagesSent');
  meter.add('SentMessageSize', sizeBytes, 'Bytes');
}

export const countReceived = (queue: string, messages: number, ctx: Counting): void =>
  meterOf(queue, ctx).add('NumberOfMessagesReceived', messages);

export const countEmptyReceive = (queue: string, ctx: Counting): void => meterOf(queue, ctx).add('NumberOfEmptyReceives');

export const countDeleted = (queue: string, ctx: Counting): void => meterOf(queue, ctx).add('NumberOfMessagesDeleted');
