// Reads a log for a consumer: every shard in its lanes, one batch of each lane at a time. It looks when the log wakes it, when a batch has ended,
// and when a window or a delay is over. Nothing polls on a timer.
import type { Ctx } from '#core/ctx';
import { beginBatch, lookInTurn } from '#polling/looks';
import { pollerKey } from '#polling/pollers';
import { REFUSED_MS } from '#polling/refused';
import { sourceContext } from '#polling/source-context';
import { fitLanes, type LaneKey, lanes, lanesByShard, readableShards } from './lanes.ts';
import type { LogConsumer, LogReader } from './log-consumer.ts';
import { forgetGone, type LogPoller, laneMemory, logPollersOf } from './log-poller.ts';
import { type FreeLane, nextBatch, waitsUntil } from './next-batch.ts';
import { type LaneRun, runBatch } from './run-batch.ts';

/** A position without a batch behind it is written down when it is this far from the last position that was. */
const MAX_UNWRITTEN = 500;

/** Looks for records. If a look is under way already, that one is repeated afterwards instead. */
export async function pollLog<R extends LogReader>(consumer: LogConsumer<R>, id: string, ctx: Ctx): Promise<void> {
  const poller = logPollersOf(consumer.work, ctx).of(pollerKey(id, ctx));
  await lookInTurn(poller, () => look(consumer, id, poller, ctx), ctx);
}

async function look<R extends LogReader>(consumer: LogConsumer<R>, id: string, poller: LogPoller, ctx: Ctx): Promise<void> {
  const { work } = consumer;
  const arn = consumer.sourceArn(id, ctx);
  const source = arn === undefined ? undefined : await ctx.logSource(arn);
  const reader = source && consumer.reader(id, poller, ctx);
  if (consumer.sourceArn(id, ctx) === undefined) return logPollersOf(work, ctx).forget(pollerKey(id, ctx));
  if (!source || !reader) return;
  const { sourceArn } = reader;
  const facts = source.facts(sourceArn, sourceContext(sourceArn, ctx));
  if (!facts) return;
  const refused = await ctx.firstRefused(source.calls(sourceArn), reader.reading.roleArn);
  if (refused) {
    consumer.hindered(reader, `PROBLEM: ${refused.text}`, ctx);
    return ctx.write((tx) => ctx.later(tx, work, [id], ctx.now() + REFUSED_MS));
  }
  if (facts.problem !== undefined) consumer.hindered(reader, facts.problem, ctx);
  forgetGone(poller, facts.shards);
  fitLanes({ work, id, source, arn: sourceArn, count: reader.lanes }, facts.shards, ctx);
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { id: shard } of readableShards(facts.shards, lanesByShard(work, id, ctx)))
    for (let number = 0; number < reader.lanes; number++) {
      const memory = laneMemory(poller, shard, number);
      const lane = ctx.records(lanes).get([work, id, shard, number]);
      if (!lane || memory.isBusy || (lane.isOver && !lane.window)) continue;
      const free: FreeLane = { reader, source, shard, number, lane, memory };
      const batch = await nextBatch(free, poller, ctx);
      if (batch) begin({ ...free, consumer, id, reader, batch }, poller, ctx);
      else {
        notePosition(free, [work, id, shard, number], poller, ctx);
        nextMs = Math.min(nextMs, waitsUntil(free));
      }
    }
  ctx.write((tx) => (nextMs === Number.POSITIVE_INFINITY ? ctx.unschedule(tx, work, [id]) : ctx.later(tx, work, [id], nextMs)));
}

/** Writes down that all records so far were passed over, from time to time, and once the shard is over. */
function notePosition({ lane, memory, source, reader, shard }: FreeLane, key: LaneKey, poller: LogPoller, ctx: Ctx): void {
  if (lane.pieces.length > 0 || memory.gathered.length > 0) return;
  const { seen: next = lane.next, isOver } = memory;
  if (!isOver && next - lane.next < MAX_UNWRITTEN) return;
  ctx.write((tx) => tx.put(ctx.records(lanes), key, { ...lane, next, isOver }));
  source.commit?.(reader.sourceArn, shard, next, sourceContext(reader.sourceArn, ctx));
  // The shards behind this one may be readable now.
  if (isOver) poller.again = true;
}

function begin<R extends LogReader>(run: LaneRun<R>, poller: LogPoller, ctx: Ctx): void {
  const { consumer, id, memory } = run;
  memory.isBusy = true;
  const process = () =>
    runBatch(run, ctx).finally(() => {
      memory.isBusy = false;
    });
  beginBatch({ id, process, lookAgain: () => pollLog(consumer, id, ctx) }, poller, ctx);
}
