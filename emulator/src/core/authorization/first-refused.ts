// Judges calls that somebody is about to make in a role, before any of them is made.
import type { Call, RefusedCall } from '#core/call';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Authorizer } from './authorizer.ts';

/** The first of the calls that policies refuse; undefined where none is refused. */
export async function firstRefused(
  calls: readonly Call[],
  authorizer: Authorizer,
  contextOf: (call: Call) => Ctx,
): Promise<RefusedCall | undefined> {
  for (const call of calls) {
    if (!authorizer.concerns(call)) continue;
    try {
      const judging = authorizer.admit(call, contextOf(call));
      if (judging) await judging;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { operation: call.operation, text: error.message, remedy: error.options.remedy };
    }
  }
  return undefined;
}
