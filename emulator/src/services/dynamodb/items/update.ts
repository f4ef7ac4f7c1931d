// UpdateItem.
import type { Ctx } from '#core/ctx';
import { operation, type UpdateItemInput } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { projectItem } from '#services/dynamodb/expressions/projection';
import { inLayer, LAYERS } from '#services/dynamodb/faults';
import { checkName, findTable } from '#services/dynamodb/tables/find-table';
import { capacityOf, collectionMetrics } from './capacity.ts';
import type { NewItem } from './item-change.ts';
import { type ItemRead, sendItem, sendText } from './item-text.ts';
import { assertHolds, checkMixing, conditionOf, type ItemTest } from './parameters.ts';
import { placeOfKey, readItem } from './place.ts';
import { checkAgainstKeys, checkCharge, planUpdate, type UpdatePlan, updatedItem } from './update-plan.ts';
import { changeUnits, writeItem } from './write-item.ts';

const LAYER = LAYERS.UpdateItem;

function checkRequest(input: UpdateItemInput, ctx: Ctx): { plan: UpdatePlan; test: ItemTest | undefined } {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  return inLayer(LAYER, () => {
    const { UpdateExpression, ConditionExpression } = input;
    checkMixing(input, ['UpdateExpression', 'ConditionExpression'], ['AttributeUpdates', 'Expected', 'ConditionalOperator']);
    const names = openNames(input, [UpdateExpression, ConditionExpression], LAYER.wording);
    checkItem(input.Key, LAYER.wording);
    const plan = planUpdate(input, names, LAYER.wording, ctx);
    const test = conditionOf(input, names, LAYER.wording, ctx);
    assertAllUsed(names);
    return { plan, test };
  });
}

export const UpdateItem = operation('UpdateItem', (input, ctx) => {
  const { plan, test } = checkRequest(input, ctx);
  const located = findTable(input.TableName, ctx);
  const { there, schema } = located;
  const place = placeOfKey(input.Key, schema);
  checkAgainstKeys(plan, schema);
  const before = readItem(located, place);
  checkCharge(plan, before);
  assertHolds(test, input, before);
  const next = updatedItem(plan, input.Key, before, schema);
  const indexes = there.write((tx) => writeItem(tx, located, { place, before, next }));
  const table = changeUnits(located, { before, next });
  return {
    Attributes: attributesOf(input.ReturnValues, plan, before, next, ctx),
    ConsumedCapacity: capacityOf(input, { located, name: input.TableName, table, indexes }),
    ItemCollectionMetrics: collectionMetrics(input, located, input.Key),
  };
});

function attributesOf(
  asked: string | undefined,
  { targets }: UpdatePlan,
  before: ItemRead | undefined,
  next: NewItem | undefined,
  ctx: Ctx,
): { [name: string]: Item[string] } | undefined {
  if (asked === 'ALL_OLD') return before && sendText(before.text, ctx);
  if (asked === 'ALL_NEW') return next && sendItem(next.item, ctx);
  const item = asked === 'UPDATED_OLD' ? before?.item : asked === 'UPDATED_NEW' ? next?.item : undefined;
  if (!item) return undefined;
  const changed = projectItem(item, targets);
  return Object.keys(changed).length > 0 ? sendItem(changed, ctx) : undefined;
}
