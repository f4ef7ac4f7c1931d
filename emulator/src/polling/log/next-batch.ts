// Finds the next batch of a lane: a stretch that failed before, the end of a tumbling window, or new records. A batch closes by number of records,
// at six megabytes, or by time.
import type { Ctx } from '#core/ctx';
import type { LogPage, LogRecord } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { passesFilters } from '#polling/filters';
import { sourceContext } from '#polling/source-context';
import { type Lane, laneOf } from './lanes.ts';
import type { LogReader, WindowPart } from './log-consumer.ts';
import { type LaneMemory, type LogPoller, takeRecords } from './log-poller.ts';
import { finalPart, windowEnd, windowPart, windowStart } from './tumbling.ts';

/** Limit: bytes of a batch from a stream: the limit of the payload of functions, less the JSON around the records. */
const MAX_BYTES = 6 * 1024 * 1024 - 1024;
const MAX_PAGE = 1000;

/** A lane that no batch is running of. */
export interface FreeLane {
  readonly reader: LogReader;
  readonly source: LogSource;
  readonly shard: string;
  readonly number: number;
  readonly lane: Frozen<Lane>;
  readonly memory: LaneMemory;
}

export interface NextBatch {
  readonly records: readonly LogRecord[];
  /** Number of the first record behind the batch. */
  readonly end: number;
  /** How often it was tried. */
  readonly attempts: number;
  readonly window?: WindowPart | undefined;
}

/** Undefined while there is nothing to do, or not yet (`waitsUntil`). */
export async function nextBatch(free: FreeLane, poller: LogPoller, ctx: Ctx): Promise<NextBatch | undefined> {
  const { reader, lane, memory } = free;
  const [piece] = lane.pieces;
  const final = finalPart(lane, reader.tumblingS);
  if (piece && ctx.now() < lane.dueMs) return undefined;
  if (final && (final.isEarly || piece?.end === lane.next))
    return { records: [], end: lane.next, attempts: piece?.attempts ?? 0, window: final };
  if (piece) return piecesBatch(free, poller, ctx);
  const { isFull, isNextWindow } = await gather(free, poller, ctx);
  const end = memory.seen ?? lane.next;
  const first = memory.gathered[0];
  if (!first) return final && (isNextWindow || ctx.now() >= final.endMs) ? { records: [], end, attempts: 0, window: final } : undefined;
  const window = windowPart(lane, first.arrivedMs, reader.tumblingS);
  memory.closesMs ??= Math.min(ctx.now() + reader.windowS * 1000, window?.endMs ?? Number.POSITIVE_INFINITY);
  if (!isFull && !memory.isOver && ctx.now() < memory.closesMs) return undefined;
  return { records: takeRecords(memory), end, attempts: 0, window };
}

/** When a lane has something to do although nothing wakes it; Infinity where only a wake can tell. */
export function waitsUntil({ reader, lane, memory }: FreeLane): number {
  if (lane.pieces.length > 0) return lane.dueMs;
  return Math.min(memory.closesMs ?? Number.POSITIVE_INFINITY, windowEnd(lane, reader.tumblingS));
}

/** The stretch that failed, read again. */
async function piecesBatch(free: FreeLane, poller: LogPoller, ctx: Ctx): Promise<NextBatch> {
  const { lane, reader } = free;
  const { end, attempts } = lane.pieces[0]!;
  const records: LogRecord[] = [];
  for (let from = lane.next; from < end; ) {
    const page = await readPage(free, from, ctx);
    records.push(...page.records.filter((record) => record.number < end && isWanted(record, free, poller)));
    if (page.next === from) break;
    from = page.next;
  }
  const window = records[0] && windowPart(lane, records[0].arrivedMs, reader.tumblingS);
  return { records, end, attempts, window };
}

interface Gathered {
  /** No further record fits. */
  readonly isFull: boolean;
  /** The next record belongs to a later tumbling window. */
  readonly isNextWindow: boolean;
}

async function gather(free: FreeLane, poller: LogPoller, ctx: Ctx): Promise<Gathered> {
  const { lane, memory, reader } = free;
  memory.seen ??= lane.next;
  for (;;) {
    if (memory.gathered.length >= reader.batchSize) return { isFull: true, isNextWindow: false };
    const page = await readPage(free, memory.seen, ctx);
    const dropped: LogRecord[] = [];
    for (const record of page.records) {
      if (isOfLane(record, free)) {
        if (!passesFilters(poller, reader.filters, record)) dropped.push(record);
        else {
          const isNextWindow = isOfNextWindow(record, free);
          const isFull = isNextWindow || !add(record, free);
          if (isFull) return { isFull, isNextWindow };
        }
      }
      memory.seen = record.number + 1;
      if (memory.gathered.length >= reader.batchSize) break;
    }
    if (dropped.length > 0) reader.dropped?.(dropped);
    if (memory.gathered.length >= reader.batchSize) continue;
    const isEnd = page.next === memory.seen && page.records.length === 0;
    memory.seen = page.next;
    memory.isOver = page.isOver;
    if (isEnd) return { isFull: false, isNextWindow: false };
    if (page.records.length > 0 && (memory.gathered.length === 0 || dropped.length > 0)) await nextTurn();
  }
}

/** Lets other work go on between two pages of records that are passed over. */
function readPage({ reader, source, shard }: FreeLane, from: number, ctx: Ctx): Promise<LogPage> {
  const { sourceArn: arn, reading } = reader;
  return source.read({ arn, shard, from, most: MAX_PAGE, reading }, sourceContext(arn, ctx));
}

const isOfLane = ({ group }: LogRecord, { reader, number }: FreeLane): boolean => laneOf(group, reader.lanes) === number;

const isWanted = (record: LogRecord, free: FreeLane, poller: LogPoller): boolean =>
  isOfLane(record, free) && passesFilters(poller, free.reader.filters, record);

function isOfNextWindow({ arrivedMs }: LogRecord, { lane, memory, reader: { tumblingS } }: FreeLane): boolean {
  if (tumblingS === 0) return false;
  const [first] = memory.gathered;
  const startMs = lane.window?.startMs ?? (first && windowStart(first.arrivedMs, tumblingS));
  return startMs !== undefined && windowStart(arrivedMs, tumblingS) > startMs;
}

/** False where the record does not fit any more. */
function add(record: LogRecord, { memory }: FreeLane): boolean {
  const bytes = Buffer.byteLength(record.text) + 1;
  if (memory.gathered.length > 0 && memory.gatheredBytes + bytes > MAX_BYTES) return false;
  memory.gathered.push(record);
  memory.gatheredBytes += bytes;
  return true;
}
