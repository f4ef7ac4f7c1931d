// Counts what is published to a topic (namespace AWS/SNS).
import type { Ctx } from '#core/ctx';
import type { Message } from '#services/sns/messages/message';

export function countPublished(topic: string, { sizeBytes }: Message, { metrics }: Ctx): void {
  const meter = metrics.meter('AWS/SNS', 'TopicName', topic);
  meter.add('NumberOfMessagesPublished');
  meter.add('PublishSize', sizeBytes, 'Bytes');
}
