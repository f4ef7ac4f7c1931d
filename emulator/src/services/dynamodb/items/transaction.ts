// The common part of transactions of requests and of statements: reasons, items that are named twice, client tokens, units.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { table } from '#lib/table';
import { fault } from '#model/dynamodb';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { Item } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import { tokenExpiries, tokens } from '#services/dynamodb/state';
import type { Target } from './decide.ts';
import type { ItemRead } from './item-text.ts';
import type { IndexUnits } from './item-write.ts';
import { type ItemLocation, itemId, readItem } from './place.ts';

/** Limit: bytes of the items of a transaction. */
export const MAX_TRANSACTION_BYTES = 4 * 1_048_576;
const TOKEN_MS = 600_000;

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}
const NONE: Reason = { Code: 'None' };
const REASON_CODES: Readonly<Record<string, string>> = table({
  ValidationException: 'ValidationError',
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  DuplicateItemException: 'DuplicateItem',
  ResourceNotFoundException: 'ResourceNotFound',
  TransactionConflictException: 'TransactionConflict',
});

/** How members of transactions and batches call a fault; undefined where it ends the whole call. */
export const reasonCode = (error: Fault): string | undefined =>
  Object.hasOwn(REASON_CODES, error.code) ? REASON_CODES[error.code] : undefined;

const repeated = () => invalid('Transaction request cannot include multiple operations on one item');
export const tooLarge = () => invalid('Transaction request size exceeds the limit of 4 MB');

function cancelled(reasons: readonly Reason[]): Fault {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return fault('TransactionCanceledException', `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`, {
    CancellationReasons: reasons,
  });
}

/** The reason why one action failed, from its fault; other faults end the whole call. */
function reasonOf(error: unknown): Reason {
  const code = error instanceof Fault ? reasonCode(error) : undefined;
  if (!(error instanceof Fault) || code === undefined) throw error;
  return { Code: code, Message: error.message, ...(error.options.members as { Item?: Item } | undefined) };
}

/** Runs each step; all that fail are reported together. @throws Fault TransactionCanceledException */
export function eachOrCancel<T, R>(list: readonly T[], step: (each: T) => R): R[] {
  const reasons: Reason[] = [];
  const results: R[] = [];
  for (const each of list) {
    try {
      results.push(step(each));
      reasons.push(NONE);
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  if (reasons.some((reason) => reason !== NONE)) throw cancelled(reasons);
  return results;
}

/** The place of an item, or why it is unknown. */
interface Placed {
  readonly target: Target | undefined;
  readonly fault: Fault | undefined;
}

/** Whether an item is named twice comes before all conditions, but a key that fits no table is a reason. @throws Fault ValidationException */
export function checkRepeated(members: readonly Placed[]): void {
  const seen = new Set<string>();
  for (const { target, fault: wrong } of members) {
    // An empty key is wrong whatever the item is: the whole request is refused.
    if (!target && wrong?.message.startsWith('One or more parameter values are not valid.')) throw wrong;
    if (!target) continue;
    const id = itemId(target.located, target.place);
    if (seen.has(id)) throw repeated();
    seen.add(id);
  }
}

/** A member of a transaction that reads. */
export interface ReadMember {
  readonly located: LocatedTable;
  /** @throws Fault ValidationException */
  place(): ItemLocation;
}

/** Reads the items of all members as they are at one moment. @throws Fault TransactionCanceledException, ValidationException */
export function readMembers<M extends ReadMember>(members: readonly M[]): (M & { readonly read: ItemRead | undefined })[] {
  const places = eachOrCancel(members, ({ place }) => place());
  checkRepeated(members.map(({ located }, at) => ({ target: { located, place: places[at]! }, fault: undefined })));
  let bytes = 0;
  return members.map((member, at) => {
    const read = readItem(member.located, places[at]!);
    bytes += read?.bytes ?? 0;
    if (bytes > MAX_TRANSACTION_BYTES) throw tooLarge();
    return { ...member, read };
  });
}

export interface TableUnits {
  readonly located: LocatedTable;
  readonly name: string;
  readonly table: number;
  readonly indexes: IndexUnits;
}

export function byTable(each: readonly TableUnits[]): TableUnits[] {
  const sums = new Map<string, TableUnits>();
  for (const { located, name, table, indexes } of each) {
    const known = sums.get(name);
    const merged = new Map(known?.indexes);
    for (const [index, units] of indexes) merged.set(index, (merged.get(index) ?? 0) + 2 * units);
    sums.set(name, { located, name, table: (known?.table ?? 0) + table, indexes: merged });
  }
  return [...sums.values()];
}

/** The same for requests that differ only in the order of members. */
const digest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request, sortMembers)).digest('base64');

const sortMembers = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Whether the same request came under this token within the last minutes. @throws Fault IdempotentParameterMismatchException */
export function isRepeated(token: string | undefined, request: unknown, ctx: Ctx): boolean {
  const known = token === undefined ? undefined : ctx.records(tokens).get([token]);
  if (!known || ctx.now() >= known.atMs + TOKEN_MS) return false;
  if (known.request === digest(request)) return true;
  throw fault('IdempotentParameterMismatchException', 'The request uses the same client token as a previous, but non-identical request.');
}

export function keepToken(tx: Tx, token: string | undefined, request: unknown, ctx: Ctx): void {
  if (token === undefined) return;
  const nowMs = ctx.now();
  const over = ctx.records(tokenExpiries).entries([], { before: [Math.max(0, nowMs - TOKEN_MS), ''], limit: 2 });
  for (const [key] of over) {
    tx.delete(ctx.records(tokenExpiries), key);
    if (ctx.records(tokens).get([key[1]])?.atMs === key[0]) tx.delete(ctx.records(tokens), [key[1]]);
  }
  tx.put(ctx.records(tokens), [token], { request: digest(request), atMs: nowMs });
  tx.put(ctx.records(tokenExpiries), [nowMs, token], { forget: true });
}
