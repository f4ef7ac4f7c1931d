// Deletes executions: at the end of their retention, and with their function.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { Head } from './engine/head.ts';
import { holdOperation, releaseEvents } from './payloads.ts';
import { durableEvents, durableOperations, durables, durablesByNames, durablesByStart, durableTimes } from './records.ts';
import { CHAINED, DEAD_LETTER, DUE, endKey, FORGET, INVOKE } from './work-names.ts';

export function forget(tx: Tx, { id, functionName, name, startMs }: Head, ctx: Ctx): void {
  for (const operation of ctx.records(durableOperations).range([id])) {
    holdOperation(tx, operation, undefined);
    tx.delete(ctx.records(durableOperations), [id, operation.id]);
    if (operation.type === 'CHAINED_INVOKE') ctx.unschedule(tx, CHAINED, [id, operation.id]);
  }
  for (const [key, { events }] of ctx.records(durableEvents).entries([id])) {
    releaseEvents(tx, events);
    tx.delete(ctx.records(durableEvents), key);
  }
  for (const key of ctx.records(durableTimes).keys([id])) tx.delete(ctx.records(durableTimes), key);
  for (const work of [DUE, INVOKE, DEAD_LETTER, FORGET]) ctx.unschedule(tx, work, [id]);
  tx.delete(ctx.records(durablesByStart), [functionName, startMs, id]);
  tx.delete(ctx.records(durablesByNames), [functionName, name]);
  tx.delete(ctx.records(durables), [id]);
  tx.after(() => ctx.wake(endKey(id)));
}

/** Deletes the executions of a function that is being deleted. */
export function forgetDurablesOf(tx: Tx, functionName: string, ctx: Ctx): void {
  for (const [, , id] of ctx.records(durablesByStart).keys([functionName])) {
    const head = ctx.records(durables).get([id]);
    if (head) forget(tx, head, ctx);
  }
}
