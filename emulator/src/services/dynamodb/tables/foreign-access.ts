// Whether a client of another account may use a table: its policy decides.
import type { Ctx } from '#core/ctx';
import { checkForeignAccess } from '#core/policy/foreign-access';
import type { Frozen } from '#core/records';
import type { Table } from '#services/dynamodb/state';

/** `table`: undefined where there is none of that name, which a stranger is not told. @throws Fault AccessDeniedException */
export function checkForeignTable(arn: string, table: Frozen<Table> | undefined, use: string, accounts: { there: Ctx; ctx: Ctx }): void {
  const action = `dynamodb:${use}`;
  const grant = (principal: object): string => grantCommand(arn, { action, resource: arn, principal });
  checkForeignAccess({ action, resource: arn, policy: table?.policy?.text }, grant, accounts);
}

/** The command that grants access. */
export function grantCommand(
  arn: string,
  { action, resource, principal }: { action: string; resource: string; principal: object },
): string {
  const statement = { Effect: 'Allow', Principal: principal, Action: action, Resource: resource };
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  return `aws dynamodb put-resource-policy --resource-arn ${arn} --policy '${policy}'`;
}
