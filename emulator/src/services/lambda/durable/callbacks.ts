// Answers to callbacks, and their heartbeats.
import type { Ctx } from '#core/ctx';
import { type ErrorObject, fault, operation } from '#model/lambda';
import { readCallbackId } from './callback-id.ts';
import type { Draft } from './engine/draft.ts';
import { finish } from './engine/finish.ts';
import { dueOf, type Operation } from './engine/operation.ts';
import { draftOf } from './locate.ts';
import { keepText } from './payloads.ts';
import { durables } from './records.ts';
import { save, wantInvocation } from './save.ts';

export const SendDurableExecutionCallbackSuccess = operation('SendDurableExecutionCallbackSuccess', async ({ CallbackId, Result }, ctx) => {
  const text = Result === undefined || Result.length === 0 ? undefined : Buffer.from(Result).toString();
  const result = text === undefined ? undefined : await keepText(text, ctx);
  answer(CallbackId, (draft, callback) => finish(draft, callback, 'SUCCEEDED', { result }), ctx);
  return {};
});

/** Without an error, that of the operation has no members. */
export const SendDurableExecutionCallbackFailure = operation('SendDurableExecutionCallbackFailure', ({ CallbackId, Error: error }, ctx) => {
  answer(CallbackId, (draft, callback) => finish(draft, callback, 'FAILED', { error: (error ?? {}) as ErrorObject }), ctx);
  return {};
});

export const SendDurableExecutionCallbackHeartbeat = operation('SendDurableExecutionCallbackHeartbeat', ({ CallbackId }, ctx) => {
  const { draft, callback } = waiting(CallbackId, ctx);
  const { heartbeatS } = callback;
  if (heartbeatS === undefined) return {};
  const isUnseen = draft.unseen.includes(callback.id);
  draft.put({ ...callback, heartbeatMs: ctx.now() + heartbeatS * 1000 });
  if (!isUnseen) draft.see(callback.id);
  ctx.write((tx) => save(tx, draft, ctx));
  return {};
});

function answer(callbackId: string, end: (draft: Draft, callback: Operation) => void, ctx: Ctx): void {
  const { draft, callback } = waiting(callbackId, ctx);
  end(draft, callback);
  wantInvocation(draft);
  ctx.write((tx) => save(tx, draft, ctx));
}

/** @throws Fault CallbackTimeoutException for a callback that has been answered, has timed out, or does not exist */
function waiting(callbackId: string, ctx: Ctx): { draft: Draft; callback: Operation } {
  const { id, operationId } = readCallbackId(callbackId);
  const head = ctx.records(durables).get([id]);
  const draft = head?.status === 'RUNNING' ? draftOf(head, ctx) : undefined;
  const callback = draft?.get(operationId);
  if (
    !draft ||
    callback?.callbackId !== callbackId ||
    callback.status !== 'STARTED' ||
    (dueOf(callback) ?? Number.POSITIVE_INFINITY) <= ctx.now()
  )
    throw fault('CallbackTimeoutException', 'The callback is either timed out or already completed', { Type: 'User' });
  return { draft, callback };
}
