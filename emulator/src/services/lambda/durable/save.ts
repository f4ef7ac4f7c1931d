// Writes an execution with the work that follows from its change: its next due moment, its next invocation, and, at its end, the status
// event, the dead letter, the operation of the execution that chained it, and the end of its retention.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { announceStatus } from './announce-status.ts';
import type { Draft } from './engine/draft.ts';
import { type EndedStatus, type Ending, finish } from './engine/finish.ts';
import { type Head, timeoutMsOf } from './engine/head.ts';
import { draftOf } from './locate.ts';
import { noteEnd } from './note-end.ts';
import { durables, durableTimes, NOTHING } from './records.ts';
import { CHAINED, DEAD_LETTER, DUE, endKey, FORGET, INVOKE } from './work-names.ts';
import { writeDraft } from './write-draft.ts';

const DAY_MS = 86_400_000;

/** Wants an invocation, unless there is one, which sees the changes itself. */
export function wantInvocation(draft: Draft): void {
  if (draft.head.status === 'RUNNING' && !draft.head.invocation) draft.set({ invocation: NOTHING, retryMs: undefined });
}

export function save(tx: Tx, draft: Draft, ctx: Ctx): void {
  writeDraft(tx, draft, ctx);
  const { head, before } = draft;
  if (!before) announceStatus(tx, head, ctx);
  if (head.status === 'RUNNING') schedule(tx, draft, ctx);
  else if (before?.status === 'RUNNING') end(tx, head, ctx);
}

/** During an invocation, the function sees what is due at its next checkpoint: only the execution's own time limit stays. */
function schedule(tx: Tx, { head, before }: Draft, ctx: Ctx): void {
  const { id, invocation, retryMs = Number.POSITIVE_INFINITY } = head;
  if (invocation && invocation.id === undefined) ctx.later(tx, INVOKE, [id], ctx.now());
  if (invocation && before?.invocation) return;
  const [next] = invocation || head.timed === 0 ? [] : ctx.records(durableTimes).keys([id], { limit: 1 });
  ctx.later(tx, DUE, [id], Math.min(timeoutMsOf(head), retryMs, next?.[1] ?? Number.POSITIVE_INFINITY));
}

function end(tx: Tx, head: Head, ctx: Ctx): void {
  const { id, status, endMs, retentionDays, isEvent } = head;
  ctx.unschedule(tx, DUE, [id]);
  ctx.later(tx, FORGET, [id], endMs! + retentionDays * DAY_MS);
  if (isEvent && (status === 'FAILED' || status === 'TIMED_OUT')) ctx.later(tx, DEAD_LETTER, [id], ctx.now());
  announceStatus(tx, head, ctx);
  tellParent(tx, head, ctx);
  tx.after(() => {
    noteEnd(head, ctx);
    ctx.wake(endKey(id));
  });
}

export interface ChainedEnd extends Ending {
  readonly status: EndedStatus;
}

/** Ends a chained invocation in the execution that made it, unless either has ended. */
export function endChained(tx: Tx, { id, operationId }: NonNullable<Head['parent']>, how: ChainedEnd, ctx: Ctx): void {
  ctx.unschedule(tx, CHAINED, [id, operationId]);
  const head = ctx.records(durables).get([id]);
  if (head?.status !== 'RUNNING') return;
  const draft = draftOf(head, ctx);
  const operation = draft.get(operationId);
  if (operation?.status !== 'STARTED') return;
  finish(draft, operation, how.status, how);
  wantInvocation(draft);
  save(tx, draft, ctx);
}

function tellParent(tx: Tx, { parent, status, result, error, timeoutS }: Head, ctx: Ctx): void {
  if (!parent || status === 'RUNNING') return;
  const timedOut = { ErrorType: 'ChainedInvoke.Timeout', ErrorMessage: `CHAINED_INVOKE timed out after ${timeoutS} seconds.` };
  endChained(tx, parent, status === 'TIMED_OUT' ? { status, error: timedOut } : { status, result, error }, ctx);
}
