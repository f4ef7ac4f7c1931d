// Writes the records of an execution that have changed: its operations, their times, one row of events, and its head.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { Draft } from './engine/draft.ts';
import { dueOf, type OperationRecord } from './engine/operation.ts';
import { holdEvents, holdOperation } from './payloads.ts';
import { durableEvents, durableOperations, durables, durableTimes, NOTHING } from './records.ts';

export function writeDraft(tx: Tx, draft: Draft, ctx: Ctx): void {
  draft.set({ unseen: draft.unseen });
  const { head, events } = draft;
  for (const operation of draft.changed.values()) writeOperation(tx, draft, operation, ctx);
  const [first] = events;
  if (first) {
    holdEvents(tx, events);
    tx.put(ctx.records(durableEvents), [head.id, first.id], { events });
  }
  tx.put(ctx.records(durables), [head.id], head);
}

function writeOperation(tx: Tx, draft: Draft, operation: OperationRecord, ctx: Ctx): void {
  const { id } = draft.head;
  const stored = draft.stored(operation.id);
  holdOperation(tx, stored, operation);
  const [was, is] = [stored && dueOf(stored), dueOf(operation)];
  if (was !== is) {
    if (was !== undefined) tx.delete(ctx.records(durableTimes), [id, was, operation.id]);
    if (is !== undefined) tx.put(ctx.records(durableTimes), [id, is, operation.id], NOTHING);
  }
  tx.put(ctx.records(durableOperations), [id, operation.id], operation);
}
