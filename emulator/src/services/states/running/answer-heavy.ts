// Has the query that stopped a turn answered by a thread, for the turn that begins anew.
import type { Ctx } from '#core/ctx';
import { expressionIn } from '#services/states/language/expressions/evaluate';
import type { Expressions } from '#services/states/language/expressions/expressions';
import type { Answered, HeavyQuery } from '#services/states/language/interpreter/heavy-query';
import type { Query } from '#services/states/language/queries/query';
import { expressionsIn } from '#services/states/language/queries/query-data';
import { languageThreads, type QueryOutcome } from '#services/states/threads/language-threads';

/** `owner`: the machine, or whoever else has its turn at the threads. */
export async function answerHeavy(
  heavy: HeavyQuery,
  owner: string,
  expressions: Expressions | undefined,
  ctx: Ctx,
): Promise<readonly Answered[]> {
  return heavy.answered(await answerInThread(heavy.query, owner, expressions, ctx));
}

export async function answerInThread(query: Query, owner: string, expressions: Expressions | undefined, ctx: Ctx): Promise<QueryOutcome> {
  const settings = { nowMs: ctx.now(), seed: ctx.id(), usesExpressions: expressions !== undefined };
  const outcome = await languageThreads(ctx).answer(query, owner, settings);
  if (outcome.isBrief) for (const { text } of expressionsIn(query)) expressions?.forgetHeavy(expressionIn(text));
  return outcome;
}
