// UpdateItem.
import type { Ctx } from '#core/ctx';
import type { UpdateItemInput } from '#model/dynamodb';
import { checkName, findTable } from '#services/dynamodb/catalog/find-table';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { headOf } from '#services/dynamodb/expressions/path';
import { projectItem } from '#services/dynamodb/expressions/projection';
import { LAYERS } from '#services/dynamodb/faults';
import { countedOperation } from './counted.ts';
import { sendItem, sendText } from './item-text.ts';
import { checkMixing, conditionOf } from './parameters.ts';
import { placeOfKey } from './place.ts';
import { inSingleWrite } from './single-write.ts';
import { checkAgainstKeys, checkCharge, planUpdate, type UpdatePlan, updatedItem } from './update-plan.ts';
import { type OneWrite, writeOne } from './write-one.ts';

function checkRequest(input: UpdateItemInput, ctx: Ctx): { plan: UpdatePlan; test: ItemTest | undefined } {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  return inSingleWrite(LAYERS.UpdateItem, input, (wording) => {
    const { UpdateExpression, ConditionExpression } = input;
    checkMixing(input, ['UpdateExpression', 'ConditionExpression'], ['AttributeUpdates', 'Expected', 'ConditionalOperator']);
    const names = openNames(input, [UpdateExpression, ConditionExpression], wording);
    checkItem(input.Key, wording);
    const plan = planUpdate(input, names, wording, ctx);
    const test = conditionOf(input, names, wording, ctx);
    assertAllUsed(names);
    return { plan, test };
  });
}

export const UpdateItem = countedOperation('UpdateItem', (input, ctx) => {
  const { plan, test } = checkRequest(input, ctx);
  const update: OneWrite = {
    test,
    key: input.Key,
    looksAt: plan.paths.map(headOf),
    locate: () => {
      const located = findTable(input.TableName, ctx);
      const place = placeOfKey(input.Key, located.schema);
      checkAgainstKeys(plan, located.schema);
      return { located, place };
    },
    check: (before) => checkCharge(plan, before),
    next: ({ located }, before) => updatedItem(plan, input.Key, before, located.schema),
    attributes: (before, next, write) => {
      if (input.ReturnValues === 'ALL_NEW') return write?.next && sendText(write.next.text, ctx);
      const item = input.ReturnValues === 'UPDATED_OLD' ? before?.item : input.ReturnValues === 'UPDATED_NEW' ? next?.item : undefined;
      if (!item) return undefined;
      const changed = projectItem(item, plan.targets);
      return Object.keys(changed).length > 0 ? sendItem(changed, ctx) : undefined;
    },
  };
  return writeOne(update, input, ctx);
});
