// An operation that is over soon is over before its answer: clients look at once, and then not again for half a minute.
import type { Ctx } from '#core/ctx';
import { runsOf } from '#resources/runs';
import { waitBriefly } from '#resources/wait-briefly';
import { NESTED_STACK } from '#services/cloudformation/change-sets/nested-properties';
import { isCustom } from '#services/cloudformation/engine/validate';
import { inProgress } from '#services/cloudformation/stacks/find-stack';
import { leftovers, resources, stacks } from '#services/cloudformation/state';

/** The CDK looks every five seconds, the AWS CLI and boto3 every thirty: waiting that long costs nobody anything. */
const MAX_WAIT_MS = 5000;

/** Waits until the stack has come to rest, or waits for what somebody else must do first, for five seconds at most. */
export async function grace(stackId: string, ctx: Ctx): Promise<void> {
  const stackKey = `stack/${stackId}`;
  const over = (): boolean => {
    const stack = ctx.records(stacks).get([stackId]);
    if (!stack || !inProgress(stack.status)) return true;
    return runsOf(ctx).get(stackKey)?.resting === true && !goesOnByItself(stackId, ctx);
  };
  await waitBriefly(MAX_WAIT_MS, stackKey, over, ctx);
}

/** Whether what it waits for is a function's answer, here or in a nested stack; a signal comes from outside, and perhaps only after our answer. */
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
