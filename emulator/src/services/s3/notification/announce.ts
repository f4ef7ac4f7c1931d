// Sends events to queues, functions, topics and the default bus: the write that causes an event puts its deliveries into the outbox.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { configOf, type StoredNotification } from '#services/s3/bucket-configs';
import { bucketArn, type LocatedBucket } from '#services/s3/located-bucket';
import { busEventOf, type Happening, recordOf } from './event.ts';
import { kindsNamed } from './event-kinds.ts';
import { keyFilterOf, matchesKey, type Rule } from './filter.ts';

/** The subject of messages to topics. */
const MESSAGE = { subject: 'Amazon S3 Notification' };
const RETRY = { maxRetries: 24, maxAgeMs: 24 * 3_600_000 };

interface Destination extends Rule {
  readonly arn: string;
  readonly Id?: string | undefined;
}

/** Every destination of a configuration, in one form. */
export const destinationsOf = (config: StoredNotification): Destination[] => [
  ...(config.LambdaFunctionConfigurations ?? []).map(({ LambdaFunctionArn, ...rule }) => ({ ...rule, arn: LambdaFunctionArn })),
  ...(config.QueueConfigurations ?? []).map(({ QueueArn, ...rule }) => ({ ...rule, arn: QueueArn })),
  ...(config.TopicConfigurations ?? []).map(({ TopicArn, ...rule }) => ({ ...rule, arn: TopicArn })),
];

export function announce(found: LocatedBucket, tx: Tx, happening: Happening, ctx: Ctx): void {
  const config = configOf(found, 'notification');
  if (!config) return;
  const { bucket, there } = found;
  const { name, key } = happening;
  const as = { service: 's3.amazonaws.com', sourceArn: bucketArn(bucket.name), sourceAccount: bucket.account };
  const about = { service: 's3', resource: `bucket ${bucket.name}, ${name} of ${key}`, resourceArn: as.sourceArn };
  for (const { arn, Id = '', Events, Filter } of destinationsOf(config)) {
    if (!Events.some((event) => kindsNamed(event).includes(name)) || !matchesKey(keyFilterOf(Filter), key)) continue;
    const payload = JSON.stringify({ Records: [recordOf(found, happening, Id, ctx)] });
    there.deliver(tx, [{ to: { targetArn: arn, as, retry: RETRY, about, parameters: MESSAGE }, payload }]);
  }
  const event = config.EventBridgeConfiguration ? busEventOf(found, happening, ctx) : undefined;
  if (!event) return;
  const targetArn = `arn:aws:events:${bucket.region}:${bucket.account}:event-bus/default`;
  there.deliver(tx, [{ to: { targetArn, as, retry: RETRY, about }, payload: JSON.stringify(event) }]);
}
