// GetItem, and the projections of reads.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, type Names, openNames } from '#services/dynamodb/expressions/names';
import { pickAttributes, projectItem } from '#services/dynamodb/expressions/projection';
import { inLayer, invalidParameter, LAYERS } from '#services/dynamodb/faults';
import { checkName, findTable } from '#services/dynamodb/tables/find-table';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { type ItemRead, sendItem, sendText } from './item-text.ts';
import { checkMixing, expressionsOf } from './parameters.ts';
import { placeOfKey, readItem } from './place.ts';

export type Projection = ((item: Item) => Item) | undefined;

export interface ProjectionInput {
  readonly AttributesToGet?: readonly string[] | undefined;
  readonly ProjectionExpression?: string | undefined;
}

/** The parts of items that a read returns; undefined for whole items. @throws Fault ValidationException */
export function projectionOf(input: ProjectionInput, names: Names, ctx: Ctx): Projection {
  const { AttributesToGet: attributes } = input;
  if (attributes) {
    const repeated = attributes.find((name, at) => attributes.indexOf(name) !== at);
    if (repeated !== undefined) throw invalidParameter(`Duplicate value in attribute name: ${repeated}`);
    return (item) => pickAttributes(item, attributes);
  }
  const bound = expressionsOf(ctx).bind('Projection', input.ProjectionExpression, names);
  return bound && ((item) => projectItem(item, bound.binding.paths));
}

export const sendRead = (read: ItemRead, project: Projection, ctx: Ctx): { [name: string]: Item[string] } =>
  project ? sendItem(project(read.parse()), ctx) : sendText(read.text, ctx);

export const GetItem = operation('GetItem', (input, ctx) => {
  if (!input.TableName.startsWith('arn:')) checkName(input.TableName);
  const project = inLayer(LAYERS.GetItem, () => {
    checkMixing(input, ['ProjectionExpression'], ['AttributesToGet']);
    const names = openNames(input, [input.ProjectionExpression], LAYERS.GetItem.wording);
    checkItem(input.Key, LAYERS.GetItem.wording);
    const projection = projectionOf(input, names, ctx);
    assertAllUsed(names);
    return projection;
  });
  const located = findTable(input.TableName, ctx);
  const read = readItem(located, placeOfKey(input.Key, located.schema));
  const table = readUnits(read?.bytes ?? 0, input.ConsistentRead);
  return {
    ...(read && { Item: sendRead(read, project, ctx) }),
    ConsumedCapacity: capacityOf(input, { located, name: input.TableName, table, indexes: noIndexes() }),
  };
});
