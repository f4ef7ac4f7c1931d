// Whether a client of another account may use a stream or a consumer: its policy decides.
import type { Ctx } from '#core/ctx';
import { checkForeignAccess as check } from '#core/policy/foreign-access';
import { grantCommand } from '#core/policy/grant-command';

/** @throws AccessDeniedException */
export function checkForeignAccess(resource: string, policy: string | undefined, accounts: { there: Ctx; ctx: Ctx }): void {
  const action = `kinesis:${accounts.ctx.operation}`;
  check({ action, resource, policy }, (principal) => grantCommand('kinesis', resource, { action, principal }), accounts);
}
