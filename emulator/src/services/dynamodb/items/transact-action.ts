// One action of a transaction: what the request alone decides, then what it does to its item.
import type { Ctx } from '#core/ctx';
import type { TransactWriteItem } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { itemSize, MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { invalid, LAYERS } from '#services/dynamodb/faults';
import { checkName, type LocatedTable } from '#services/dynamodb/tables/find-table';
import type { ItemChange } from './item-change.ts';
import type { ItemRead } from './item-text.ts';
import { assertHolds, type ConditionInput, conditionOf, type ItemTest } from './parameters.ts';
import { type ItemLocation, placeOfItem, placeOfKey } from './place.ts';
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
  const bytes = checkItem(key, wording);
  if (kind === 'Put' && bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  const plan = kind === 'Update' ? planUpdate({ UpdateExpression: update }, names, wording, ctx) : undefined;
  const test = conditionOf({ ConditionExpression: request.ConditionExpression }, names, wording, ctx);
  assertAllUsed(names);
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

/** The change that the action makes; undefined for a check. @throws Fault ConditionalCheckFailedException, ValidationException */
export function runAction(
  action: Action,
  { schema }: LocatedTable,
  place: ItemLocation,
  before: ItemRead | undefined,
): ItemChange | undefined {
  const { kind, key, bytes, plan, test, input } = action;
  if (plan) checkAgainstKeys(plan, schema);
  assertHolds(test, input, before);
  if (kind === 'ConditionCheck') return undefined;
  if (kind === 'Delete') return { place, before, next: undefined };
  if (kind === 'Put') return { place, before, next: { item: key, bytes } };
  return { place, before, next: updatedItem(plan!, key, before, schema) };
}
