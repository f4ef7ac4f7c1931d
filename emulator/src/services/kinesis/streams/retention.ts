// IncreaseStreamRetentionPeriod and DecreaseStreamRetentionPeriod.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/kinesis';
import { invalidArgument } from '#services/kinesis/faults';
import { shards } from '#services/kinesis/state';
import { findStream, type LocatedStream, putStream } from './find-stream.ts';

/** Limit: hours that records are retained. */
const MIN_HOURS = 24;
/** Limit: hours that records are retained. */
const MAX_HOURS = 8760;

export const IncreaseStreamRetentionPeriod = operation('IncreaseStreamRetentionPeriod', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream } = located;
  const hours = checked(input.RetentionPeriodHours);
  if (hours < stream.retentionHours)
    throw invalidArgument(
      `Requested retention period (${hours} hours) for stream ${stream.name} can not be shorter than existing retention period (${stream.retentionHours} hours). Use DecreaseRetentionPeriod API.`,
    );
  setRetention(located, hours, ctx);
});

export const DecreaseStreamRetentionPeriod = operation('DecreaseStreamRetentionPeriod', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream } = located;
  const hours = checked(input.RetentionPeriodHours);
  if (hours > stream.retentionHours)
    throw invalidArgument(
      `Requested retention period (${hours} hours) for stream ${stream.name} can not be longer than existing retention period (${stream.retentionHours} hours). Use IncreaseRetentionPeriod API.`,
    );
  setRetention(located, hours, ctx);
});

function checked(hours: number): number {
  if (hours < MIN_HOURS)
    throw invalidArgument(
      `Minimum allowed retention period is ${MIN_HOURS} hours. Requested retention period (${hours} hours) is too short.`,
    );
  if (hours > MAX_HOURS)
    throw invalidArgument(
      `Maximum allowed retention period is ${MAX_HOURS} hours. Requested retention period (${hours} hours) is too long.`,
    );
  return hours;
}

/** Each shard looks at once how long its first record is kept from now on. */
function setRetention({ stream, there }: LocatedStream, retentionHours: number, ctx: Ctx): void {
  there.write((tx) => {
    putStream(tx, { ...stream, retentionHours }, there);
    for (const { index } of there.records(shards).range([stream.id]))
      there.later(tx, 'kinesis.trim', [stream.name, stream.id, index], ctx.now());
  });
}
