// The end of an invocation: what the function answered, or that it failed, in one write with what follows from it.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { ErrorObject } from '#model/lambda';
import { type Answer, answerOf, failureOf, NOTHING_PENDING } from './engine/answer.ts';
import type { Draft } from './engine/draft.ts';
import { close } from './engine/finish.ts';
import type { Head } from './engine/head.ts';
import { eventData } from './engine/history-event.ts';
import type { Data } from './engine/operation.ts';
import { MAX_FAILING_MS, pauseAfterFailure, pauseAfterRefusal } from './engine/pauses.ts';
import { ripen } from './engine/ripen.ts';
import { draftOf, dueIn, executionArn } from './locate.ts';
import { DURABLE_TURN } from './messages.ts';
import { asItIs, keepTexts } from './payloads.ts';
import { durables } from './records.ts';
import { save, wantInvocation } from './save.ts';
import { turnLine } from './turn-line.ts';
import { INVOKE } from './work-names.ts';

/** The invocation, as the execution's head has it, and why it began. */
export interface Turn {
  readonly head: Head;
  readonly reason: string;
}

/** The execution as it is now, unless another invocation has begun. */
function current({ head: { id, invocation } }: Turn, ctx: Ctx): Head | undefined {
  const head = ctx.records(durables).get([id]);
  return head?.invocation?.id === invocation!.id ? head : undefined;
}

/** The invocation could not begin: no concurrency, no environment, no such version. */
export function settleRefusal(turn: Turn, refusal: Fault, ctx: Ctx): void {
  const head = current(turn, ctx);
  if (!head) return;
  const draft = draftOf(head, ctx);
  const throttles = head.throttles + 1;
  draft.set({ invocation: undefined, throttles, retryMs: ctx.now() + pauseAfterRefusal(throttles) });
  const error = { ErrorType: refusal.code, ErrorMessage: refusal.message };
  if (head.status === 'RUNNING' && FINAL.has(refusal.code)) close(draft, 'FAILED', { error });
  ctx.write((tx) => save(tx, draft, ctx));
  ctx.log.write(DURABLE_TURN, turnLine(draft, turn.reason, refusal.code));
}

/** Refusals that do not pass: the function or its version has been deleted, or invokes itself without end. */
const FINAL = new Set(['ResourceNotFoundException', 'RecursiveInvocationException']);

export async function settleOutcome(turn: Turn, outcome: InvokeOutcome, ctx: Ctx): Promise<void> {
  const { id } = turn.head;
  // The emulator stops, or has replaced the environment: another invocation begins, at the next start at the latest.
  if (outcome.kind === 'stopped') return ctx.write((tx) => ctx.later(tx, INVOKE, [id], ctx.now() + 1));
  const answer = outcome.kind === 'response' ? answerOf(outcome.body) : undefined;
  const result = answer?.status === 'SUCCEEDED' ? answer.result : undefined;
  const dataOf = (await keepTexts([result], ctx)) ?? asItIs;
  const head = current(turn, ctx);
  if (!head) return;
  const draft = draftOf(head, ctx);
  draft.set({ invocation: undefined, throttles: 0 });
  const failure = outcome.kind === 'response' ? undefined : failureOf(outcome.body, outcome.errorType);
  if (head.status !== 'RUNNING') completed(draft, turn, failure);
  else if (failure) fail(draft, turn, failure);
  else if (answer) proceed(draft, turn, answer, dataOf, dueIn(head, ctx));
  ctx.write((tx) => save(tx, draft, ctx));
  if (head.failures > 0 && answer) tellRecovery(head, ctx);
  ctx.log.write(DURABLE_TURN, turnLine(draft, turn.reason, failure?.ErrorType));
}

function tellRecovery(head: Head, ctx: Ctx): void {
  const resource = executionArn(head, ctx);
  ctx.reportRecovery({ attempt: resource, text: `${head.functionName} answered for execution ${head.name}`, resource });
}

function completed(draft: Draft, { head: { invocation } }: Turn, error: ErrorObject | undefined): void {
  draft.record('InvocationCompleted', undefined, {
    StartTimestamp: invocation!.startMs,
    EndTimestamp: draft.nowMs,
    RequestId: invocation!.id,
    ...(error && { Error: eventData(error) }),
  });
}

/** The same state is handed to another invocation, after a pause; in the end the execution fails. */
function fail(draft: Draft, turn: Turn, error: ErrorObject): void {
  const { nowMs, head } = draft;
  const failures = head.failures + 1;
  const failingSinceMs = head.failingSinceMs ?? nowMs;
  completed(draft, turn, error);
  draft.set({ failures, failingSinceMs, retryMs: nowMs + pauseAfterFailure(failures, error.ErrorType ?? '') });
  if (nowMs - failingSinceMs >= MAX_FAILING_MS) close(draft, 'FAILED', { error });
}

/** Changes that the function has not seen are looked for first: an answer to a callback may come while it says that it waits for it. */
function proceed(draft: Draft, turn: Turn, answer: Answer, dataOf: (text: string) => Data, due: readonly string[]): void {
  draft.set({ failures: 0, failingSinceMs: undefined });
  if (answer.status === 'PENDING') ripen(draft, due);
  const isLate = draft.unseen.length > 0;
  const ended = answer.status === 'PENDING' && !isLate && draft.head.pending === 0 ? NOTHING_PENDING : answer;
  completed(draft, turn, ended.status === 'FAILED' ? ended.error : undefined);
  if (ended.status === 'FAILED') close(draft, 'FAILED', { error: ended.error });
  else if (ended.status === 'SUCCEEDED')
    close(draft, 'SUCCEEDED', { result: ended.result === undefined ? undefined : dataOf(ended.result) });
  else if (isLate) wantInvocation(draft);
}
