// Gathers the next batch of a mapping. A batch closes by number of records, at six megabytes, or by time.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Source } from '#core/source';
import type { MappingRecord } from './mapping-record.ts';
import { placeOf } from './mapping-write.ts';
import { type Gathered, isWanted, type Poller, takeGathered } from './pollers.ts';

/** Limit of an invocation's payload, less the JSON around the records. */
const MAX_BYTES = 6 * 1024 * 1024 - 64;

/** The batch to run now. Undefined if there is none, or if it is still open until `poller.closesMs`. */
export async function gather(
  mapping: Frozen<MappingRecord>,
  source: Source,
  poller: Poller,
  ctx: Ctx,
): Promise<readonly Gathered[] | undefined> {
  const place = placeOf(mapping.sourceArn, ctx);
  if (source.facts(mapping.sourceArn, place) === undefined) return undefined;
  if (mustWait(mapping, source, poller, ctx)) return undefined;
  for (;;) {
    const room = { arn: mapping.sourceArn, most: mapping.batchSize - poller.gathered.length, mostBytes: MAX_BYTES - poller.gatheredBytes };
    const next = room.most > 0 ? source.backlog({ ...room, most: 1 }, place) : undefined;
    const full = room.most === 0 || (poller.gathered.length > 0 && next !== undefined && next.bytes > room.mostBytes);
    if (full || !next || next.records === 0) {
      const goes = poller.gathered.length > 0 && (full || mapping.windowS === 0 || ctx.now() >= (poller.closesMs ?? 0));
      return goes ? takeGathered(poller) : undefined;
    }
    const pulled = await source.pull(room, place);
    const unwanted = pulled.filter((record) => !isWanted(poller, mapping.filters, record));
    source.acknowledge(
      mapping.sourceArn,
      unwanted.map(({ receipt }) => receipt),
      place,
    );
    const dropped = new Set(unwanted);
    for (const record of pulled) if (!dropped.has(record)) add(poller, record);
    if (poller.gathered.length > 0) poller.closesMs ??= ctx.now() + mapping.windowS * 1000;
    if (pulled.length === 0) return undefined;
  }
}

function add(poller: Poller, record: Gathered['record']): void {
  const text = JSON.stringify(record.event);
  poller.gathered.push({ record, text });
  poller.gatheredBytes += Buffer.byteLength(text) + 1;
}

/**
 * Pulled records of an ordered source would lock those behind them, so they stay in the source until the batch is full or its time has
 * come.
 */
function mustWait(mapping: Frozen<MappingRecord>, source: Source, poller: Poller, ctx: Ctx): boolean {
  const place = placeOf(mapping.sourceArn, ctx);
  if (mapping.windowS === 0 || !source.facts(mapping.sourceArn, place)?.ordered || poller.gathered.length > 0) return false;
  const { records, bytes } = source.backlog(
    { arn: mapping.sourceArn, most: mapping.batchSize, mostBytes: Number.POSITIVE_INFINITY },
    place,
  );
  if (records === 0) {
    poller.closesMs = undefined;
    return true;
  }
  poller.closesMs ??= ctx.now() + mapping.windowS * 1000;
  return records < mapping.batchSize && bytes < MAX_BYTES && ctx.now() < poller.closesMs;
}
