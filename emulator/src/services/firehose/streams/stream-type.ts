// The type of a delivery stream: records are put, or read from a data stream.
import type { Frozen } from '#core/records';
import type { DeliveryStream } from '#services/firehose/state';

export const typeOf = ({ source }: Pick<Frozen<DeliveryStream>, 'source'>): 'DirectPut' | 'KinesisStreamAsSource' =>
  source ? 'KinesisStreamAsSource' : 'DirectPut';
