// Sends the message with which the service tries a stream before it takes it for the events of filters.
import { gzipSync } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { invalid } from '#services/logs/groups/find-group';

/** @throws Fault for a stream that does not take the message */
export async function checkStream(streamArn: string, partitionKey: string, withRole: string, ctx: Ctx): Promise<void> {
  const { service, account, region, resource } = parseArn(streamArn)!;
  const options = { withRole, account, region };
  if (service === 'firehose') {
    const DeliveryStreamName = resource.slice(resource.indexOf('/') + 1);
    const Record = { Data: healthCheck('Firehose', ctx) };
    const { RecordId } = await unlessFault(ctx.call('firehose', 'PutRecord', { DeliveryStreamName, Record }, options));
    if (RecordId === undefined) throw notReached('Firehose stream. Check if the given Firehose');
    return;
  }
  const record = { StreamARN: streamArn, Data: healthCheck('Kinesis stream', ctx), PartitionKey: partitionKey };
  const { SequenceNumber } = await unlessFault(ctx.call('kinesis', 'PutRecord', record, options));
  if (SequenceNumber === undefined) throw notReached('Kinesis stream. Check if the given kinesis');
}

const notReached = (stream: string): Fault => invalid(`Could not deliver test message to specified ${stream} stream is in ACTIVE state.`);

const healthCheck = (destination: string, ctx: Ctx): Uint8Array =>
  gzipSync(
    JSON.stringify({
      messageType: 'CONTROL_MESSAGE',
      owner: 'CloudwatchLogs',
      logGroup: '',
      logStream: '',
      subscriptionFilters: [],
      logEvents: [{ id: '', timestamp: ctx.now(), message: `CWL CONTROL MESSAGE: Checking health of destination ${destination}.` }],
    }),
  );

/** The answer, or nothing where the service refuses. */
export async function unlessFault<T extends object>(answer: Promise<T>): Promise<Partial<T>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Fault) return {};
    throw error;
  }
}
