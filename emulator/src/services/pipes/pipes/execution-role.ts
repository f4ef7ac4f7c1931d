// The role of a pipe: its trust policy must let pipes take it when the pipe is created, changed or started.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-permissions.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { pipeArn } from '#services/pipes/arns';

const SESSION_NAME = 'pipes';
/** Codes of the token service for a role that cannot be assumed, as opposed to a failure of its own. */
const REFUSALS = ['AccessDenied', 'ValidationError'];

/** Undefined if the role may be taken, also where the emulator does not have it. */
export async function whyRoleIsRefused(role: string, pipe: string, ctx: Ctx): Promise<string | undefined> {
  const as = { service: 'pipes.amazonaws.com', sourceArn: pipeArn(ctx, pipe), sourceAccount: ctx.account };
  try {
    await ctx.call('sts', 'AssumeRole', { RoleArn: role, RoleSessionName: SESSION_NAME }, { as, isPlumbing: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (REFUSALS.includes(error.code))
      return `The provided role ${role} cannot be assumed by principal 'pipes.amazonaws.com': ${error.message}`;
    ctx.log.debug(() => `The trust policy of ${role} could not be checked (${error.code}: ${error.message}).`);
    return undefined;
  }
}
