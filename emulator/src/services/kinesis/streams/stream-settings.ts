// Settings of streams without a file of their own: mode, record size, throughput, metrics, the key of the encryption.
import { Fault } from '#core/fault';
import { fault, operation } from '#model/kinesis';
import { invalidArgument } from '#services/kinesis/faults';
import { arnOf, changeStream, findStream, type LocatedStream } from './find-stream.ts';
import { checkOnDemandLimit } from './streams.ts';

const METRICS = [
  'IncomingBytes',
  'IncomingRecords',
  'IteratorAgeMilliseconds',
  'OutgoingBytes',
  'OutgoingRecords',
  'ReadProvisionedThroughputExceeded',
  'WriteProvisionedThroughputExceeded',
];

export const UpdateStreamMode = operation('UpdateStreamMode', (input, ctx) => {
  const located = findStream(input, ctx);
  const { StreamMode: mode } = input.StreamModeDetails;
  const warmMiBps = input.WarmThroughputMiBps;
  if (mode === 'ON_DEMAND' && located.stream.mode !== 'ON_DEMAND') checkOnDemandLimit(located.there);
  if (mode !== 'ON_DEMAND' && warmMiBps !== undefined) throw warmNeedsOnDemand();
  changeStream(located, { mode: mode === 'ON_DEMAND' ? 'ON_DEMAND' : 'PROVISIONED', warmMiBps });
});

const warmNeedsOnDemand = () => fault('ValidationException', 'WarmThroughputMiBps can only be set for a stream in ON_DEMAND mode.');

export const UpdateStreamWarmThroughput = operation('UpdateStreamWarmThroughput', (input, ctx) => {
  const located = findStream(input, ctx);
  if (located.stream.mode !== 'ON_DEMAND') throw warmNeedsOnDemand();
  const { WarmThroughputMiBps: warmMiBps } = input;
  changeStream(located, { warmMiBps });
  const WarmThroughput = { TargetMiBps: warmMiBps, CurrentMiBps: warmMiBps };
  return { StreamARN: arnOf(located), StreamName: located.stream.name, WarmThroughput };
});

export const UpdateMaxRecordSize = operation('UpdateMaxRecordSize', (input, ctx) => {
  changeStream(findStream(input, ctx), { maxRecordKiB: input.MaxRecordSizeInKiB });
});

export const UpdateStreamRecordDistributionStrategy = operation('UpdateStreamRecordDistributionStrategy', (input, ctx) => {
  changeStream(findStream(input, ctx), { distribution: input.RecordDistributionStrategy });
});

const named = (metrics: readonly string[]): readonly string[] => (metrics.includes('ALL') ? METRICS : metrics);

function setMetrics(located: LocatedStream, metrics: readonly string[]) {
  const before = located.stream.metrics;
  changeStream(located, { metrics });
  return {
    StreamName: located.stream.name,
    StreamARN: arnOf(located),
    CurrentShardLevelMetrics: before,
    DesiredShardLevelMetrics: metrics,
  };
}

export const EnableEnhancedMonitoring = operation('EnableEnhancedMonitoring', (input, ctx) => {
  const located = findStream(input, ctx);
  const added = named(input.ShardLevelMetrics);
  return setMetrics(
    located,
    METRICS.filter((metric) => added.includes(metric) || located.stream.metrics.includes(metric)),
  );
});

export const DisableEnhancedMonitoring = operation('DisableEnhancedMonitoring', (input, ctx) => {
  const located = findStream(input, ctx);
  const gone = named(input.ShardLevelMetrics);
  return setMetrics(
    located,
    located.stream.metrics.filter((metric) => !gone.includes(metric)),
  );
});

export const StartStreamEncryption = operation('StartStreamEncryption', async (input, ctx) => {
  const { there } = findStream(input, ctx);
  if (input.EncryptionType !== 'KMS') throw invalidArgument('EncryptionType must be KMS.');
  try {
    const { KeyMetadata } = await there.call('kms', 'DescribeKey', { KeyId: input.KeyId });
    if (KeyMetadata?.KeyState === 'Disabled') throw fault('KMSDisabledException', `${KeyMetadata.Arn} is disabled.`);
    if (KeyMetadata?.KeyState !== 'Enabled') throw fault('KMSInvalidStateException', `${KeyMetadata?.Arn} is ${KeyMetadata?.KeyState}.`);
  } catch (error) {
    throw error instanceof Fault && error.code === 'NotFoundException' ? fault('KMSNotFoundException', error.message) : error;
  }
  changeStream(findStream(input, ctx), { keyId: input.KeyId });
});

export const StopStreamEncryption = operation('StopStreamEncryption', (input, ctx) => {
  changeStream(findStream(input, ctx), { keyId: undefined });
});
