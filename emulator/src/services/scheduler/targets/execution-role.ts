// The role of a schedule: its trust policy must let the scheduler take it, when the schedule is written and at each invocation.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/setting-up.html#setting-up-execution-role
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { groupArn } from '#services/scheduler/arns';
import { invalid } from '#services/scheduler/faults';

const SESSION_NAME = 'scheduler';
/** Codes of the token service for a role that cannot be assumed, as opposed to a failure of its own. */
const REFUSALS = ['AccessDenied', 'ValidationError'];

/**
 * Takes the role. `aws:SourceArn` is the ARN of the group, not of the schedule:
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 * @throws Fault AccessDenied when the trust policy does not let the scheduler in
 */
export async function assumeRole(role: string, group: string, ctx: Ctx): Promise<void> {
  const as = { service: 'scheduler.amazonaws.com', sourceArn: groupArn(ctx, group), sourceAccount: ctx.account };
  try {
    await ctx.call('sts', 'AssumeRole', { RoleArn: role, RoleSessionName: SESSION_NAME }, { as, isPlumbing: true });
  } catch (error) {
    if (!(error instanceof Fault) || REFUSALS.includes(error.code)) throw error;
    ctx.log.debug(() => `The trust policy of ${role} could not be checked (${error.code}: ${error.message}).`);
  }
}

/** @throws ValidationException in words that users of the cloud quote */
export async function checkRole(role: string, group: string, ctx: Ctx): Promise<void> {
  try {
    await assumeRole(role, group, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw invalid('The execution role you provide must allow AWS EventBridge Scheduler to assume the role.', error.options.remedy);
  }
}
