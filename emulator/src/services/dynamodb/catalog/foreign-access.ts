// Whether a client of another account may use a table: its policy decides.
import type { Ctx } from '#core/ctx';
import { checkForeignAccess } from '#core/policy/foreign-access';
import { grantCommand } from '#core/policy/grant-command';
import type { Frozen } from '#core/records';
import type { Table } from '#services/dynamodb/state';

/** `table`: undefined if no table has that name; a stranger is not told so. @throws Fault AccessDeniedException */
export function checkForeignTable(arn: string, table: Frozen<Table> | undefined, use: string, accounts: { there: Ctx; ctx: Ctx }): void {
  const action = `dynamodb:${use}`;
  const check = { action, resource: arn, policy: table?.policy?.text };
  checkForeignAccess(check, (principal) => grantCommand('dynamodb', arn, { action, principal }), accounts);
}
