// Due work of durable executions: deletes each when its function's retention period ends.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { FORGET } from './begin-durable.ts';
import { type DurableRecord, durables, durablesByName } from './durable-record.ts';

function forget(tx: Tx, { functionName, startedMs, id, name }: Frozen<DurableRecord>, ctx: Ctx): void {
  tx.delete(ctx.records(durables), [functionName, startedMs, id]);
  tx.delete(ctx.records(durablesByName), [functionName, name]);
}

/** Deletes the executions of a function that is being deleted. */
export function forgetDurablesOf(tx: Tx, name: string, ctx: Ctx): void {
  for (const record of ctx.records(durables).range([name])) {
    forget(tx, record, ctx);
    ctx.unschedule(tx, FORGET, [name, record.startedMs, record.id]);
  }
}

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.forget-durable': ([name, startedMs, id], ctx) => {
    const record = ctx.records(durables).get([String(name), Number(startedMs), String(id)]);
    if (record) ctx.write((tx) => forget(tx, record, ctx));
  },
});
