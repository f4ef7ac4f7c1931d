// Waits briefly before an answer, so that it shows the end of a short operation. Clients look at once, and then not again for half a
// minute.
import type { Ctx } from '#core/ctx';
import { runsOf } from '#resources/runs';
import { waitBriefly } from '#resources/wait-briefly';
import { isCustom } from '#services/cloudformation/engine/validate';
import { inProgress } from '#services/cloudformation/stack-records/find-stack';
import { NESTED_STACK } from '#services/cloudformation/stack-records/nested-properties';
import { leftovers, resources, stacks } from '#services/cloudformation/state';

/** The CDK looks every five seconds, the AWS CLI and boto3 every thirty: waiting that long costs nobody anything. */
const MAX_WAIT_MS = 5000;

/** Waits until the operation ends or depends on somebody else, at most five seconds. */
export async function grace(stackId: string, ctx: Ctx): Promise<void> {
  const stackKey = `stack/${stackId}`;
  const over = (): boolean => {
    const stack = ctx.records(stacks).get([stackId]);
    if (!stack || !inProgress(stack.status)) return true;
    return runsOf(ctx).get(stackKey)?.resting === true && !goesOnByItself(stackId, ctx);
  };
  await waitBriefly(MAX_WAIT_MS, stackKey, over, ctx);
}

/**
 * Whether the stack or a nested one waits for a function, which answers by itself. A signal comes from outside, perhaps only after our
 * answer.
 */
function goesOnByItself(stackId: string, ctx: Ctx): boolean {
  const changing = ctx
    .records(resources)
    .range([stackId])
    .filter(({ status }) => inProgress(status));
  return [...changing, ...ctx.records(leftovers).range([stackId])].some(({ type, physicalId }) => {
    if (type === NESTED_STACK) return physicalId !== '' && goesOnByItself(physicalId, ctx);
    return isCustom(type);
  });
}
