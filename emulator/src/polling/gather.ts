// Gathers the next batch of a reader. A batch closes by number of records, at six megabytes, or by time.
import type { Ctx } from '#core/ctx';
import type { Source } from '#core/source';
import type { Reader } from './consumer.ts';
import { passesFilters } from './filters.ts';
import { type GatheredRecord, type Poller, takeGathered } from './poller.ts';
import { sourceContext } from './source-context.ts';

/** Limit: bytes of a batch from a queue: the limit of the payload of functions, less the JSON around the records. */
const MAX_BYTES = 6 * 1024 * 1024 - 64;
/** A batch is sent at the latest this long before one of its records returns. */
const MARGIN_MS = 1000;

/** The batch to process now. Undefined if there is none, or if it is still open until `poller.closesMs`. */
export async function gather(reader: Reader, source: Source, poller: Poller, ctx: Ctx): Promise<readonly GatheredRecord[] | undefined> {
  const there = sourceContext(reader.sourceArn, ctx);
  if (source.facts(reader.sourceArn, there) === undefined) return undefined;
  if (mustWait(reader, source, poller, ctx)) return undefined;
  for (;;) {
    const room = { arn: reader.sourceArn, most: reader.batchSize - poller.gathered.length, mostBytes: MAX_BYTES - poller.gatheredBytes };
    const next = room.most > 0 ? source.backlog({ ...room, most: 1 }, there) : undefined;
    const full = room.most === 0 || (poller.gathered.length > 0 && next !== undefined && next.bytes > room.mostBytes);
    if (full || !next || next.records === 0) {
      const goes = poller.gathered.length > 0 && (full || reader.windowS === 0 || ctx.now() >= (poller.closesMs ?? 0));
      return goes ? takeGathered(poller) : undefined;
    }
    const pulled = await source.pull(room, there);
    const dropped = new Set(pulled.filter((record) => !passesFilters(poller, reader.filters, record)));
    source.acknowledge(
      reader.sourceArn,
      [...dropped].map(({ receipt }) => receipt),
      there,
    );
    if (dropped.size > 0) reader.dropped?.([...dropped]);
    for (const record of pulled) if (!dropped.has(record)) add(poller, record);
    if (poller.gathered.length > 0) poller.closesMs ??= closesMs(reader, poller.gathered, ctx.now());
    if (pulled.length === 0) return undefined;
  }
}

/** When the window closes: in time before a record returns to its source, which would hand it out a second time. */
function closesMs({ windowS }: Reader, gathered: readonly GatheredRecord[], nowMs: number): number {
  const returnsMs = Math.min(...gathered.map(({ record }) => record.returnsMs));
  return Math.max(nowMs, Math.min(nowMs + windowS * 1000, returnsMs - MARGIN_MS));
}

function add(poller: Poller, record: GatheredRecord['record']): void {
  const text = JSON.stringify(record.event);
  poller.gathered.push({ record, text });
  poller.gatheredBytes += Buffer.byteLength(text) + 1;
}

/**
 * Pulled records of an ordered source would lock those behind them, so they stay in the source until the batch is full or its time has
 * come.
 */
function mustWait(reader: Reader, source: Source, poller: Poller, ctx: Ctx): boolean {
  const there = sourceContext(reader.sourceArn, ctx);
  if (reader.windowS === 0 || !source.facts(reader.sourceArn, there)?.ordered || poller.gathered.length > 0) return false;
  const { records, bytes } = source.backlog({ arn: reader.sourceArn, most: reader.batchSize, mostBytes: Number.POSITIVE_INFINITY }, there);
  if (records === 0) {
    poller.closesMs = undefined;
    return true;
  }
  poller.closesMs ??= ctx.now() + reader.windowS * 1000;
  return records < reader.batchSize && bytes < MAX_BYTES && ctx.now() < poller.closesMs;
}
