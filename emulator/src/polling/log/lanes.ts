// How far each reader has come in each shard: records, which survive a restart. A shard is read in lanes, each of which has its own position
// and reads the groups that fall to it.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { LogShard, LogStart } from '#core/log-records';
import type { LogSource } from '#core/log-source';
import { collection, type Frozen, type Tx } from '#core/records';
import { sourceContext } from '#polling/source-context';

/** A stretch of the log that failed as one batch. */
export interface Piece {
  /** Number of the first record behind it. */
  readonly end: number;
  /** How often it was tried. */
  readonly attempts: number;
}

export interface Lane {
  /** Number of the first record that is not processed. */
  readonly next: number;
  /** The shard is closed and read to its end. */
  readonly isOver: boolean;
  /** Stretches to try again, in order, the first of which begins at `next`; and when. */
  readonly pieces: readonly Piece[];
  readonly dueMs: number;
  /** The open tumbling window, and the state that its batches have answered: JSON. */
  readonly window?: { readonly startMs: number; readonly state: string; readonly isEarly: boolean } | undefined;
}

export type LaneKey = [work: string, id: string, shard: string, lane: number];
export const lanes = collection<LaneKey, Lane>('polling.lanes');

const laneAt = (next: number, isOver = false): Lane => ({ next, isOver, pieces: [], dueMs: 0 });

interface Opening {
  readonly work: string;
  readonly id: string;
  readonly source: LogSource;
  readonly arn: string;
  readonly count: number;
}

/** Notes where reading begins: in the shards that are there now, as the reader says; in later ones, at their first record. */
export function beginReading(tx: Tx, opening: Opening, start: LogStart, ctx: Ctx): void {
  const { source, arn } = opening;
  const there = sourceContext(arn, ctx);
  for (const shard of source.facts(arn, there)?.shards ?? []) {
    const isOver = start.from === 'LATEST' && shard.isClosed;
    openLanes(tx, opening, shard.id, laneAt(source.position(arn, shard.id, start, there), isOver), ctx);
  }
}

function openLanes(tx: Tx, { work, id, count }: Opening, shard: string, lane: Lane, ctx: Ctx): void {
  for (let number = 0; number < count; number++) tx.put(ctx.records(lanes), [work, id, shard, number], lane);
}

/** Whether reading has begun. */
export const hasLanes = (work: string, id: string, ctx: Ctx): boolean => ctx.records(lanes).range([work, id], { limit: 1 }).length > 0;

export function forgetLanes(tx: Tx, work: string, id: string, ctx: Ctx): void {
  for (const [key] of ctx.records(lanes).entries([work, id])) tx.delete(ctx.records(lanes), key);
}

/**
 * Fits the lanes to the shards that the log has now: new shards are read from their start, lanes of shards that are gone are forgotten, and
 * where the number of lanes has changed, all go on from where the slowest is.
 */
export function fitLanes(opening: Opening, shards: readonly LogShard[], ctx: Ctx): void {
  const { work, id, source, arn, count } = opening;
  const before = lanesByShard(work, id, ctx);
  const gone = [...before.keys()].filter((shard) => !shards.some((known) => known.id === shard));
  const changed = shards.filter((shard) => before.get(shard.id)?.length !== count);
  if (gone.length === 0 && changed.length === 0) return;
  ctx.write((tx) => {
    for (const shard of [...gone, ...changed.map(({ id: name }) => name)])
      for (const [key] of ctx.records(lanes).entries([work, id, shard])) tx.delete(ctx.records(lanes), key);
    for (const { id: shard } of changed) {
      const first = () => source.position(arn, shard, { from: 'TRIM_HORIZON' }, sourceContext(arn, ctx));
      const earlier = before.get(shard);
      const slowest = earlier && Math.min(...earlier.map(({ next }) => next));
      openLanes(
        tx,
        opening,
        shard,
        laneAt(
          slowest ?? first(),
          earlier?.every(({ isOver }) => isOver),
        ),
        ctx,
      );
    }
  });
}

export function lanesByShard(work: string, id: string, ctx: Ctx): Map<string, Frozen<Lane>[]> {
  const found = new Map<string, Frozen<Lane>[]>();
  for (const [[, , shard], lane] of ctx.records(lanes).entries([work, id])) {
    const known = found.get(shard);
    if (known) known.push(lane);
    else found.set(shard, [lane]);
  }
  return found;
}

/** Shards that may be read: all that came before them is processed. Pure. */
export function readableShards(shards: readonly LogShard[], read: ReadonlyMap<string, readonly Pick<Lane, 'isOver'>[]>): LogShard[] {
  const known = new Set(shards.map(({ id }) => id));
  const isRead = (id: string): boolean => !known.has(id) || (read.get(id) ?? []).every(({ isOver }) => isOver);
  return shards.filter(({ parents }) => parents.every(isRead));
}

/** The lane of a group. */
export const laneOf = (group: string, count: number): number =>
  count === 1 ? 0 : Number.parseInt(hash('md5', group).slice(0, 8), 16) % count;
