// Client tokens: a request that is repeated with its token gets its first answer, and changes nothing.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { fault } from '#model/scheduler';
import { clientTokens } from './state.ts';

const FORGET = 'scheduler.forget-token';
/** The cloud does not publish how long it remembers a token. */
const REMEMBERED_MS = 10 * 60_000;

/** Runs `change` in a write and returns its answer, unless the same request was answered before. */
export function once<Input extends { readonly ClientToken?: string | undefined }>(
  operation: string,
  { ClientToken: token, ...input }: Input,
  change: (tx: Tx) => string,
  ctx: Ctx,
): string {
  if (token === undefined) return ctx.write(change);
  const records = ctx.records(clientTokens);
  const request = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const before = records.get([operation, token]);
  if (before && before.request !== request)
    throw fault('ConflictException', `The client token ${token} was given with another ${operation} request before.`);
  if (before) return before.answer;
  return ctx.write((tx) => {
    const answer = change(tx);
    tx.put(records, [operation, token], { request, answer });
    ctx.later(tx, FORGET, [operation, token], ctx.now() + REMEMBERED_MS);
    return answer;
  });
}

export const work: Readonly<Record<string, DueWork>> = table({
  [FORGET]: ([operation, token], ctx) => ctx.write((tx) => tx.delete(ctx.records(clientTokens), [String(operation), String(token)])),
});
