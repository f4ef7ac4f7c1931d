// The first moment at which something happens to an execution by itself: its time is over, an operation is due, or an invocation is tried again.
import type { Ctx } from '#core/ctx';
import { inTraceOf } from '#core/traces/in-trace-of';
import { close } from './engine/finish.ts';
import { timeoutMsOf } from './engine/head.ts';
import { ripen } from './engine/ripen.ts';
import { draftOf, dueIn } from './locate.ts';
import { durables } from './records.ts';
import { save, wantInvocation } from './save.ts';

export function runDue(id: string, work: Ctx): void {
  const head = work.records(durables).get([id]);
  if (head?.status !== 'RUNNING') return;
  const ctx = inTraceOf(head, work);
  const draft = draftOf(head, ctx);
  if (timeoutMsOf(head) <= ctx.now())
    close(draft, 'TIMED_OUT', { error: { ErrorMessage: `Execution timed out after ${head.timeoutS} seconds.` } });
  else if (!head.invocation) {
    ripen(draft, dueIn(head, ctx));
    if (draft.changed.size > 0 || (head.retryMs ?? Number.POSITIVE_INFINITY) <= ctx.now()) wantInvocation(draft);
  }
  ctx.write((tx) => save(tx, draft, ctx));
}
