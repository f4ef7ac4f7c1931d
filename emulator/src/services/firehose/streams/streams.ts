// CreateDeliveryStream, DeleteDeliveryStream, ListDeliveryStreams.
import type { Ctx } from '#core/ctx';
import type { LogSource } from '#core/log-source';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { type CreateDeliveryStreamInput, fault, operation } from '#model/firehose';
import { sourceContext } from '#polling/source-context';
import { streamArn } from '#services/firehose/arns';
import { invalid } from '#services/firehose/faults';
import { findStream } from '#services/firehose/find-stream';
import { beginSource, endSource } from '#services/firehose/source/read-source';
import { buffers, type DeliveryStream, type StreamSource, streams } from '#services/firehose/state';
import { checkQuery } from './check-query.ts';
import { newDestination } from './destinations.ts';
import { DIRECT_ONLY, readEncryption } from './encryption.ts';
import { typeOf } from './stream-type.ts';
import { STREAM_TAGS } from './tags.ts';

const PAGE = 10;

export const CreateDeliveryStream = operation('CreateDeliveryStream', async (input, ctx) => {
  const { DeliveryStreamName: name, Tags, DeliveryStreamEncryptionConfigurationInput: encrypted } = input;
  checkNew(name, ctx);
  const source = readSource(input, ctx);
  const destination = newDestination(input);
  await checkQuery(destination, ctx);
  const tags = STREAM_TAGS.ofNew(Tags, ctx);
  const log = source && (await sourceLog(source, ctx));
  if (encrypted && source) throw invalid(DIRECT_ONLY);
  const encryption = encrypted && (await readEncryption(encrypted, ctx));
  checkNew(name, ctx);
  const stream: DeliveryStream = {
    name,
    id: ctx.id(),
    version: 1,
    destination,
    source,
    throughputHintMBs: input.DirectPutSourceConfiguration?.ThroughputHintInMBs,
    encryption,
    tags,
    createdMs: ctx.now(),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(streams), [name], stream);
    tx.put(ctx.records(buffers), [stream.id], { batch: 1, count: 0, bytes: 0 });
    if (log) beginSource(tx, stream, log, ctx);
  });
  return { DeliveryStreamARN: streamArn(ctx, name) };
});

/** @throws ResourceInUse */
function checkNew(name: string, ctx: Ctx): void {
  if (ctx.records(streams).has([name]))
    throw fault('ResourceInUseException', `Firehose ${name} under accountId ${ctx.account} already exists`);
}

const SOURCES: Readonly<Record<string, string>> = table({
  MSKAsSource: 'clusters of Kafka',
  DatabaseAsSource: 'databases',
});

/** @throws InvalidArgument for a source that does not fit the type, or that cannot be read here */
function readSource(input: CreateDeliveryStreamInput, ctx: Ctx): StreamSource | undefined {
  const { DeliveryStreamType: type = 'DirectPut', KinesisStreamSourceConfiguration: source } = input;
  if (Object.hasOwn(SOURCES, type)) throw invalid(`${type} is not emulated: delivery streams do not read ${SOURCES[type]} here.`);
  if (input.MSKSourceConfiguration) throw invalid('MSKSourceConfiguration is only applicable for MSKAsSource stream type');
  if (input.DatabaseSourceConfiguration) throw invalid('DatabaseSourceConfiguration is only applicable for DatabaseAsSource stream type');
  if (type !== 'KinesisStreamAsSource') {
    if (source) throw invalid('KinesisSourceStreamConfig is only applicable for KinesisStreamAsSource stream type');
    return undefined;
  }
  if (!source) throw invalid('KinesisSourceStreamConfig is mandatory for KinesisStreamAsSource stream type.');
  if (input.DirectPutSourceConfiguration) throw invalid('DirectPutSourceConfiguration is only applicable for DirectPut stream type');
  return { arn: source.KinesisStreamARN, roleArn: source.RoleARN, startMs: ctx.now() };
}

/** The log of the data stream. @throws InvalidArgument, ResourceNotFound */
async function sourceLog({ arn }: StreamSource, ctx: Ctx): Promise<LogSource> {
  const log = await ctx.logSource(arn);
  if (!log) throw invalid(`${arn} cannot be a source here: no emulated service has such streams.`);
  if (!log.facts(arn, sourceContext(arn, ctx)))
    throw fault('ResourceNotFoundException', `Kinesis stream ${arn} is not found: a delivery stream reads one that is there.`);
  return log;
}

/** Records that were not delivered yet are lost. */
export const DeleteDeliveryStream = operation('DeleteDeliveryStream', ({ DeliveryStreamName }, ctx) => {
  const stream = findStream(DeliveryStreamName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(streams), [stream.name]);
    tx.delete(ctx.records(buffers), [stream.id]);
    if (stream.source) endSource(tx, stream, ctx);
    ctx.later(tx, 'firehose.sweep', [stream.id], ctx.now());
  });
});

export const ListDeliveryStreams = operation('ListDeliveryStreams', (input, ctx) => {
  const { Limit = PAGE, DeliveryStreamType, ExclusiveStartDeliveryStreamName: name } = input;
  const after: [string] | undefined = name === undefined ? undefined : [name];
  const isShown = (stream: Frozen<DeliveryStream>): boolean => DeliveryStreamType === undefined || typeOf(stream) === DeliveryStreamType;
  const found = ctx.records(streams).range([], { after }).filter(isShown);
  return {
    DeliveryStreamNames: found.slice(0, Limit).map((stream) => stream.name),
    HasMoreDeliveryStreams: found.length > Limit,
  };
});
