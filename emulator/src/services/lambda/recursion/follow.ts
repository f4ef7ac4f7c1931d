// Ends chains of functions that invoke one another: a function that has run too often in one chain is refused, unless its configuration
// allows it.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/lambda';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { functionArn } from '#services/lambda/function-name';
import { RECURSION_ENDED } from '#services/lambda/messages';
import { extended, lineageId, MAX_IN_CHAIN, timesIn } from './lineage.ts';

/** The trace header for the function. @throws Fault RecursiveInvocationException */
export function followed({ fn, traceId }: Pick<InvocationJob, 'fn' | 'traceId'>, ctx: Ctx): string {
  const id = lineageId(functionArn(ctx, fn.name));
  if (fn.recursiveLoop === 'Allow' || timesIn(traceId, id) < MAX_IN_CHAIN) return extended(traceId, id);
  ctx.log.write(RECURSION_ENDED, { name: fn.name, times: MAX_IN_CHAIN });
  throw fault(
    'RecursiveInvocationException',
    `Lambda has detected your function being invoked in a recursive loop with other AWS resources and stopped your function's invocation.`,
    { Type: 'User' },
  );
}
