// Counts what is published to a topic, and what reaches people (namespace AWS/SNS): deliveries to services are counted where they end.
import type { Ctx } from '#core/ctx';
import type { Message } from '#services/sns/messages/message';

export function countPublished(topic: string, { sizeBytes }: Message, { metrics }: Ctx): void {
  const meter = metrics.meter('AWS/SNS', 'TopicName', topic);
  meter.add('NumberOfMessagesPublished');
  meter.add('PublishSize', sizeBytes, 'Bytes');
}

export const countDelivered = (topicArn: string, { metrics }: Ctx): void =>
  metrics.meter('AWS/SNS', 'TopicName', topicArn.slice(topicArn.lastIndexOf(':') + 1)).add('NumberOfNotificationsDelivered');
