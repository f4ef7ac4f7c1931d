// Counts attempts to deliver, and what has arrived (namespace AWS/Firehose).
// https://docs.aws.amazon.com/firehose/latest/dev/monitoring-with-cloudwatch-metrics.html
import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { DeliveryStream, Parcel } from '#services/firehose/state';

export function countAttempt(
  { name }: Pick<Frozen<DeliveryStream>, 'name'>,
  { to, body, count, oldestMs }: Frozen<Parcel>,
  isDelivered: boolean,
  ctx: Ctx,
): void {
  const meter = ctx.metrics.meter('AWS/Firehose', 'DeliveryStreamName', name);
  const kind = to === 'bucket' ? 'DeliveryToS3' : 'DeliveryToHttpEndpoint';
  meter.add(`${kind}.Success`, isDelivered ? 1 : 0);
  if (!isDelivered) return;
  meter.add(`${kind}.Bytes`, isBlobRef(body) ? body.sizeBytes : body.length, 'Bytes');
  if (count !== undefined) meter.add(`${kind}.Records`, count);
  if (oldestMs !== undefined) meter.add(`${kind}.DataFreshness`, Math.max(0, ctx.now() - oldestMs) / 1000, 'Seconds');
}
