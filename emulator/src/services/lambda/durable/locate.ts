// Finds durable executions by their ARNs, and begins drafts of them.
import type { Ctx } from '#core/ctx';
import { notFound } from '#services/lambda/faults';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { Draft } from './engine/draft.ts';
import type { Head } from './engine/head.ts';
import { durableOperations, durables, durableTimes } from './records.ts';

export const executionArn = (
  { functionName, version, name, id }: Pick<Head, 'functionName' | 'version' | 'name' | 'id'>,
  ctx: Ctx,
): string => `${functionArn(ctx, functionName, versionName(version))}/durable-execution/${name}/${id}`;

/** The execution, if it is in this account and region. */
export function executionAt(arn: string, ctx: Ctx): Head | undefined {
  const found = ctx.records(durables).get([arn.slice(arn.lastIndexOf('/') + 1)]);
  return found && executionArn(found, ctx) === arn ? found : undefined;
}

/** @throws Fault ResourceNotFoundException */
export function existing(arn: string, ctx: Ctx): Head {
  const found = executionAt(arn, ctx);
  if (!found) throw notFound('Durable Execution does not exist');
  return found;
}

export const draftOf = (head: Head, ctx: Ctx): Draft =>
  new Draft(head, ctx.now(), (operationId) => ctx.records(durableOperations).get([head.id, operationId]));

/** Ids of operations whose time has come, in its order. */
export function dueIn({ id, timed }: Head, ctx: Ctx): string[] {
  if (timed === 0) return [];
  return ctx
    .records(durableTimes)
    .keys([id], { before: [id, ctx.now() + 1] })
    .map(([, , operationId]) => operationId);
}
