// Roles of rules and of their targets: the trust policy must let the service take a role when it is given.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-iam-roles.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { invalid } from '#services/events/faults';

const PRINCIPAL = 'events.amazonaws.com';
const SESSION_NAME = 'events';
/** Codes of the token service for a role that cannot be assumed, as opposed to a failure of its own. */
const REFUSALS = ['AccessDenied', 'ValidationError'];

/**
 * A role that the emulator does not have is taken, with a warning. The text is quoted from the service: Miserlou/Zappa#381.
 * @throws ValidationException
 */
export async function checkRoles(roles: readonly (string | undefined)[], sourceArn: string, ctx: Ctx): Promise<void> {
  const as = { service: PRINCIPAL, sourceArn, sourceAccount: ctx.account };
  for (const role of new Set(roles.filter((given) => given !== undefined))) {
    try {
      await ctx.call('sts', 'AssumeRole', { RoleArn: role, RoleSessionName: SESSION_NAME }, { as, isPlumbing: true });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (REFUSALS.includes(error.code))
        throw invalid(`Provided role '${role}' cannot be assumed by principal '${PRINCIPAL}'.`, error.options.remedy);
      ctx.log.debug(() => `The trust policy of ${role} could not be checked (${error.code}: ${error.message}).`);
    }
  }
}
