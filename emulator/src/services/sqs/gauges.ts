// The gauges of a queue: how many messages it has, and how old the oldest is.
import type { ReadGauges } from '#core/metrics/gauges';
import { viewQueue } from './messages/in-queue.ts';
import { queues } from './state.ts';

export const gauges: ReadGauges = ({ QueueName = '' }, ctx) => {
  const queue = ctx.records(queues).get([QueueName]);
  if (!queue) return [];
  const { tally, messages, nowMs } = viewQueue(queue, ctx);
  const [oldest] = messages.keys([queue.storeId], { limit: 1 });
  const ageSeconds = oldest === undefined ? 0 : Math.max(0, Math.floor((nowMs - oldest[1]) / 1000));
  return [
    { name: 'ApproximateNumberOfMessagesVisible', value: tally.visible, unit: 'Count' },
    { name: 'ApproximateNumberOfMessagesNotVisible', value: tally.inFlight, unit: 'Count' },
    { name: 'ApproximateNumberOfMessagesDelayed', value: tally.delayed, unit: 'Count' },
    { name: 'ApproximateAgeOfOldestMessage', value: ageSeconds, unit: 'Seconds' },
  ];
};
