// Ends chains of functions that invoke one another: a function that has run too often in one chain is refused, unless its configuration
// allows it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/lambda';
import { functionArn } from '#services/lambda/lookup/function-name';
import { RECURSION_ENDED } from '#services/lambda/messages';
import type { FunctionRecord } from '#services/lambda/state';
import { extended, lineageId, MAX_IN_CHAIN, timesIn } from './lineage.ts';

interface Link {
  readonly fn: Frozen<FunctionRecord>;
  readonly traceId: string;
}

/** The trace header for the function. @throws Fault RecursiveInvocationException */
export function followed({ fn, traceId }: Link, ctx: Ctx): string {
  const id = lineageId(functionArn(ctx, fn.name));
  if (fn.recursiveLoop === 'Allow' || timesIn(traceId, id) < MAX_IN_CHAIN) return extended(traceId, id);
  ctx.log.write(RECURSION_ENDED, { name: fn.name, times: MAX_IN_CHAIN });
  throw fault(
    'RecursiveInvocationException',
    `Lambda has detected your function being invoked in a recursive loop with other AWS resources and stopped your function's invocation.`,
    { Type: 'User' },
  );
}
