// Condition keys that only requests on items fill: the partition keys and the attributes that a request names, whichever way it names them.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { tableAddress } from './catalog/find-table.ts';
import { type Schema, tableSchema } from './catalog/schema.ts';
import { expressionConditions, olderConditions } from './expressions/key-conditions.ts';
import { type ExpressionInput, openNames } from './expressions/names.ts';
import { headOf } from './expressions/path.ts';
import type { ExpressionKind } from './expressions/syntax.ts';
import { expressionsOf } from './items/parameters.ts';
import { columnsOf } from './partiql/columns.ts';
import { conjuncts, keyLeaf } from './partiql/conditions.ts';
import { keyBranches } from './partiql/key-branches.ts';
import { type ReadStatement, readStatement, type StatementInput } from './partiql/parameters.ts';
import type { Expression, Statement } from './partiql/syntax.ts';
import { tables } from './state.ts';

type Values = Readonly<Record<string, unknown>>;
const EXPRESSIONS = {
  ProjectionExpression: 'Projection',
  FilterExpression: 'Filter',
  ConditionExpression: 'Condition',
  UpdateExpression: 'Update',
  KeyConditionExpression: 'KeyCondition',
} as const satisfies Readonly<Record<string, ExpressionKind>>;
/** Members that are maps by attribute. */
const MAPS = ['Item', 'Key', 'Expected', 'AttributeUpdates', 'KeyConditions', 'QueryFilter', 'ScanFilter'];

/** One part of a request: a read or write of one table, or a statement of PartiQL. */
interface Part {
  readonly table: string;
  readonly input: Values;
  readonly read?: ReadStatement | undefined;
}

/** A request that cannot be read names nothing: its operation refuses it afterwards. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** The values of a key (lower case); undefined where the request has none. */
export function conditionKey(key: string, operation: string, input: object, ctx: Ctx): readonly string[] | undefined {
  switch (key) {
    case 'dynamodb:leadingkeys':
      return some(partsOf(input as Values).flatMap((part) => leadingKeys(part, ctx)));
    case 'dynamodb:attributes':
      return some(partsOf(input as Values).flatMap((part) => attributesOf(part, ctx)));
    case 'dynamodb:enclosingoperation':
      return operation === 'TransactWriteItems' || operation === 'TransactGetItems' ? [operation] : undefined;
    case 'dynamodb:fulltablescan':
      return [String(operation === 'Scan' || partsOf(input as Values).some((part) => readsWhole(part, ctx)))];
    default:
      return undefined;
  }
}

const some = (values: readonly string[]): readonly string[] | undefined => (values.length > 0 ? [...new Set(values)] : undefined);

function partsOf(input: Values): Part[] {
  const { RequestItems, TransactItems, Statement, Statements = Statement === undefined ? undefined : [input], TransactStatements } = input;
  if (RequestItems) return Object.entries(RequestItems as Values).flatMap(([table, request]) => batched(table, request));
  if (Array.isArray(TransactItems))
    return (TransactItems as Values[]).flatMap((item) =>
      Object.values(item).map((part) => ({ table: String((part as Values)['TableName']), input: part as Values })),
    );
  const statements = (TransactStatements ?? Statements) as readonly StatementInput[] | undefined;
  if (!statements) return [{ table: String(input['TableName']), input }];
  return statements.flatMap((statement) => {
    const read = readable(() => readStatement(statement));
    return read ? [{ table: read.statement.source.table, input: {}, read }] : [];
  });
}

/** A list of writes, or keys with a projection. */
function batched(table: string, request: unknown): Part[] {
  if (Array.isArray(request))
    return (request as Values[]).map(({ PutRequest, DeleteRequest }) => ({ table, input: (PutRequest ?? DeleteRequest ?? {}) as Values }));
  const { Keys, ...common } = request as Values & { Keys?: readonly Values[] };
  return (Keys ?? []).map((Key) => ({ table, input: { ...common, Key } }));
}

function schemaOf(table: string, ctx: Ctx): Schema | undefined {
  const address = tableAddress(table, ctx);
  const found = address?.there.records(tables).get([address.name]);
  return found && tableSchema(found, ctx);
}

/** The values of the partition key, as text: of an index, where the part reads one. */
function leadingKeys({ table, input, read }: Part, ctx: Ctx): string[] {
  const schema = schemaOf(table, ctx);
  const index = read ? read.statement.source.index : input['IndexName'];
  const key = index === undefined ? schema : schema?.indexes.find((each) => each.index.name === index);
  const name = key?.hash[0]?.name;
  if (!key || name === undefined) return [];
  const { Item, Key, KeyConditionExpression, KeyConditions } = input as Readonly<Record<string, Values | undefined>>;
  const found = read
    ? statementKeys(read, key, name)
    : KeyConditionExpression || KeyConditions
      ? [readable(() => queryConditions(input, ctx))?.get(name)?.first]
      : [(Item ?? Key)?.[name]];
  return found.flatMap((value) => textOf(value) ?? []);
}

function queryConditions(input: Values, ctx: Ctx): ReturnType<typeof olderConditions> {
  const { KeyConditionExpression: text, KeyConditions } = input as { KeyConditionExpression?: string; KeyConditions?: never };
  if (text === undefined) return olderConditions(KeyConditions ?? {});
  return expressionConditions(expressionsOf(ctx).bind('KeyCondition', text, openNames(input as ExpressionInput, [text], 'current'))!);
}

const textOf = (value: unknown): string | undefined => {
  const { S, N } = (value ?? {}) as { S?: string; N?: string };
  return S ?? N;
};

const whereOf = (statement: Statement): Expression | undefined =>
  statement.kind === 'insert' ? undefined : statement.kind === 'exists' ? statement.select.where : statement.where;

function statementKeys({ statement, translation }: ReadStatement, key: Schema | Schema['indexes'][number], name: string): unknown[] {
  if (statement.kind === 'insert') {
    const members = statement.item.kind === 'struct' ? statement.item.members : [];
    const value = members.find(([member]) => member.kind === 'string' && member.text === name)?.[1];
    if (value?.kind === 'parameter') return [translation.parameter(value.index)];
    return value?.kind === 'string' ? [{ S: value.text }] : value?.kind === 'number' ? [{ N: value.text }] : [];
  }
  const where = whereOf(statement);
  const node = where && readable(() => translation.condition(where));
  const leaves = conjuncts(node).flatMap((each) => keyLeaf(each, key, translation) ?? []);
  return leaves.filter(({ attribute, operator }) => attribute.name === name && (operator === '=' || operator === 'in')).flatMap(valuesOf);
}

const valuesOf = ({ values }: { readonly values: readonly unknown[] }): readonly unknown[] => values;

/** Whether a SELECT reads a whole table or index (developer guide: "Using IAM with PartiQL", `dynamodb:FullTableScan`). */
function readsWhole({ table, read }: Part, ctx: Ctx): boolean {
  if (read?.statement.kind !== 'select') return false;
  const { source, where } = read.statement;
  const schema = schemaOf(table, ctx);
  const key = source.index === undefined ? schema : schema?.indexes.find(({ index }) => index.name === source.index);
  return key !== undefined && readable(() => keyBranches(where && read.translation.condition(where), key, read.translation)) === undefined;
}

/** All attributes that a part names at the top of an item. */
function attributesOf({ input, read }: Part, ctx: Ctx): string[] {
  if (read) return statementAttributes(read);
  const { ExpressionAttributeNames = {}, AttributesToGet } = input as { ExpressionAttributeNames?: Values; AttributesToGet?: string[] };
  const inExpressions = Object.entries(EXPRESSIONS).flatMap(([member, kind]) => {
    const text = input[member];
    const paths = typeof text === 'string' ? expressionsOf(ctx).parsed(kind, text).paths : [];
    return paths.map(headOf).map((name) => (Object.hasOwn(ExpressionAttributeNames, name) ? String(ExpressionAttributeNames[name]) : name));
  });
  return [...MAPS.flatMap((member) => Object.keys((input[member] ?? {}) as Values)), ...(AttributesToGet ?? []), ...inExpressions];
}

function statementAttributes({ statement, translation }: ReadStatement): string[] {
  if (statement.kind === 'insert') {
    const members = statement.item.kind === 'struct' ? statement.item.members : [];
    return members.flatMap(([name]) => (name.kind === 'string' ? [name.text] : []));
  }
  const columns = statement.kind === 'select' ? readable(() => columnsOf(statement.columns)) : undefined;
  const clauses = statement.kind === 'update' ? statement.clauses.map(({ target }) => target) : [];
  const where = whereOf(statement);
  if (where) readable(() => translation.condition(where));
  for (const target of clauses) if (target.kind === 'path') readable(() => translation.path(target));
  return [...(columns?.heads ?? []), ...translation.paths.map(headOf)];
}
