// An operation that is over soon is over before its answer: clients look at once, and then not again for half a minute.
import type { Ctx } from '#core/call';
import { runsOf } from '#resources/runs';
import { inProgress } from '#services/cloudformation/find';
import { stacks } from '#services/cloudformation/state';

const LONGEST_MS = 2000;

/** Waits until the stack has come to rest, or waits for others itself, for two seconds at most. */
export async function grace(stackId: string, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() + LONGEST_MS;
  while (ctx.now() < untilMs) {
    const stack = ctx.records(stacks).get([stackId]);
    if (!stack || !inProgress(stack.status) || runsOf(ctx).get(`stack/${stackId}`)?.resting) return;
    if (!(await ctx.wait(`stack/${stackId}`, untilMs))) return;
  }
}
