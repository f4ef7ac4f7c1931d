// The state of readers of logs in memory: batches under way, and batches that are being gathered. Losing it with the process is harmless: positions
// are records.
import type { Ctx } from '#core/ctx';
import type { LogRecord } from '#core/log-records';
import type { FilterHolder } from '#polling/filters';
import type { LookState } from '#polling/looks';
import { Pollers } from '#polling/pollers';
import { lanes } from './lanes.ts';

export interface LaneMemory {
  isBusy: boolean;
  gathered: LogRecord[];
  gatheredBytes: number;
  /** Number of the first record that has not been looked at; undefined before the first look. */
  seen: number | undefined;
  /** When the gathered records are sent even if the batch is not full. */
  closesMs: number | undefined;
  /** The shard is closed, and all of it was looked at. */
  isOver: boolean;
  /** How often in a row the consumer could not try. */
  refusals: number;
}

export interface LogPoller extends FilterHolder, LookState {
  /** Set while the consumer waits for something besides its log: the signal that it is ready. */
  awaits: string | undefined;
  /** By shard and lane. */
  readonly lanes: Map<string, LaneMemory>;
}

const newPoller = (): LogPoller => ({
  running: 0,
  looking: false,
  again: false,
  awaits: undefined,
  filter: undefined,
  lanes: new Map(),
});

export const logPollersOf = (work: string, ctx: Ctx): Pollers<LogPoller> => ctx.own(`${work}.log-pollers`, () => new Pollers(newPoller));

export function laneMemory(poller: LogPoller, shard: string, lane: number): LaneMemory {
  const key = `${shard}/${lane}`;
  let memory = poller.lanes.get(key);
  if (!memory) {
    memory = { isBusy: false, gathered: [], gatheredBytes: 0, seen: undefined, closesMs: undefined, isOver: false, refusals: 0 };
    poller.lanes.set(key, memory);
  }
  return memory;
}

/** Forgets shards that are not the reader's any more: when they come back, others may have read on. */
export function forgetGone(poller: LogPoller, shards: readonly { readonly id: string }[]): void {
  for (const key of [...poller.lanes.keys()])
    if (!shards.some(({ id }) => id === key.slice(0, key.lastIndexOf('/')))) poller.lanes.delete(key);
}

/** Forgets what was gathered, because settings change. Each lane writes down how far it has looked, so that no record of another lane is read again. */
export function forgetGathered(work: string, id: string, poller: LogPoller, ctx: Ctx): void {
  const records = ctx.records(lanes);
  ctx.write((tx) => {
    for (const [key, lane] of records.entries([work, id])) {
      const memory = poller.lanes.get(`${key[2]}/${key[3]}`);
      const next = memory?.gathered[0]?.number ?? memory?.seen ?? lane.next;
      if (next > lane.next && lane.pieces.length === 0) tx.put(records, key, { ...lane, next });
    }
  });
  poller.lanes.clear();
}

/** Returns the gathered records and begins a new batch. */
export function takeRecords(memory: LaneMemory): readonly LogRecord[] {
  const { gathered } = memory;
  memory.gathered = [];
  memory.gatheredBytes = 0;
  memory.closesMs = undefined;
  return gathered;
}
