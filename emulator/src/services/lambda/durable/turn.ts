// One invocation of the function for an execution: due work. Where the emulator was killed, its next start begins another one, and the token
// of the earlier one is worth nothing then.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { inTraceOf } from '#core/traces/in-trace-of';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { invocable } from '#services/lambda/lookup/invocable';
import type { Head } from './engine/head.ts';
import { ripen } from './engine/ripen.ts';
import { inEvent } from './engine/wire.ts';
import { draftOf, dueIn, executionArn } from './locate.ts';
import { readTexts, textInRecord } from './payloads.ts';
import { durables } from './records.ts';
import { save } from './save.ts';
import { settleOutcome, settleRefusal, type Turn } from './settle.ts';
import { pageOf } from './state-pages.ts';
import { tokenOf } from './token.ts';
import { reasonOf } from './turn-line.ts';

/** Limit: operations in the event of an invocation. */
const MAX_EVENT_OPERATIONS = 1000;

interface BegunTurn extends Turn {
  /** Ids of the operations that changed since the function last saw them. */
  readonly updated: readonly string[];
}

export async function runTurn(id: string, work: Ctx): Promise<void> {
  const head = work.records(durables).get([id]);
  if (head?.status !== 'RUNNING' || !head.invocation) return;
  const ctx = inTraceOf(head, work);
  const turn = beginTurn(head, ctx);
  const result = await invoke(turn, ctx);
  if (result instanceof Fault) settleRefusal(turn, result, ctx);
  else await settleOutcome(turn, result, ctx);
}

/** Writes that the invocation begins. Its event tells the function everything that has changed. */
function beginTurn(before: Head, ctx: Ctx): BegunTurn {
  const draft = draftOf(before, ctx);
  ripen(draft, dueIn(before, ctx));
  const updated = draft.unseen.filter((each) => each !== before.id);
  const operations = updated.flatMap((each) => draft.get(each) ?? []);
  draft.see();
  draft.set({ invocation: { id: ctx.id(), startMs: ctx.now() }, turns: before.turns + 1, retryMs: undefined });
  ctx.write((tx) => save(tx, draft, ctx));
  return { head: draft.head, updated, reason: reasonOf(before, operations) };
}

async function invoke(turn: BegunTurn, ctx: Ctx): Promise<InvokeOutcome | Fault> {
  const { functionName: name, version, traceId, tenantId, clientContext, invocation } = turn.head;
  try {
    const found = invocable({ name, qualifier: versionName(version) }, ctx);
    const payload = await eventOf(turn, ctx);
    const invokedArn = functionArn(ctx, name, versionName(version));
    const attempts = [executionArn(turn.head, ctx)];
    const job = { ...found, invokedArn, requestId: invocation!.id!, attempts, payload, traceId, tenantId, clientContext };
    return (await runInvocation(job, ctx)).outcome;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

async function eventOf({ head, updated }: BegunTurn, ctx: Ctx): Promise<Uint8Array> {
  const { operations, next } = pageOf(head.id, { most: MAX_EVENT_OPERATIONS }, ctx);
  const textOf = (await readTexts(operations, ctx)) ?? textInRecord;
  const event = {
    DurableExecutionArn: executionArn(head, ctx),
    CheckpointToken: tokenOf(head),
    InitialExecutionState: {
      Operations: operations.map((operation) => inEvent(operation, textOf)),
      NextMarker: next === undefined ? '' : String(next),
    },
    UpdatedOperationIds: updated,
  };
  return Buffer.from(JSON.stringify(event));
}
