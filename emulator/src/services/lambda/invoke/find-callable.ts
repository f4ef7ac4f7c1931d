// Finds the function to invoke. In another account its policy must allow the caller's account.
import type { Ctx } from '#core/ctx';
import { type FunctionName, named } from '#services/lambda/lookup/find-function';
import { ownerOf } from '#services/lambda/permissions/across-accounts';

interface FunctionRef {
  readonly FunctionName: string;
  readonly Qualifier?: string | undefined;
}

/** The context of the function's account, and the function. @throws Fault AccessDeniedException */
export function findCallable(asked: FunctionRef, caller: Ctx): { ctx: Ctx; named: FunctionName } {
  const ctx = ownerOf(asked, 'lambda:InvokeFunction', caller);
  return { ctx, named: named(asked, ctx) };
}
