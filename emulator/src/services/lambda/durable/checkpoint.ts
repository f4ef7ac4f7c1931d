// CheckpointDurableExecution and GetDurableExecutionState: how a function keeps what it has done, and learns what has happened meanwhile.
import type { Ctx } from '#core/ctx';
import { type CheckpointDurableExecutionRequest, type CheckpointDurableExecutionResponse, operation } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';
import { newCallbackId } from './callback-id.ts';
import { startChained } from './chained.ts';
import { apply } from './engine/apply.ts';
import { assertBatch } from './engine/check-batch.ts';
import type { Draft } from './engine/draft.ts';
import type { Head } from './engine/head.ts';
import type { Data, Operation } from './engine/operation.ts';
import { ripen } from './engine/ripen.ts';
import type { Update } from './engine/update.ts';
import { described } from './engine/wire.ts';
import { draftOf, dueIn, executionAt } from './locate.ts';
import { asItIs, keepTexts, readTexts, textInRecord } from './payloads.ts';
import { durableOperations } from './records.ts';
import { save } from './save.ts';
import { pageOf } from './state-pages.ts';
import { assertCurrent, tokenOf } from './token.ts';

/** Limit: operations of an execution. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_OPERATIONS = 3000;
/** Limit: bytes that an execution writes. */
const MAX_WRITTEN_BYTES = 100 * 1024 * 1024;
/** How long a client may send a checkpoint again. */
const REPEATABLE_MS = 15 * 60_000;
/** Limit: operations of a page of GetDurableExecutionState, unless MaxItems is given. */
const DEFAULT_ITEMS = 100;

type Request = CheckpointDurableExecutionRequest;

export const CheckpointDurableExecution = operation('CheckpointDurableExecution', (input, ctx) => {
  const keeping = keepTexts(input.Updates?.map(({ Payload }) => Payload) ?? [], ctx);
  return keeping ? keeping.then((dataOf) => checkpoint(input, dataOf, ctx)) : checkpoint(input, asItIs, ctx);
});

/** Its answer holds everything that has changed since the function last saw it, the updates of this checkpoint included. */
function checkpoint(input: Request, dataOf: (text: string) => Data, ctx: Ctx): Answer | Promise<Answer> {
  const { CheckpointToken: token, ClientToken: clientToken, Updates = [] } = input;
  const head = executionAt(input.DurableExecutionArn, ctx);
  const last = head?.lastCheckpoint;
  if (last && last.clientToken === clientToken && last.token === token && ctx.now() - last.atMs < REPEATABLE_MS)
    return answer(
      last.next,
      last.answered.flatMap((id) => ctx.records(durableOperations).get([head.id, id]) ?? []),
      ctx,
    );
  assertCurrent(head, token);
  const draft = draftOf(head, ctx);
  // Unknown types and actions are refused by the model before.
  const updates = Updates as readonly Update[];
  assertBatch(draft, updates);
  const [next, answered] = ctx.write((tx) => {
    apply(draft, updates, { dataOf, newCallbackId: (id) => newCallbackId(head.id, id, ctx) });
    assertWithinLimits(draft.head);
    if (draft.head.status === 'RUNNING') ripen(draft, dueIn(head, ctx));
    startChained(tx, draft, ctx);
    const changed = draft.unseen;
    const following = conclude(draft, { clientToken, token, answered: changed, atMs: ctx.now() });
    save(tx, draft, ctx);
    return [following, changed];
  });
  return answer(
    next,
    answered.flatMap((id) => draft.get(id) ?? []),
    ctx,
  );
}

type Answer = CheckpointDurableExecutionResponse;

/** Counts the checkpoint; returns the next token. An execution that has ended has none. */
function conclude(
  draft: Draft,
  { clientToken, ...facts }: { clientToken: string | undefined; token: string; answered: readonly string[]; atMs: number },
): string | undefined {
  draft.see();
  draft.set({ checkpoints: draft.head.checkpoints + 1 });
  const next = draft.head.status === 'RUNNING' ? tokenOf(draft.head) : undefined;
  draft.set({ lastCheckpoint: clientToken === undefined ? undefined : { clientToken, next, ...facts } });
  return next;
}

function answer(next: string | undefined, operations: readonly Operation[], ctx: Ctx): Answer | Promise<Answer> {
  const written = (textOf = textInRecord): Answer => ({
    ...(next !== undefined && { CheckpointToken: next }),
    NewExecutionState: { Operations: operations.map((each) => described(each, textOf)) },
  });
  return readTexts(operations, ctx)?.then(written) ?? written();
}

/** The words of the cloud are not known. */
function assertWithinLimits({ operations, bytes }: Head): void {
  if (operations > MAX_OPERATIONS) throw invalidParameter(`A durable execution cannot have more than ${MAX_OPERATIONS} operations.`);
  if (bytes > MAX_WRITTEN_BYTES) throw invalidParameter(`A durable execution cannot write more than ${MAX_WRITTEN_BYTES} bytes.`);
}

export const GetDurableExecutionState = operation('GetDurableExecutionState', async (input, ctx) => {
  const head = executionAt(input.DurableExecutionArn, ctx);
  assertCurrent(head, input.CheckpointToken);
  const after = input.Marker ? Number(input.Marker) : undefined;
  if (Number.isNaN(after)) throw invalidParameter('The pagination marker is invalid.');
  const { operations, next } = pageOf(head.id, { after, most: input.MaxItems || DEFAULT_ITEMS }, ctx);
  const textOf = (await readTexts(operations, ctx)) ?? textInRecord;
  return {
    Operations: operations.map((each) => described(each, textOf)),
    ...(next !== undefined && { NextMarker: String(next) }),
  };
});
