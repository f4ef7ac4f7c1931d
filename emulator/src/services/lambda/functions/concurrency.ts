// Reserved concurrency of functions.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/lambda';
import { provisionedInAll } from '#services/lambda/concurrency/provisioned-record';
import { constraint, invalidAmount, invalidParameter } from '#services/lambda/faults';
import { findFunction, named } from '#services/lambda/lookup/find-function';
import { LATEST } from '#services/lambda/lookup/function-name';
import { ACCOUNT_CONCURRENCY, MIN_UNRESERVED } from '#services/lambda/lookup/limits';
import { addToTotals, totalsOf } from '#services/lambda/lookup/totals';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { functions } from '#services/lambda/state';

function reserve(name: string, reserved: number | undefined, ctx: Ctx): void {
  const { reserved: before, ...fn } = findFunction(name, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [name], { ...fn, ...(reserved !== undefined && { reserved }) });
    addToTotals(tx, { reserved: (reserved ?? 0) - (before ?? 0) }, ctx);
  });
}

export const PutFunctionConcurrency = operation(
  'PutFunctionConcurrency',
  inOwnersAccount((input, ctx) => {
    const { name, qualifier } = named(input, ctx);
    if (qualifier !== undefined)
      throw invalidParameter(
        'This operation is permitted on Lambda functions only. Aliases and versions do not support this operation. Please specify either a function name or an unqualified function ARN.',
      );
    const { reserved = 0 } = findFunction(name, ctx, LATEST);
    const asked = input.ReservedConcurrentExecutions;
    if (asked < 0) throw constraint('reservedConcurrentExecutions', String(asked), 'Member must have value greater than or equal to 0');
    const provisioned = provisionedInAll(name, ctx);
    if (asked < provisioned)
      throw invalidAmount(
        // With these spaces (recorded)
        ` ReservedConcurrentExecutions  ${asked} should not be lower than function's total provisioned concurrency [${provisioned}].`,
      );
    if (asked > 0 && ACCOUNT_CONCURRENCY - totalsOf(ctx).reserved + reserved - asked < MIN_UNRESERVED)
      throw invalidAmount(
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${MIN_UNRESERVED}].`,
      );
    reserve(name, asked, ctx);
    return { ReservedConcurrentExecutions: asked };
  }),
);

export const GetFunctionConcurrency = operation('GetFunctionConcurrency', (input, ctx) => {
  const { reserved } = findFunction(named(input, ctx).name, ctx);
  return reserved === undefined ? {} : { ReservedConcurrentExecutions: reserved };
});

export const DeleteFunctionConcurrency = operation(
  'DeleteFunctionConcurrency',
  inOwnersAccount((input, ctx) => {
    reserve(named(input, ctx).name, undefined, ctx);
  }),
);
