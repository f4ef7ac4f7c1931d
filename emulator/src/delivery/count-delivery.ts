// Counts how deliveries end, where the manifest of the sending service names metrics for it.
import type { Context } from '#core/context';
import type { DeliveryMetrics } from '#core/delivery/delivery-metrics';
import type { Destination } from '#core/delivery/destination';
import type { Frozen } from '#core/records';

type Counted = Pick<Frozen<Destination>, 'about' | 'deadLetterArn'>;
type End = 'delivered' | 'retried' | 'dead-lettered' | 'lost';

/** `ctx`: of the account and region of the sender. */
export function countDelivery({ about, deadLetterArn }: Counted, end: End, ctx: Context): void {
  const metrics = ctx.kernel.registry.service(about.service)?.deliveryMetrics;
  if (!metrics) return;
  const names = namesFor(end, metrics, { about, deadLetterArn });
  if (names.length === 0) return;
  const { namespace, sender } = metrics;
  if (!sender.test(about.resourceArn ?? '')) return;
  // All deliveries of a sender to one of its targets share this object.
  const meter = ctx.metrics.meterFor(about, namespace, () => dimensionsOf(about.resourceArn!, sender));
  for (const name of names) meter.add(name);
}

function namesFor(end: End, metrics: DeliveryMetrics, { about, deadLetterArn }: Counted): string[] {
  const names = [];
  if (end === 'delivered') names.push(metrics.delivered);
  else if (end === 'retried') names.push(metrics.retried);
  else {
    const refused = deadLetterArn === undefined ? undefined : metrics.refusedByQueue;
    names.push(about.failures ?? metrics.failed, end === 'lost' ? refused : metrics.deadLettered);
  }
  return names.filter((name) => name !== undefined);
}

const dimensionsOf = (arn: string, sender: RegExp): string[] =>
  Object.entries(sender.exec(arn)?.groups ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
