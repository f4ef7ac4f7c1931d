// Headers of the HTTP requests in which messages arrive.
export type MessageType = 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';

export const httpHeaders = (
  type: MessageType,
  messageId: string,
  topicArn: string,
  { arn, isRaw, contentType }: { readonly arn?: string; readonly isRaw: boolean; readonly contentType: string },
): Record<string, string> => ({
  'x-amz-sns-message-type': type,
  'x-amz-sns-message-id': messageId,
  'x-amz-sns-topic-arn': topicArn,
  ...(arn !== undefined && { 'x-amz-sns-subscription-arn': arn }),
  ...(isRaw && { 'x-amz-sns-rawdelivery': 'true' }),
  'content-type': contentType,
  'accept-encoding': 'gzip,deflate',
  'user-agent': 'Amazon Simple Notification Service Agent',
});
