// INSERT, UPDATE, DELETE and EXISTS: one item each, by its whole key.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { fault } from '#model/dynamodb';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { Schema } from '#services/dynamodb/catalog/schema';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { itemSize, MAX_ITEM_BYTES, valueSize } from '#services/dynamodb/engine/size';
import { type Item, openItem } from '#services/dynamodb/engine/value';
import { type ItemTest, nodeTest } from '#services/dynamodb/expressions/item-test';
import { headOf } from '#services/dynamodb/expressions/path';
import { projectItem } from '#services/dynamodb/expressions/projection';
import { invalid } from '#services/dynamodb/faults';
import type { ItemChange } from '#services/dynamodb/items/item-change';
import type { ItemRead } from '#services/dynamodb/items/item-text';
import { assertHolds, type ConditionInput } from '#services/dynamodb/items/parameters';
import { type ItemLocation, mismatch, placeOfItem, placeOfKey } from '#services/dynamodb/items/place';
import { checkAgainstKeys, type UpdatePlan, updatedItem } from '#services/dynamodb/items/update-plan';
import { checkScalarKeys, conjuncts, joined, keyLeaf, sameKeyValue } from './conditions.ts';
import { incompleteKey, mistypedKey, notOnIndex } from './faults.ts';
import { literalValue, structItem } from './literals.ts';
import type { DeleteStatement, Expression, InsertStatement, Returning, Statement, UpdateStatement } from './syntax.ts';
import type { Translation } from './translate.ts';
import { planClauses } from './update-clauses.ts';

export interface WritePlan {
  readonly located: LocatedTable;
  /** The item of an INSERT, else the key. */
  readonly key: Item;
  /** Size of the item or the key, and of the values that an update sets. */
  readonly bytes: number;
  readonly returning: Returning | undefined;
  readonly targets: UpdatePlan['targets'];
  /** @throws Fault ValidationException for a key that does not fit the table */
  place(): ItemLocation;
  /** Undefined for a condition alone. @throws Fault ConditionalCheckFailedException, DuplicateItemException, ValidationException */
  change(place: ItemLocation, before: ItemRead | undefined, ctx: Ctx): Generator<number, ItemChange | undefined>;
}

/** Transactions find a wrong key when they look for the item. */
export type Surface = 'statement' | 'transaction';
export type WriteStatement = Exclude<Statement, { kind: 'select' }>;

/** @throws Fault ValidationException */
export function planWrite(
  statement: WriteStatement,
  located: LocatedTable,
  translation: Translation,
  surface: Surface,
  input: ConditionInput,
): WritePlan {
  if (statement.source.index !== undefined) throw notOnIndex();
  if (statement.kind === 'insert') return planInsert(statement, located, translation, surface);
  const where = statement.kind === 'exists' ? statement.select.where : statement.where;
  checkReturning(statement, surface);
  const plan = statement.kind === 'update' ? planClauses(statement.clauses, translation) : undefined;
  const { key, fault: keyFault, test } = readKey(where, located.schema, translation, statement.kind === 'exists');
  if (plan) checkAgainstKeys(plan, located.schema);
  if (keyFault && surface === 'statement') throw keyFault;
  const place = (): ItemLocation => {
    if (keyFault) throw mismatch();
    return placeOfKey(key, located.schema);
  };
  const common = { located, key, returning: 'returning' in statement ? statement.returning : undefined, place };
  if (plan) {
    return {
      ...common,
      bytes: itemSize(key) + translation.values.reduce((sum, value) => sum + valueSize(value), 0),
      targets: plan.targets,
      *change(at, before, ctx) {
        if (!before) throw fault('ConditionalCheckFailedException', 'The conditional request failed');
        yield* before.parseAhead(plan.paths.map(headOf));
        yield* assertHolds(test, input, before, ctx);
        return { place: at, before, next: updated(plan, key, before, located.schema) };
      },
    };
  }
  return {
    ...common,
    bytes: itemSize(key),
    targets: [],
    *change(at, before, ctx) {
      // A condition on an item that is not there stops no DELETE.
      if (before || statement.kind === 'exists') yield* assertHolds(test, input, before, ctx);
      return statement.kind === 'exists' ? undefined : { place: at, before, next: undefined };
    },
  };
}

function checkReturning(statement: UpdateStatement | DeleteStatement | Extract<Statement, { kind: 'exists' }>, surface: Surface): void {
  if (statement.kind === 'exists' || statement.returning === undefined) return;
  if (surface === 'transaction') throw invalid('RETURNING clause is not supported in ExecuteTransaction.');
  if (statement.kind === 'delete' && statement.returning !== 'ALL OLD')
    throw invalid(
      `Invalid returning clause: RETURNING ${statement.returning} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
    );
}

function updated(plan: UpdatePlan, key: Item, before: ItemRead, schema: Schema): ItemChange['next'] {
  try {
    return updatedItem(plan, key, before, schema);
  } catch (error) {
    if (error instanceof Fault && error.message.startsWith('Nesting Levels'))
      throw invalid('Nesting Levels have exceeded supported limits');
    throw error;
  }
}

function planInsert(
  { item: literal, fault: wrong }: InsertStatement,
  located: LocatedTable,
  translation: Translation,
  surface: Surface,
): WritePlan {
  if (wrong !== undefined) throw invalid(wrong);
  if (literal.kind !== 'struct')
    throw invalid('Unsupported format in item expression. Please use struct format {...} to express item values for insert statement.');
  const readValue = (value: Expression) => (value.kind === 'parameter' ? translation.parameter(value.index) : literalValue(value));
  const item = structItem(literal.members, 'root', readValue);
  const bytes = checkItem(item, 'older');
  for (const { name, type } of surface === 'statement' ? located.schema.all : []) {
    if (!Object.hasOwn(item, name)) throw invalid(`Key attribute should be present in the item: Key ${name}`);
    if (item[name]![type] === undefined) throw mistypedKey(name);
  }
  if (bytes > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
  return {
    located,
    key: item,
    bytes,
    returning: undefined,
    targets: [],
    place: () => placeOfItem(item, located.schema),
    // biome-ignore lint/correctness/useYield: other writes yield where their conditions are long
    *change(place, before) {
      if (before) throw fault('DuplicateItemException', 'Duplicate primary key exists in table');
      return { place, before, next: { item, bytes } };
    },
  };
}

interface WrittenKey {
  readonly key: Item;
  readonly fault: Fault | undefined;
  readonly test: ItemTest | undefined;
}

/** The key that the WHERE names, and what else it says. EXISTS takes the first value of a key, and the others are conditions. */
function readKey(where: Expression | undefined, schema: Schema, translation: Translation, exists: boolean): WrittenKey {
  const key = openItem();
  const rest = [];
  let wrong: Fault | undefined;
  const node = where && translation.condition(where);
  checkScalarKeys(schema, translation);
  for (const each of conjuncts(node)) {
    const leaf = keyLeaf(each, schema, translation);
    if (leaf?.operator !== '=') {
      rest.push(each);
      continue;
    }
    const { attribute, values } = leaf;
    const known = Object.hasOwn(key, attribute.name) ? key[attribute.name]! : undefined;
    if (known && sameKeyValue(attribute, known, values[0]!)) continue;
    if (known && exists) rest.push(each);
    else if (known)
      wrong ??= invalid(`Multiple conditions on same key ${attribute.name}. Only single item Update/Insert/Delete are supported`);
    else key[attribute.name] = values[0]!;
  }
  const complete = schema.all.every(({ name }) => Object.hasOwn(key, name));
  const condition = joined(rest);
  if (exists && (!complete || !condition)) throw invalid('EXISTS() must contain a single item read with additional condition');
  if (!complete) wrong ??= incompleteKey();
  const mistyped = schema.all.find(({ name, type }) => Object.hasOwn(key, name) && key[name]![type] === undefined);
  if (mistyped) wrong ??= mistypedKey(mistyped.name);
  return { key, fault: wrong, test: condition && nodeTest(condition, translation) };
}

/** The item that RETURNING gives; undefined for nothing. */
export function returned({ returning, targets }: WritePlan, { before, next }: ItemChange): Item | undefined {
  if (returning === undefined) return undefined;
  const item = returning.endsWith('OLD') ? before?.item : next?.item;
  if (!item || returning.startsWith('ALL')) return item;
  const changed = projectItem(item, targets);
  return Object.keys(changed).length > 0 ? changed : undefined;
}
