// PutItem and DeleteItem.

import type { Ctx } from '#core/ctx';
import { type DeleteItemInput, operation, type PutItemInput } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import { checkName, findTable } from '#services/dynamodb/tables/find-table';
import { capacityOf, collectionMetrics } from './capacity.ts';
import { sendText } from './item-text.ts';
import { assertHolds, checkMixing, conditionOf, type ItemTest } from './parameters.ts';
import { placeOfItem, placeOfKey, readItem } from './place.ts';
import { changeUnits, writeItem } from './write-item.ts';

/** The request alone: parameters, values and expressions. Returns the condition. */
function checkRequest(
  input: PutItemInput | DeleteItemInput,
  checkValues: () => void,
  operationName: 'PutItem' | 'DeleteItem',
  ctx: Ctx,
): ItemTest | undefined {
  const { wording } = LAYERS[operationName];
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  return inLayer(LAYERS[operationName], () => {
    checkMixing(input, ['ConditionExpression'], ['Expected', 'ConditionalOperator']);
    const names = openNames(input, [input.ConditionExpression], wording);
    checkValues();
    const { ReturnValues: asked } = input;
    if (asked !== undefined && asked !== 'NONE' && asked !== 'ALL_OLD') throw invalid('ReturnValues can only be ALL_OLD or NONE');
    const test = conditionOf(input, names, wording, ctx);
    assertAllUsed(names);
    return test;
  });
}

export const PutItem = operation('PutItem', (input, ctx) => {
  let bytes = 0;
  const test = checkRequest(
    input,
    () => {
      bytes = checkItem(input.Item, LAYERS.PutItem.wording);
    },
    'PutItem',
    ctx,
  );
  const located = findTable(input.TableName, ctx);
  const { there, schema } = located;
  const place = placeOfItem(input.Item, schema);
  if (bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  const before = readItem(located, place);
  assertHolds(test, input, before);
  const change = { place, before, next: { item: input.Item, bytes } };
  const indexes = there.write((tx) => writeItem(tx, located, change));
  const table = changeUnits(located, change);
  return {
    ...(input.ReturnValues === 'ALL_OLD' && before && { Attributes: sendText(before.text, ctx) }),
    ConsumedCapacity: capacityOf(input, { located, name: input.TableName, table, indexes }),
    ItemCollectionMetrics: collectionMetrics(input, located, input.Item),
  };
});

export const DeleteItem = operation('DeleteItem', (input, ctx) => {
  const test = checkRequest(input, () => void checkItem(input.Key, LAYERS.DeleteItem.wording), 'DeleteItem', ctx);
  const located = findTable(input.TableName, ctx);
  const { there, schema } = located;
  const place = placeOfKey(input.Key, schema);
  const before = readItem(located, place);
  assertHolds(test, input, before);
  const indexes = there.write((tx) => writeItem(tx, located, { place, before, next: undefined }));
  const table = changeUnits(located, { before, next: undefined });
  return {
    ...(input.ReturnValues === 'ALL_OLD' && before && { Attributes: sendText(before.text, ctx) }),
    ConsumedCapacity: capacityOf(input, { located, name: input.TableName, table, indexes }),
    ItemCollectionMetrics: collectionMetrics(input, located, input.Key),
  };
});
