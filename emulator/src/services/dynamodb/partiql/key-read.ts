// SELECT of one item by its key, as batches and transactions allow it.

import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { Item } from '#services/dynamodb/engine/value';
import { openItem } from '#services/dynamodb/engine/value';
import type { ItemRead } from '#services/dynamodb/items/item-text';
import { type ItemLocation, placeOfKey, readItem } from '#services/dynamodb/items/place';
import { type Columns, columnsOf } from './columns.ts';
import { conjuncts, keyLeaf, sameKeyValue } from './conditions.ts';
import { planSelect } from './select.ts';
import type { SelectStatement } from './syntax.ts';
import type { Translation } from './translate.ts';

export interface KeyRead {
  readonly located: LocatedTable;
  readonly columns: Columns | undefined;
  /** @throws Fault ValidationException */
  place(): ItemLocation;
}

/** `refused` is what the operation says of other reads. @throws Fault ValidationException */
export function planKeyRead(select: SelectStatement, located: LocatedTable, translation: Translation, refused: () => Error): KeyRead {
  if (select.source.index !== undefined) {
    planSelect(select, located, translation, false);
    throw refused();
  }
  const key = wholeKey(select, located, translation);
  if (!key) {
    planSelect(select, located, translation, false);
    throw refused();
  }
  return { located, columns: columnsOf(select.columns), place: () => placeOfKey(key, located.schema) };
}

/** The key, if the WHERE says nothing else. */
function wholeKey({ where, order }: SelectStatement, { schema }: LocatedTable, translation: Translation): Item | undefined {
  if (!where || order.length > 0) return undefined;
  const key = openItem();
  for (const node of conjuncts(translation.condition(where))) {
    const leaf = keyLeaf(node, schema, translation);
    const value = leaf?.values[0];
    if (!leaf || !value || (leaf.operator !== '=' && (leaf.operator !== 'in' || leaf.values.length > 1))) return undefined;
    const { name } = leaf.attribute;
    if (Object.hasOwn(key, name) && !sameKeyValue(leaf.attribute, key[name]!, value)) return undefined;
    key[name] = value;
  }
  return schema.all.every(({ name }) => Object.hasOwn(key, name)) ? key : undefined;
}

export const readByKey = ({ located, place }: KeyRead): ItemRead | undefined => readItem(located, place());
