// Due work of durable executions: forgotten once they are as old as their function keeps them.
import type { Ctx } from '#core/call';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/work';
import { FORGET } from './begin-durable.ts';
import { type DurableRecord, durables, durablesByName } from './durable-record.ts';

function forget(ctx: Ctx, tx: Tx, { functionName, startedMs, id, name }: Frozen<DurableRecord>): void {
  tx.delete(ctx.records(durables), [functionName, startedMs, id]);
  tx.delete(ctx.records(durablesByName), [functionName, name]);
}

/** With the function. */
export function forgetDurablesOf(ctx: Ctx, tx: Tx, name: string): void {
  for (const record of ctx.records(durables).range([name])) {
    forget(ctx, tx, record);
    ctx.unschedule(tx, FORGET, [name, record.startedMs, record.id]);
  }
}

export const work: Readonly<Record<string, DueWork>> = {
  'lambda.forget-durable': ([name, startedMs, id], ctx) => {
    const record = ctx.records(durables).get([String(name), Number(startedMs), String(id)]);
    if (record) ctx.write((tx) => forget(ctx, tx, record));
  },
};
