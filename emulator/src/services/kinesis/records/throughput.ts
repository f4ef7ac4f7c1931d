// How much a shard takes and gives in a second. Enforced where KINESIS_LIMITS says so, by the emulator's clock, and refused at random as often
// as KINESIS_ERROR_PROBABILITY says. https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { fault } from '#model/kinesis';
import { shardId } from '#services/kinesis/shards/make-shards';
import type { LocatedStream } from '#services/kinesis/streams/find-stream';

const MIB = 1024 * 1024;
/** Limit: bytes that a shard takes in a second, where KINESIS_LIMITS is `cloud`. */
const MAX_WRITTEN_BYTES = MIB;
/** Limit: records that a shard takes in a second, where KINESIS_LIMITS is `cloud`. */
const MAX_WRITTEN_RECORDS = 1000;
/** Limit: bytes that a shard gives in a second, where KINESIS_LIMITS is `cloud`. */
const MAX_READ_BYTES = 2 * MIB;
/** Limit: reads of a shard in a second, where KINESIS_LIMITS is `cloud`. */
const MAX_READS = 5;
const SECOND_MS = 1000;
const RANDOM_DIGITS = 8;
/** Shards whose flow is remembered. */
const MAX_FLOWS = 10_000;

/** The records that have passed through a shard since a time. */
interface Flow {
  sinceMs: number;
  bytes: number;
  count: number;
}

/** In memory alone: a restart forgets what passed in the last second. */
class Flows {
  readonly #flows = new Map<string, Flow>();

  /** The flow of this second. Bytes over the limit count in the seconds that follow. */
  of(key: string, maxBytes: number, nowMs: number): Flow {
    const known = this.#flows.get(key);
    if (!known) return this.#begin(key, { sinceMs: nowMs, bytes: 0, count: 0 });
    const seconds = Math.floor((nowMs - known.sinceMs) / SECOND_MS);
    if (seconds <= 0) return known;
    return this.#begin(key, {
      sinceMs: known.sinceMs + seconds * SECOND_MS,
      bytes: Math.max(0, known.bytes - seconds * maxBytes),
      count: 0,
    });
  }

  #begin(key: string, flow: Flow): Flow {
    this.#flows.delete(key);
    this.#flows.set(key, flow);
    if (this.#flows.size > MAX_FLOWS) this.#flows.delete(this.#flows.keys().next().value!);
    return flow;
  }

  async stop(): Promise<void> {
    this.#flows.clear();
  }
}

const flowsOf = (ctx: Ctx): Flows => ctx.own('kinesis.flows', () => new Flows());

const exceeded = (shard: number, { stream, there }: LocatedStream): Fault =>
  fault(
    'ProvisionedThroughputExceededException',
    `Rate exceeded for shard ${shardId(shard)} in stream ${stream.name} under account ${there.account}.`,
  );

function failsAtRandom(ctx: Ctx): boolean {
  const probability = ctx.options.KINESIS_ERROR_PROBABILITY;
  return probability > 0 && Number.parseInt(ctx.random(RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS < probability;
}

const isEnforced = ({ options }: Ctx): boolean => options.KINESIS_LIMITS === 'cloud';

/** Counts a record, or answers why the shard does not take it. */
export function admitWrite(shard: number, bytes: number, located: LocatedStream): Fault | undefined {
  const { stream, there } = located;
  if (failsAtRandom(there)) return exceeded(shard, located);
  if (!isEnforced(there)) return undefined;
  const flow = flowsOf(there).of(`in/${stream.id}/${shard}`, MAX_WRITTEN_BYTES, there.now());
  if (flow.count + 1 > MAX_WRITTEN_RECORDS || (flow.bytes > 0 && flow.bytes + bytes > MAX_WRITTEN_BYTES)) return exceeded(shard, located);
  flow.count++;
  flow.bytes += bytes;
  return undefined;
}

/** Counts a call of GetRecords. @throws ProvisionedThroughputExceededException */
export function admitRead(shard: number, located: LocatedStream): void {
  const { stream, there } = located;
  if (failsAtRandom(there)) throw exceeded(shard, located);
  if (!isEnforced(there)) return;
  const flow = flowsOf(there).of(`out/${stream.id}/${shard}`, MAX_READ_BYTES, there.now());
  if (flow.count + 1 > MAX_READS || flow.bytes >= MAX_READ_BYTES) throw exceeded(shard, located);
  flow.count++;
}

/** Counts what a call of GetRecords has answered. */
export function noteRead(shard: number, bytes: number, { stream, there }: LocatedStream): void {
  if (isEnforced(there)) flowsOf(there).of(`out/${stream.id}/${shard}`, MAX_READ_BYTES, there.now()).bytes += bytes;
}
