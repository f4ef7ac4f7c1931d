// An operation that is over soon is over before its answer: clients look at once, and then not again for half a minute.
import type { Ctx } from '#core/call';
import { runsOf } from '#resources/runs';
import { inProgress } from '#services/cloudformation/find';
import { leftovers, resources, stacks } from '#services/cloudformation/state';

/** The CDK looks every five seconds, the AWS CLI and boto3 every thirty: waiting that long costs nobody anything. */
const LONGEST_MS = 5000;

/** Waits until the stack has come to rest, or waits for what somebody else must do first, for five seconds at most. */
export async function grace(stackId: string, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() + LONGEST_MS;
  let timer: NodeJS.Timeout | undefined;
  // Functions answer in their own time, also where the clock stands still.
  const enough = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, false);
  });
  try {
    while (ctx.now() < untilMs) {
      const stack = ctx.records(stacks).get([stackId]);
      if (!stack || !inProgress(stack.status)) return;
      if (runsOf(ctx).get(`stack/${stackId}`)?.resting && !goesOnByItself(stackId, ctx)) return;
      if (!(await Promise.race([ctx.wait(`stack/${stackId}`, untilMs), enough]))) return;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Whether what it waits for is a function's answer, here or in a nested stack; a signal comes from outside, and perhaps only after our answer. */
function goesOnByItself(stackId: string, ctx: Ctx): boolean {
  const changing = ctx
    .records(resources)
    .range([stackId])
    .filter(({ status }) => inProgress(status));
  return [...changing, ...ctx.records(leftovers).range([stackId])].some(({ type, physicalId }) => {
    if (type === 'AWS::CloudFormation::Stack') return physicalId !== '' && goesOnByItself(physicalId, ctx);
    return type === 'AWS::CloudFormation::CustomResource' || type.startsWith('Custom::');
  });
}
