// The trace of a batch: it continues that of the request which sent its first record. The requests that sent the others lead to it.
import type { Ctx } from '#core/ctx';
import type { Run } from '#core/traces/run';

/** Further requests that learn of the batch. */
const MAX_SENDERS = 10;

export interface BatchTrace {
  /** The context in which the batch is processed. */
  readonly ctx: Ctx;
  /** The requests that sent its records. */
  readonly sentBy: readonly string[];
}

/** `records`: of sources that know who sent them. Without a sender the batch has a trace of its own. */
export function batchTrace(records: readonly { readonly trace?: string | undefined }[], ctx: Ctx): BatchTrace {
  const sentBy = [...new Set(records.flatMap(({ trace }) => trace ?? []))].slice(0, MAX_SENDERS);
  return { ctx: ctx.inTrace(sentBy[0], sentBy.length > 0 ? 1 : 0), sentBy };
}

/** Notes a batch that was processed, in its trace and in those of all who sent it records. */
export function noteBatch({ ctx, sentBy }: BatchTrace, run: Run): void {
  ctx.noteRun(run);
  for (const trace of sentBy.slice(1)) ctx.inTrace(trace, 1).noteRun({ ...run, text: `in the batch of request ${ctx.trace.id}` });
}
