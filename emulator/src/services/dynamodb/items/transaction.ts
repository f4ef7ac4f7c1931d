// The common part of transactions of requests and of statements: reasons, items that are named twice, client tokens, units.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { fault } from '#model/dynamodb';
import type { Item } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import { tokenExpiries, tokens } from '#services/dynamodb/state';
import type { LocatedTable } from '#services/dynamodb/tables/find-table';
import { noIndexes, readUnits } from './capacity.ts';
import { inTurns, MAX_AT_ONCE } from './in-turns.ts';
import type { ItemChange } from './item-change.ts';
import type { ItemRead } from './item-text.ts';
import { type ItemLocation, itemId, readItem } from './place.ts';
import type { IndexUnits } from './write-item.ts';

export const MAX_TRANSACTION_BYTES = 4 * 1_048_576;
const TOKEN_MS = 600_000;

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}
const NONE: Reason = { Code: 'None' };
const REASON_CODES: Readonly<Record<string, string>> = {
  ValidationException: 'ValidationError',
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  DuplicateItemException: 'DuplicateItem',
  ResourceNotFoundException: 'ResourceNotFound',
};

/** How members of transactions and batches call a fault; undefined where it ends the whole call. */
export const reasonCode = (error: Fault): string | undefined =>
  Object.hasOwn(REASON_CODES, error.code) ? REASON_CODES[error.code] : undefined;

const repeated = () => invalid('Transaction request cannot include multiple operations on one item');
export const tooLarge = () => invalid('Transaction request size exceeds the limit of 4 MB');

/**
 * The items that a transaction leaves may have 4 MB together, as the actions that it is given may. An update of a large item is a short action.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 * @throws Fault ValidationException
 */
export function checkLeftBytes(changes: readonly { readonly change: ItemChange | undefined }[]): void {
  if (changes.reduce((sum, { change }) => sum + (change?.next?.bytes ?? 0), 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
}

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

/** A member of a transaction and its item. */
export interface Member {
  readonly located: LocatedTable;
  /** As the client named the table. */
  readonly name: string;
  /** @throws Fault ValidationException */
  place(): ItemLocation;
}

/** Whether an item is named twice comes before all conditions, but a key that fits no table is a reason. @throws Fault ValidationException */
export function checkRepeated(members: readonly Member[]): void {
  const seen = new Set<string>();
  for (const member of members) {
    const place = tryPlace(member);
    const id = place && itemId(member.located, place);
    if (id === undefined) continue;
    if (seen.has(id)) throw repeated();
    seen.add(id);
  }
}

function tryPlace(member: Member): ItemLocation | undefined {
  try {
    return member.place();
  } catch (error) {
    // An empty key is wrong whatever the item is: the whole request is refused.
    if (!(error instanceof Fault) || error.message.startsWith('One or more parameter values are not valid.')) throw error;
    return undefined;
  }
}

/** Reads the item of a member that is about to be written. */
export type ReadMember = (member: Member, place: ItemLocation) => ItemRead | undefined;

export const readNow: ReadMember = ({ located }, place) => readItem(located, place);

/**
 * Parses the items of the members in turns, where they are large, so that the transaction itself, which makes no pause, is short. Undefined where
 * they are not: there was no pause. After one, tables may have changed.
 */
export async function parseAhead(members: readonly Member[]): Promise<ReadMember | undefined> {
  const reads = members.flatMap((member) => {
    const place = tryPlace(member);
    const read = place && readItem(member.located, place);
    return read ? [{ read, id: itemId(member.located, place) }] : [];
  });
  if (reads.reduce((sum, { read }) => sum + read.text.length, 0) <= MAX_AT_ONCE) return undefined;
  const parsed = new Map(reads.map(({ read, id }) => [id, read]));
  await inTurns(
    reads,
    ({ read }) => read.text.length,
    ({ read }) => void read.item,
  );
  return ({ located }, place) => {
    const now = readItem(located, place);
    const known = parsed.get(itemId(located, place));
    return known?.text === now?.text ? known : now;
  };
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

/** The units that it takes to read the members in a transaction. */
export const readEach = (members: readonly Member[]): TableUnits[] =>
  members.map((member) => {
    const read = readItem(member.located, member.place());
    return { located: member.located, name: member.name, table: 2 * readUnits(read?.bytes ?? 0, true), indexes: noIndexes() };
  });

const digest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('base64');

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
