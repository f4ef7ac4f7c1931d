// PutItem and DeleteItem.

import type { Ctx } from '#core/ctx';
import type { DeleteItemInput, PutItemInput } from '#model/dynamodb';
import { checkName, findTable } from '#services/dynamodb/catalog/find-table';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { invalid, LAYERS, type Wording } from '#services/dynamodb/faults';
import { countedOperation } from './counted.ts';
import { checkMixing, conditionOf } from './parameters.ts';
import { placeOfItem, placeOfKey } from './place.ts';
import { inSingleWrite } from './single-write.ts';
import { writeOne } from './write-one.ts';

/** The request alone: parameters, values and expressions. Returns the condition. */
function checkRequest(
  input: PutItemInput | DeleteItemInput,
  checkValues: (wording: Wording) => void,
  operationName: 'PutItem' | 'DeleteItem',
  ctx: Ctx,
): ItemTest | undefined {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  return inSingleWrite(LAYERS[operationName], input, (wording) => {
    checkMixing(input, ['ConditionExpression'], ['Expected', 'ConditionalOperator']);
    if (wording === 'older') checkReturnValues(input.ReturnValues);
    const names = openNames(input, [input.ConditionExpression], wording);
    checkValues(wording);
    checkReturnValues(input.ReturnValues);
    const test = conditionOf(input, names, wording, ctx);
    assertAllUsed(names);
    return test;
  });
}

function checkReturnValues(asked: string | undefined): void {
  if (asked !== undefined && asked !== 'NONE' && asked !== 'ALL_OLD') throw invalid('ReturnValues can only be ALL_OLD or NONE');
}

export const PutItem = countedOperation('PutItem', (input, ctx) => {
  let bytes = 0;
  const test = checkRequest(
    input,
    (wording) => {
      bytes = checkItem(input.Item, wording);
    },
    'PutItem',
    ctx,
  );
  const locate = () => {
    const located = findTable(input.TableName, ctx);
    const place = placeOfItem(input.Item, located.schema);
    if (bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
    return { located, place };
  };
  return writeOne({ test, key: input.Item, locate, next: () => ({ item: input.Item, bytes }) }, input, ctx);
});

export const DeleteItem = countedOperation('DeleteItem', (input, ctx) => {
  const test = checkRequest(input, (wording) => void checkItem(input.Key, wording), 'DeleteItem', ctx);
  const locate = () => {
    const located = findTable(input.TableName, ctx);
    return { located, place: placeOfKey(input.Key, located.schema) };
  };
  return writeOne({ test, key: input.Key, locate, next: () => undefined }, input, ctx);
});
