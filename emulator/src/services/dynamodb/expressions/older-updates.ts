// AttributeUpdates: the parameter that came before update expressions.
import type { AttributeValueUpdate } from '#model/dynamodb';
import { checkValue } from '#services/dynamodb/engine/check-value';
import { MAX_ITEM_BYTES, partSize } from '#services/dynamodb/engine/size';
import { attribute, type Item, openItem, typeOf, type Value } from '#services/dynamodb/engine/value';
import { ValueFacts } from '#services/dynamodb/engine/value-facts';
import { invalid, invalidParameter, type Wording } from '#services/dynamodb/faults';
import { tooLarge } from './evaluate.ts';
import { added, type Updated, without } from './update.ts';

type Updates = Readonly<Record<string, AttributeValueUpdate>>;

const ADDED_TYPES: readonly string[] = ['N', 'SS', 'NS', 'BS', 'L'];
const DELETED_TYPES: readonly string[] = ['SS', 'NS', 'BS'];

/** The checks that need the request alone. @throws Fault ValidationException */
export function checkUpdates(updates: Updates, wording: Wording): void {
  for (const { Value: value, Action: action = 'PUT' } of Object.values(updates)) {
    if (value) checkValue(value, wording);
    if (!value && action !== 'DELETE') throw invalidParameter('Only DELETE action is allowed when no attribute value is specified');
    if (!value) continue;
    const type = typeOf(value);
    if (action === 'DELETE' && !DELETED_TYPES.includes(type))
      throw invalidParameter(`DELETE action with value is not supported for the type ${type}`);
    if (action === 'ADD' && !ADDED_TYPES.includes(type)) throw invalidParameter(`ADD action is not supported for the type ${type}`);
  }
}

export const onlyDeletes = (updates: Updates): boolean => {
  const actions = Object.values(updates);
  return actions.length > 0 && actions.every(({ Action }) => Action === 'DELETE');
};

export function applyOlderUpdates(updates: Updates, old: Item): Updated {
  const next = openItem(old);
  const facts = new ValueFacts();
  const written = [];
  for (const [name, { Value: value, Action: action = 'PUT' }] of Object.entries(updates)) {
    const result = value && resultOf(action, attribute(old, name), value, facts);
    if (result === undefined) delete next[name];
    else next[name] = result;
    if (result) written.push({ value: result, depth: 0 });
  }
  const names = Object.keys(updates);
  return { item: next, growth: partSize(next, names) - partSize(old, names), written, facts };
}

function resultOf(action: string, before: Value | undefined, value: Value, facts: ValueFacts): Value | undefined {
  if (action === 'PUT') return value;
  if (before !== undefined && typeOf(before) !== typeOf(value)) throw invalid('Type mismatch for attribute to update');
  if (action === 'DELETE') return without(before, value, facts);
  if (!value.L) return added(before, value);
  // A list with more members than an item may have bytes is too large, whatever they are.
  if (value.L.length + (before?.L?.length ?? 0) > MAX_ITEM_BYTES) throw tooLarge();
  return { L: [...(before?.L ?? []), ...value.L] };
}
