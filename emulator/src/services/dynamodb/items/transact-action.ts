// One action of a transaction: what the request alone decides, and what it does to its item.
import type { Ctx } from '#core/ctx';
import type { TransactWriteItem } from '#model/dynamodb';
import { checkName, findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { itemSize, MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { headOf } from '#services/dynamodb/expressions/path';
import { invalid, LAYERS } from '#services/dynamodb/faults';
import { ACTIONS_IN_TRANSACTIONS } from './actions.ts';
import type { Decision, Target } from './decide.ts';
import type { ItemChange } from './item-change.ts';
import type { ItemRead } from './item-text.ts';
import { type ItemWrite, planWrite, writeUnits } from './item-write.ts';
import { assertHolds, type ConditionInput, conditionOf } from './parameters.ts';
import { type ItemLocation, placeOfItem, placeOfKey } from './place.ts';
import { testLength } from './test-item.ts';
import { checkAgainstKeys, planUpdate, type UpdatePlan, updatedItem } from './update-plan.ts';

export interface Action {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly tableName: string;
  /** The item of a put, else the key. */
  readonly key: Item;
  /** Size of the item or the key. */
  readonly bytes: number;
  readonly input: ConditionInput;
  readonly test: ItemTest | undefined;
  readonly plan: UpdatePlan | undefined;
  placeIn(located: LocatedTable): ItemLocation;
}

const KINDS = ['Put', 'Update', 'Delete', 'ConditionCheck'] as const;
const { wording } = LAYERS.TransactWriteItems;

/** @throws Fault ValidationException */
export function checkAction(given: TransactWriteItem, ctx: Ctx): Action {
  const kinds = KINDS.filter((kind) => given[kind] !== undefined);
  if (kinds.length !== 1) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  const kind = kinds[0]!;
  const request = given[kind]!;
  if (!request.TableName.startsWith('arn:')) checkName(request.TableName);
  const key = 'Item' in request ? request.Item : request.Key;
  const update = 'UpdateExpression' in request ? request.UpdateExpression : undefined;
  const names = openNames(request, [update, request.ConditionExpression], wording);
  const plan = kind === 'Update' ? planUpdate({ UpdateExpression: update }, names, wording, ctx) : undefined;
  const test = conditionOf({ ConditionExpression: request.ConditionExpression }, names, wording, ctx);
  assertAllUsed(names);
  const bytes = checkItem(key, wording);
  if (kind === 'Put' && bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  const valueBytes = kind === 'Update' ? itemSize(request.ExpressionAttributeValues ?? {}) : 0;
  return {
    kind,
    tableName: request.TableName,
    key,
    bytes: bytes + valueBytes,
    input: request,
    test,
    plan,
    placeIn: ({ schema }) => (kind === 'Put' ? placeOfItem(key, schema) : placeOfKey(key, schema)),
  };
}

/** The write of one item of a transaction. */
export interface TransactionWrite {
  /** Undefined where nothing is written: for a check, and for an item that is not there and does not come. */
  readonly write: ItemWrite | undefined;
  /** Units of the table. */
  readonly units: number;
}

/** How the action is decided. */
export function decisionOf(action: Action, ctx: Ctx): Decision<TransactionWrite> {
  return {
    locate: () => {
      const located = findTable(action.tableName, ctx, ACTIONS_IN_TRANSACTIONS[action.kind]);
      return { located, place: action.placeIn(located) };
    },
    *workOut(target, before) {
      const change = yield* changeBy(action, target, before, ctx);
      const length = before?.text.length ?? 0;
      yield length + testLength(action.test, length);
      return transactionWrite(target.located, change, before);
    },
  };
}

/** `change` is undefined for a check. */
export function transactionWrite(located: LocatedTable, change: ItemChange | undefined, before: ItemRead | undefined): TransactionWrite {
  const write = change && planWrite(located, change);
  return { write, units: change ? (write?.units ?? 1) : writeUnits(before?.bytes ?? 0) };
}

/** Undefined for a check. @throws Fault ConditionalCheckFailedException, ValidationException */
function* changeBy(
  action: Action,
  { located: { schema }, place }: Target,
  before: ItemRead | undefined,
  ctx: Ctx,
): Generator<number, ItemChange | undefined> {
  const { kind, key, bytes, plan, test, input } = action;
  if (plan) checkAgainstKeys(plan, schema);
  if (plan && before) yield* before.parseAhead(plan.paths.map(headOf));
  yield* assertHolds(test, input, before, ctx);
  if (kind === 'ConditionCheck') return undefined;
  if (kind === 'Delete') return { place, before, next: undefined };
  if (kind === 'Put') return { place, before, next: { item: key, bytes } };
  return { place, before, next: updatedItem(plan!, key, before, schema) };
}
