// Whether a client of another account may use a stream or a consumer: its policy decides.
import type { Ctx } from '#core/ctx';
import { checkForeignAccess as check } from '#core/policy/foreign-access';

/** @throws AccessDeniedException */
export function checkForeignAccess(resource: string, policy: string | undefined, accounts: { there: Ctx; ctx: Ctx }): void {
  const action = `kinesis:${accounts.ctx.operation}`;
  check({ action, resource, policy }, (principal) => grantCommand(resource, action, principal), accounts);
}

/** The command that grants access. */
export function grantCommand(resource: string, action: string, principal: object): string {
  const statement = { Effect: 'Allow', Principal: principal, Action: action, Resource: resource };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return `aws kinesis put-resource-policy --resource-arn ${resource} --policy '${policy}'`;
}
