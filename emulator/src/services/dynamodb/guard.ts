// The policies of tables decide which services may use them.
import type { Ctx } from '#core/ctx';
import { grantCommand } from '#core/policy/grant-command';
import type { PolicyCheckWithGrant } from '#core/policy/policy-check';
import type { MultiGuard } from '#core/policy/resource-policy';
import { table } from '#lib/table';
import { tableAddress, tableArn } from './catalog/find-table.ts';
import { ACTIONS_IN_TRANSACTIONS } from './items/actions.ts';
import { parseStatement } from './partiql/statement-parser.ts';
import { tables } from './state.ts';

/** The uses of tables in one request: the names or ARNs of the tables, and the actions as policies name them. */
type Uses = readonly (readonly [table: string, action: string, index?: string])[];
type Input = Readonly<Record<string, unknown>>;

const ofOneTable =
  (action: string) =>
  ({ TableName: name }: Input): Uses =>
    typeof name === 'string' ? [[name, action]] : [];

/** Searches need the permission for the index. */
const ofVectorIndex = ({ TableName: table, IndexName: index }: Input): Uses =>
  typeof table === 'string' && typeof index === 'string' ? [[table, 'SearchVectors', index]] : [];

const ofEachTable =
  (action: string) =>
  ({ RequestItems: requests }: Input): Uses =>
    Object.keys((requests ?? {}) as object).map((name) => [name, action]);

const ofEachAction = ({ TransactItems: items }: Input): Uses =>
  ((items ?? []) as Readonly<Record<string, { TableName?: string } | undefined>>[]).flatMap((item) =>
    Object.entries(item).flatMap(([kind, action]) =>
      action?.TableName === undefined ? [] : [[action.TableName, ACTIONS_IN_TRANSACTIONS[kind] ?? kind] as const],
    ),
  );

const ACTIONS_OF_STATEMENTS = {
  select: 'PartiQLSelect',
  insert: 'PartiQLInsert',
  update: 'PartiQLUpdate',
  delete: 'PartiQLDelete',
  exists: 'PartiQLSelect',
};

/** Nothing of a statement that cannot be read: the operation refuses it. */
function ofStatement({ Statement: text }: Input): Uses {
  try {
    const { statement } = parseStatement(String(text));
    return [[statement.source.table, ACTIONS_OF_STATEMENTS[statement.kind]]];
  } catch {
    return [];
  }
}

const ofStatements =
  (member: string) =>
  (input: Input): Uses =>
    ((input[member] ?? []) as Input[]).flatMap(ofStatement);

const USES: Readonly<Record<string, (input: Input) => Uses>> = table({
  ...Object.fromEntries(
    ['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'].map((operation) => [operation, ofOneTable(operation)]),
  ),
  SearchVectors: ofVectorIndex,
  BatchGetItem: ofEachTable('BatchGetItem'),
  BatchWriteItem: ofEachTable('BatchWriteItem'),
  TransactGetItems: ofEachAction,
  TransactWriteItems: ofEachAction,
  ExecuteStatement: ofStatement,
  BatchExecuteStatement: ofStatements('Statements'),
  ExecuteTransaction: ofStatements('TransactStatements'),
});

export const guard: MultiGuard = (operation, input, ctx) =>
  USES[operation]?.(input as Input).flatMap(([table, action, index]) => checkOf(table, `dynamodb:${action}`, index, ctx) ?? []);

/** Undefined for a table that does not exist: the operation refuses it. */
function checkOf(nameOrArn: string, action: string, index: string | undefined, ctx: Ctx): PolicyCheckWithGrant | undefined {
  const address = tableAddress(nameOrArn, ctx);
  const table = address?.there.records(tables).get([address.name]);
  if (!address || !table) return undefined;
  const arn = tableArn(table.name, address.there);
  const resource = index === undefined ? arn : `${arn}/index/${index}`;
  const { principal } = ctx;
  const service = principal.kind === 'service' ? principal.service : '*';
  return {
    action,
    resource,
    policy: table.policy?.text,
    grant: grantCommand('dynamodb', arn, { action, resource, principal: { Service: service } }),
  };
}
