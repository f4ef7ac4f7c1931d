// TransactWriteItems and TransactGetItems. Each runs without a pause, so transactions never conflict here.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { fault, operation, type TransactWriteItem } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import { tokenExpiries, tokens } from '#services/dynamodb/state';
import { checkName, findTable, type LocatedTable } from '#services/dynamodb/tables/find-table';
import type { IndexSchema } from '#services/dynamodb/tables/schema';
import { metricsOf } from './batch.ts';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { projectionOf, sendRead } from './get.ts';
import type { ItemChange } from './item-change.ts';
import { checkMixing } from './parameters.ts';
import { type ItemLocation, itemId, placeOfKey, readItem } from './place.ts';
import { type Action, checkAction, runAction } from './transact-action.ts';
import { writeItem, writeUnits } from './write-item.ts';

const MAX_BYTES = 4 * 1_048_576;
const TOKEN_MS = 600_000;

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}
const NONE: Reason = { Code: 'None' };

const repeated = () => invalid('Transaction request cannot include multiple operations on one item');

function cancelled(reasons: readonly Reason[]): Fault {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return fault('TransactionCanceledException', `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`, {
    CancellationReasons: reasons,
  });
}

/** What a fault says about one action; other faults end the whole call. */
function reasonOf(error: unknown): Reason {
  if (!(error instanceof Fault)) throw error;
  if (error.code === 'ValidationException') return { Code: 'ValidationError', Message: error.message };
  if (error.code !== 'ConditionalCheckFailedException') throw error;
  return { Code: 'ConditionalCheckFailed', Message: error.message, ...(error.options.members as { Item?: Item } | undefined) };
}

/** Runs each step; all that fail are reported together. @throws Fault TransactionCanceledException */
function eachOrCancel<T, R>(list: readonly T[], step: (each: T) => R): R[] {
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

export const TransactWriteItems = operation('TransactWriteItems', (input, ctx) => {
  const actions = inLayer(LAYERS.TransactWriteItems, () => input.TransactItems.map((each: TransactWriteItem) => checkAction(each, ctx)));
  if (actions.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) throw invalid('Transaction request size exceeds the limit of 4 MB');
  const token = input.ClientRequestToken;
  const request = token === undefined ? '' : digest(input.TransactItems);
  const known = token === undefined ? undefined : ctx.records(tokens).get([token]);
  const located = actions.map((action) => ({ action, located: findTable(action.tableName, ctx) }));
  if (known && ctx.now() < known.atMs + TOKEN_MS) {
    if (known.request !== request)
      throw fault(
        'IdempotentParameterMismatchException',
        'The request uses the same client token as a previous, but non-identical request.',
      );
    return repeatedAnswer(input, located, ctx);
  }
  const changes = runAll(located);
  const indexes = ctx.write((tx) => {
    if (token !== undefined) keepToken(tx, token, request, ctx);
    return changes.map(({ located: of, change }) => (change ? writeItem(tx, of, change) : noIndexes()));
  });
  const capacity = byTable(
    changes.map(({ located: of, name, change, read }, at) => ({
      located: of,
      name,
      table: 2 * writeUnits(change ? Math.max(change.next?.bytes ?? 0, change.before?.bytes ?? 0) : read),
      indexes: indexes[at]!,
    })),
  ).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'write' }) ?? []);
  return {
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    ...metricsOf(
      input,
      located.map(({ action, located: of }) => ({ located: of, name: action.tableName, key: action.key })),
    ),
  };
});

interface LocatedAction {
  readonly action: Action;
  readonly located: LocatedTable;
}

function runAll(all: readonly LocatedAction[]) {
  const seen = new Set<string>();
  const note = (located: LocatedTable, place: ItemLocation): void => {
    const id = itemId(located, place);
    if (seen.has(id)) throw repeated();
    seen.add(id);
  };
  // Whether an item is named twice comes before all conditions, but a key that fits no table is a reason.
  for (const { action, located } of all) {
    const place = tryPlace(action, located);
    if (place) note(located, place);
  }
  return eachOrCancel(all, ({ action, located }) => {
    const place = action.placeIn(located);
    const before = readItem(located, place);
    const change: ItemChange | undefined = runAction(action, located, place, before);
    return { located, name: action.tableName, change, read: before?.bytes ?? 0 };
  });
}

function tryPlace(action: Action, located: LocatedTable): ItemLocation | undefined {
  try {
    return action.placeIn(located);
  } catch (error) {
    // An empty key is wrong whatever the item is: the whole request is refused.
    if (!(error instanceof Fault) || error.message.startsWith('One or more parameter values are not valid.')) throw error;
    return undefined;
  }
}

interface TableUnits {
  readonly located: LocatedTable;
  readonly name: string;
  readonly table: number;
  readonly indexes: ReadonlyMap<IndexSchema, number>;
}

function byTable(each: readonly TableUnits[]): TableUnits[] {
  const sums = new Map<string, TableUnits>();
  for (const { located, name, table, indexes } of each) {
    const known = sums.get(name);
    const merged = new Map(known?.indexes);
    for (const [index, units] of indexes) merged.set(index, (merged.get(index) ?? 0) + 2 * units);
    sums.set(name, { located, name, table: (known?.table ?? 0) + table, indexes: merged });
  }
  return [...sums.values()];
}

const digest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('base64');

function keepToken(tx: Tx, token: string, request: string, ctx: Ctx): void {
  const nowMs = ctx.now();
  const over = ctx.records(tokenExpiries).entries([], { before: [Math.max(0, nowMs - TOKEN_MS), ''], limit: 2 });
  for (const [key] of over) {
    tx.delete(ctx.records(tokenExpiries), key);
    if (ctx.records(tokens).get([key[1]])?.atMs === key[0]) tx.delete(ctx.records(tokens), [key[1]]);
  }
  tx.put(ctx.records(tokens), [token], { request, atMs: nowMs });
  tx.put(ctx.records(tokenExpiries), [nowMs, token], { forget: true });
}

/** A repeated transaction only reads. */
function repeatedAnswer(input: { readonly ReturnConsumedCapacity?: string | undefined }, all: readonly LocatedAction[], _ctx: Ctx) {
  const each = all.map(({ action, located }) => {
    const read = readItem(located, action.placeIn(located));
    return { located, name: action.tableName, table: 2 * readUnits(read?.bytes ?? 0, true), indexes: noIndexes() };
  });
  const capacity = byTable(each).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
  return capacity.length > 0 ? { ConsumedCapacity: capacity } : {};
}

export const TransactGetItems = operation('TransactGetItems', (input, ctx) => {
  const plans = inLayer(LAYERS.TransactGetItems, () =>
    input.TransactItems.map(({ Get: get }) => {
      if (!get.TableName.startsWith('arn:')) checkName(get.TableName);
      checkMixing(get, ['ProjectionExpression'], []);
      const names = openNames(get, [get.ProjectionExpression], LAYERS.TransactGetItems.wording);
      checkItem(get.Key, LAYERS.TransactGetItems.wording);
      const project = projectionOf(get, names, ctx);
      assertAllUsed(names);
      return { get, project };
    }),
  );
  const located = plans.map((plan) => ({ ...plan, located: findTable(plan.get.TableName, ctx) }));
  const seen = new Set<string>();
  const reads = eachOrCancel(located, ({ get, project, located: of }) => ({
    ...of,
    get,
    project,
    of,
    place: placeOfKey(get.Key, of.schema),
  }));
  for (const { of, place } of reads) {
    const id = itemId(of, place);
    if (seen.has(id)) throw repeated();
    seen.add(id);
  }
  const found = reads.map(({ of, get, project, place }) => ({ of, get, project, read: readItem(of, place) }));
  if (found.reduce((sum, { read }) => sum + (read?.bytes ?? 0), 0) > MAX_BYTES)
    throw invalid('Transaction request size exceeds the limit of 4 MB');
  const each = found.map(({ of, get, read }) => ({
    located: of,
    name: get.TableName,
    table: 2 * readUnits(read?.bytes ?? 0, true),
    indexes: noIndexes(),
  }));
  const capacity = byTable(each).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
  return {
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    Responses: found.map(({ read, project }) => (read ? { Item: sendRead(read, project, ctx) } : {})),
  };
});
