// Sends the changes of a table to its data stream, in their order and once: the answer of the stream and the note of it reach the disk together.
// Changes that the stream does not take are kept and sent again for 24 hours, as long as the service keeps changes.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { type BatchTrace, batchTrace } from '#polling/batch-trace';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import { textLimit } from '#services/dynamodb/items/in-turns';
import { CHANGES_LOST, CHANGES_RETRIED } from '#services/dynamodb/messages';
import type { Table } from '#services/dynamodb/state';
import { actingRole } from './acting-role.ts';
import { changesSignal } from './note-change.ts';
import { changeCounters, type PendingChange, pendingChanges } from './state.ts';

const WORK = 'dynamodb.send-changes';
const MAX_BATCH = 100;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 300_000;
const KEPT_MS = 86_400_000;

type TableNames = Pick<Frozen<Table>, 'name' | 'storeId'>;

/** Waiting changes are sent with each new change from now on, and at each start. */
export const beginDelivery = (tx: Tx, { name, storeId }: TableNames, ctx: Ctx): void =>
  ctx.watch(tx, WORK, [name, storeId], changesSignal(storeId));

/** No change follows; changes that wait are still sent. */
export function endDelivery(tx: Tx, { name, storeId }: TableNames, ctx: Ctx): void {
  ctx.unwatch(tx, WORK, [name, storeId]);
  if (firstOf(storeId, 1, ctx).length > 0) ctx.later(tx, WORK, [name, storeId], ctx.now());
}

type Entry = readonly [key: [storeId: string, number: number], change: Frozen<PendingChange>];

const firstOf = (storeId: string, limit: number, ctx: Ctx): Entry[] =>
  ctx.records(pendingChanges).entries([storeId], { limit, until: textLimit().until });

/** The first changes that go to one stream. */
function nextBatch(storeId: string, most: number, ctx: Ctx): Entry[] {
  const found = firstOf(storeId, most, ctx);
  const other = found.findIndex(([, { streamArn }]) => streamArn !== found[0]![1].streamArn);
  return other < 0 ? found : found.slice(0, other);
}

export async function sendChanges(table: string, storeId: string, ctx: Ctx): Promise<void> {
  // New changes wake the work, too; a stream that refuses is not asked for each of them.
  if ((ctx.records(changeCounters).get([storeId])?.retry?.atMs ?? 0) > ctx.now()) return;
  let most = MAX_BATCH;
  for (let batch = nextBatch(storeId, most, ctx); batch.length > 0; batch = nextBatch(storeId, most, ctx)) {
    const trace = batchTrace(
      batch.map(([, change]) => change),
      ctx,
    );
    const outcomes = await put(batch, trace.ctx);
    const failures = outcomes.filter((outcome) => outcome !== undefined);
    // One change that the stream refuses makes the whole request fail: each is sent alone then.
    if (batch.length > 1 && failures.length === batch.length && failures.every(isRefusal)) {
      most = 1;
      continue;
    }
    if (settle(table, batch, outcomes, trace)) return;
    most = MAX_BATCH;
    await nextTurn();
  }
}

/** One request. Answers the failure of each change; undefined for changes that the stream has. */
async function put(batch: readonly Entry[], ctx: Ctx): Promise<(Fault | undefined)[]> {
  const StreamARN = batch[0]![1].streamArn;
  const records = batch.map(([, { text, partitionKey }]) => ({ Data: Buffer.from(text), PartitionKey: partitionKey }));
  try {
    const { Records } = await ctx.call(
      'kinesis',
      'PutRecords',
      { StreamARN, Records: records },
      { withRole: actingRole(ctx), unflushed: true },
    );
    return Records.map(({ ErrorCode, ErrorMessage = '' }) => (ErrorCode === undefined ? undefined : new Fault(ErrorCode, ErrorMessage)));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return batch.map(() => error);
  }
}

/** The same request would be refused again. */
const isRefusal = ({ code }: Fault): boolean => code === 'ValidationException' || code === 'InvalidArgumentException';

/** Forgets what the stream has, and what it will never take. True if the rest is tried later. */
function settle(table: string, batch: readonly Entry[], outcomes: readonly (Fault | undefined)[], { ctx, sentBy }: BatchTrace): boolean {
  const [[storeId], { streamArn: stream }] = batch[0]!;
  const lost = batch.filter(([, { atMs }], at) => {
    const fault = outcomes[at];
    return fault !== undefined && (isRefusal(fault) || atMs + KEPT_MS <= ctx.now());
  });
  const kept = batch.filter((entry, at) => outcomes[at] !== undefined && !lost.includes(entry));
  const counter = ctx.records(changeCounters).get([storeId]);
  const failures = kept.length === 0 ? 0 : (counter?.retry?.failures ?? 0) + 1;
  const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  ctx.write((tx) => {
    for (const entry of batch) if (!kept.includes(entry)) tx.delete(ctx.records(pendingChanges), entry[0]);
    const retry = failures === 0 ? undefined : { failures, atMs: ctx.now() + waitMs };
    if (retry) ctx.later(tx, WORK, [table, storeId], retry.atMs);
    // A table that is gone has no counter any more.
    if (counter && counter.retry !== retry) tx.put(ctx.records(changeCounters), [storeId], { ...counter, retry });
  });
  const reason = outcomes.find((outcome) => outcome !== undefined)?.message ?? '';
  const remedy = outcomes.find((outcome) => outcome !== undefined)?.options.remedy;
  const run = { what: 'problem', resource: tableArn(table, ctx), remedy, sentBy } as const;
  if (lost.length > 0) ctx.report(CHANGES_LOST, { table, stream, reason, count: lost.length }, run);
  if (kept.length > 0) {
    const retry = { table, stream, reason, inS: waitMs / 1000 };
    // Further failures of the same kind are lines on the console.
    if (failures === 1) ctx.report(CHANGES_RETRIED, retry, run);
    else ctx.log.write(CHANGES_RETRIED, retry);
  }
  return kept.length > 0;
}
