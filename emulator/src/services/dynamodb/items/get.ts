// GetItem, and the projections of reads.
import type { Ctx } from '#core/ctx';
import { firstRepeated } from '#lib/first-repeated';
import { checkName, findTable } from '#services/dynamodb/catalog/find-table';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { assertAllUsed, type Names, openNames } from '#services/dynamodb/expressions/names';
import { pickAttributes, projectItem } from '#services/dynamodb/expressions/projection';
import { inLayer, invalidParameter, LAYERS } from '#services/dynamodb/faults';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { countedOperation } from './counted.ts';
import { type ItemRead, sendItem, sendText } from './item-text.ts';
import { checkMixing, expressionsOf } from './parameters.ts';
import { placeOfKey, readItem } from './place.ts';
import { countUnits } from './table-metrics.ts';

/** The parts of items that a read returns. */
export interface Projection {
  /** Paths that are looked for in each item. */
  readonly paths: number;
  of(item: Item): Item;
}

export interface ProjectionInput {
  readonly AttributesToGet?: readonly string[] | undefined;
  readonly ProjectionExpression?: string | undefined;
}

/** Undefined for whole items. @throws Fault ValidationException */
export function projectionOf(input: ProjectionInput, names: Names, ctx: Ctx): Projection | undefined {
  const { AttributesToGet: attributes } = input;
  if (attributes) {
    const repeated = firstRepeated(attributes);
    if (repeated !== undefined) throw invalidParameter(`Duplicate value in attribute name: ${repeated}`);
    return { paths: attributes.length, of: (item) => pickAttributes(item, attributes) };
  }
  const bound = expressionsOf(ctx).bind('Projection', input.ProjectionExpression, names);
  return bound && { paths: bound.binding.paths.length, of: (item) => projectItem(item, bound.binding.paths) };
}

export const sendRead = (read: ItemRead, project: Projection | undefined, ctx: Ctx): { [name: string]: Item[string] } =>
  project ? sendItem(project.of(read.parse()), ctx) : sendText(read.text, ctx);

export const GetItem = countedOperation('GetItem', (input, ctx) => {
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
  const consumed = { located, name: input.TableName, table, indexes: noIndexes() };
  countUnits(consumed, 'read');
  return {
    ...(read && { Item: sendRead(read, project, ctx) }),
    ConsumedCapacity: capacityOf(input, consumed),
  };
});
