// Finds a table by its name or ARN, in the account and region that own it, or refuses in the words of the service.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { fault } from '#model/dynamodb';
import { invalid, noSuchResource, noSuchTable } from '#services/dynamodb/faults';
import { isBeingFilled, type Table, tables } from '#services/dynamodb/state';
import { checkForeignTable } from './foreign-access.ts';
import { type Schema, tableSchema } from './schema.ts';

/** A table and the context of the account and region that own it. */
export interface LocatedTable {
  readonly there: Ctx;
  readonly table: Frozen<Table>;
  readonly schema: Schema;
}

/** Limit: characters of a table's name. */
const MAX_NAME_LENGTH = 255;
/** Limit: characters of a table's name. */
const MIN_NAME_LENGTH = 3;
const NAME = /^[a-zA-Z0-9_.-]+$/;

export const tableArn = (name: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string =>
  formatArn({ service: 'dynamodb', region, account, resource: `table/${name}` });

const constraint = (name: string, words: string, at = 'tableName') =>
  invalid(`1 validation error detected: Value '${name}' at '${at}' failed to satisfy constraint: ${words}`);

/** For operations on items: the shortest names are looked for in vain. */
export function checkName(name: string, at?: string): void {
  if (name.length > MAX_NAME_LENGTH) throw constraint(name, `Member must have length less than or equal to ${MAX_NAME_LENGTH}`, at);
  if (!NAME.test(name)) throw constraint(name, 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+', at);
}

/** For tables that are made; `at` is the member with the name. */
export function checkNewName(name: string, at?: string): void {
  if (name.length < MIN_NAME_LENGTH) throw constraint(name, `Member must have length greater than or equal to ${MIN_NAME_LENGTH}`, at);
  checkName(name, at);
}

/** For operations on tables. */
export function checkWholeName(name: string): void {
  if (name.length < MIN_NAME_LENGTH || name.length > MAX_NAME_LENGTH)
    throw invalid('TableName must be at least 3 characters long and at most 255 characters long');
  if (!NAME.test(name)) throw constraint(name, 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+');
}

interface Address {
  readonly there: Ctx;
  readonly name: string;
}

/** The table that a name or ARN means; undefined for an ARN of something else. */
export function tableAddress(nameOrArn: string, ctx: Ctx): Address | undefined {
  if (!nameOrArn.startsWith('arn:')) return { there: ctx, name: nameOrArn };
  const arn = parseArn(nameOrArn);
  const name = arn?.service === 'dynamodb' ? /^table\/([a-zA-Z0-9_.-]{3,255})$/.exec(arn.resource)?.[1] : undefined;
  if (!arn || name === undefined) return undefined;
  return { there: ctx.in({ account: arn.account, region: arn.region }), name };
}

const invalidArn = (text: string) => invalid(`Invalid table ARN: ${text}`);

/** The record of a table, which its policy must open to clients of other accounts. @throws Fault AccessDeniedException */
export function tableAt({ there, name }: Address, ctx: Ctx, use: string = ctx.operation): Frozen<Table> | undefined {
  const table = there.records(tables).get([name]);
  if (there.account !== ctx.account) checkForeignTable(tableArn(name, there), table, use, { there, ctx });
  return table;
}

/** For operations on items; `use` is the action of policies. @throws Fault AccessDeniedException, ResourceNotFoundException, ValidationException */
export function findTable(nameOrArn: string, ctx: Ctx, use?: string): LocatedTable {
  const address = tableAddress(nameOrArn, ctx);
  if (!address) throw invalidArn(nameOrArn);
  const table = tableAt(address, ctx, use);
  if (!table || isBeingFilled(table)) throw noSuchResource();
  return { there: address.there, table, schema: tableSchema(table, ctx) };
}

/** For operations on tables, which say the name. @throws Fault ResourceNotFoundException, ValidationException */
export function findWholeTable(nameOrArn: string, ctx: Ctx): LocatedTable {
  const located = findAnyTable(nameOrArn, ctx);
  if (isBeingFilled(located.table)) throw noSuchTable(located.table.name);
  return located;
}

/** Finds tables that are still being filled, too. */
export const findAnyTable = (nameOrArn: string, ctx: Ctx): LocatedTable => locate(nameOrArn, noSuchTable, ctx);

/** For backups. @throws Fault TableNotFoundException, ValidationException */
export function findBackedTable(nameOrArn: string, ctx: Ctx): LocatedTable {
  const missing = (name: string) => fault('TableNotFoundException', `Table not found: ${name}`);
  const located = locate(nameOrArn, missing, ctx);
  if (isBeingFilled(located.table)) throw missing(located.table.name);
  return located;
}

function locate(nameOrArn: string, missing: (name: string) => Error, ctx: Ctx): LocatedTable {
  const address = tableAddress(nameOrArn, ctx);
  if (!address) throw invalidArn(nameOrArn);
  if (address.there === ctx) checkWholeName(address.name);
  const table = tableAt(address, ctx);
  if (!table) throw missing(address.name);
  return { there: address.there, table, schema: tableSchema(table, ctx) };
}
