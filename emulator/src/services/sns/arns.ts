// ARNs of topics and subscriptions.
import type { RegionScope } from '#core/region-scope';
import { parseArn, partitionOf } from '#lib/arn';

export const topicArn = ({ account, region }: RegionScope, name: string): string =>
  `arn:${partitionOf(region)}:sns:${region}:${account}:${name}`;

export interface TopicAddress {
  readonly account: string;
  readonly region: string;
  readonly name: string;
}

const NAME = /^[A-Za-z0-9_-]{1,256}(?:\.fifo)?$/;

export function parseTopicArn(text: string): TopicAddress | undefined {
  const arn = parseArn(text);
  return arn?.service === 'sns' && NAME.test(arn.resource) ? { account: arn.account, region: arn.region, name: arn.resource } : undefined;
}

export interface SubscriptionAddress extends TopicAddress {
  readonly id: string;
}

/** `<ARN of the topic>:<id>` */
export function parseSubscriptionArn(text: string): SubscriptionAddress | undefined {
  const at = text.lastIndexOf(':');
  const topic = parseTopicArn(text.slice(0, at));
  return topic && { ...topic, id: text.slice(at + 1) };
}
