// Runs the processors of a stream over a batch, in the service's order: unpack, take apart, transform, extract partition keys.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { DeliveryStream } from '#services/firehose/state';
import { deaggregate } from './deaggregate.ts';
import { decompress } from './decompress.ts';
import { transform } from './invoke-function.ts';
import { partition } from './partition-keys.ts';
import type { FailedRecord, PipelineRecord, Processed } from './pipeline-record.ts';
import { readProcessors } from './processors.ts';

export async function processRecords(arrived: readonly PipelineRecord[], stream: Frozen<DeliveryStream>, ctx: Ctx): Promise<Processed> {
  const { destination } = stream;
  const processors = readProcessors(destination.settings.ProcessingConfiguration);
  const failed: FailedRecord[] = [];
  let records = arrived;
  const step = (done: Processed): void => {
    records = done.records;
    failed.push(...done.failed);
  };
  if (processors.decompresses) step(await decompress(records, processors.extractsMessages));
  if (processors.deaggregation) records = deaggregate(records, processors.deaggregation);
  if (processors.function) {
    const roleArn = destination.settings.RoleARN;
    step(await transform(records, { stream, processor: processors.function, roleArn }, ctx));
  }
  if (destination.kind === 'bucket' && destination.settings.DynamicPartitioningConfiguration?.Enabled)
    step(await partition(records, destination.settings, processors.query, ctx));
  return { records, failed };
}
