// Counts what becomes of records on their way through a mapping (namespace AWS/Lambda), where `MetricsConfig` asks for it.
// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { MappingRecord } from './mapping-record.ts';

interface Counts {
  /** Records that were read: each once for each time that a queue gave it, or that a stream's position passed it. */
  readonly PolledEventCount?: number;
  readonly FilteredOutEventCount?: number;
  /** Records that the function was invoked with, whatever it answered. */
  readonly InvokedEventCount?: number;
  /** Records with which it could not be invoked, and records that it reported as failed. */
  readonly FailedInvokeEventCount?: number;
  readonly DeletedEventCount?: number;
  readonly DroppedEventCount?: number;
  readonly OnFailureDestinationDeliveredEventCount?: number;
}

export function countRecords({ uuid, metrics }: Frozen<MappingRecord>, counts: Counts, ctx: Pick<Ctx, 'metrics'>): void {
  if (!metrics?.includes('EventCount')) return;
  const meter = ctx.metrics.meter('AWS/Lambda', 'EventSourceMappingUUID', uuid);
  for (const [name, count] of Object.entries(counts) as [string, number][]) if (count > 0) meter.add(name, count);
}
