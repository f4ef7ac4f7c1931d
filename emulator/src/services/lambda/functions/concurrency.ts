// Reserved concurrency, and what the account may use.
import type { Ctx } from '#core/call';
import { operation } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';
import { findFunction, named } from '#services/lambda/find-function';
import { ACCOUNT_CONCURRENCY, LEAST_UNRESERVED } from '#services/lambda/limits';
import { functions } from '#services/lambda/state';
import { addToTotals, totalsOf } from '#services/lambda/totals';

function reserve(ctx: Ctx, name: string, reserved: number | undefined): void {
  const { reserved: before, ...fn } = findFunction(ctx, name);
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [name], { ...fn, ...(reserved !== undefined && { reserved }) });
    addToTotals(ctx, tx, { reserved: (reserved ?? 0) - (before ?? 0) });
  });
}

export const PutFunctionConcurrency = operation('PutFunctionConcurrency', (input, ctx) => {
  const { name, qualifier } = named(ctx, input);
  if (qualifier !== undefined)
    throw invalidParameter('This operation is permitted on Lambda functions only. Aliases and versions do not support this operation.');
  const { reserved = 0 } = findFunction(ctx, name);
  const asked = input.ReservedConcurrentExecutions;
  if (asked > 0 && ACCOUNT_CONCURRENCY - totalsOf(ctx).reserved + reserved - asked < LEAST_UNRESERVED)
    throw invalidParameter(
      `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${LEAST_UNRESERVED}].`,
    );
  reserve(ctx, name, asked);
  return { ReservedConcurrentExecutions: asked };
});

export const GetFunctionConcurrency = operation('GetFunctionConcurrency', (input, ctx) => {
  const { reserved } = findFunction(ctx, named(ctx, input).name);
  return reserved === undefined ? {} : { ReservedConcurrentExecutions: reserved };
});

export const DeleteFunctionConcurrency = operation('DeleteFunctionConcurrency', (input, ctx) => {
  reserve(ctx, named(ctx, input).name, undefined);
});
