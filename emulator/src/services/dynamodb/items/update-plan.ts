// One update of one item: what the request alone decides, then the item that follows from the old one.
import type { Ctx } from '#core/ctx';
import type { AttributeValueUpdate } from '#model/dynamodb';
import type { Schema } from '#services/dynamodb/catalog/schema';
import { MAX_DEPTH, nameSize, TOO_DEEP } from '#services/dynamodb/engine/check-value';
import { itemSize, MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import { type Item, openItem } from '#services/dynamodb/engine/value';
import { ValueFacts } from '#services/dynamodb/engine/value-facts';
import type { BoundExpression } from '#services/dynamodb/expressions/compiled';
import { tooLarge } from '#services/dynamodb/expressions/evaluate';
import type { Names } from '#services/dynamodb/expressions/names';
import { applyOlderUpdates, checkUpdates, onlyDeletes } from '#services/dynamodb/expressions/older-updates';
import { type AttributePath, headOf } from '#services/dynamodb/expressions/path';
import { applyUpdate, type Updated } from '#services/dynamodb/expressions/update';
import { updateCharge } from '#services/dynamodb/expressions/update-charge';
import { invalid, invalidParameter, type Wording } from '#services/dynamodb/faults';
import type { NewItem } from './item-change.ts';
import type { ItemRead } from './item-text.ts';
import { expressionsOf } from './parameters.ts';
import { checkIndexKeys } from './place.ts';

export interface UpdatePlan {
  /** The paths that the update changes. */
  readonly targets: readonly AttributePath[];
  /** All paths of the update. */
  readonly paths: readonly AttributePath[];
  /** The update only removes: it creates no item if none exists. */
  readonly onlyRemoves: boolean;
  apply(old: Item): Updated;
  /** The charge of UpdateItem for the update itself, in bytes; absent where it is too small to matter. */
  charge?(old: Item): number;
}

export interface UpdateInput {
  readonly UpdateExpression?: string | undefined;
  readonly AttributeUpdates?: Readonly<Record<string, AttributeValueUpdate>> | undefined;
}

/** @throws Fault ValidationException */
export function planUpdate(input: UpdateInput, names: Names, wording: Wording, ctx: Ctx): UpdatePlan {
  const { AttributeUpdates: updates } = input;
  if (updates) {
    checkUpdates(updates, wording);
    const targets = Object.keys(updates).map((name) => [name]);
    return { targets, paths: targets, onlyRemoves: onlyDeletes(updates), apply: (old) => applyOlderUpdates(updates, old) };
  }
  const bound = expressionsOf(ctx).bind('Update', input.UpdateExpression, names);
  return bound ? planExpression(bound, names.valueBytes) : { targets: [], paths: [], onlyRemoves: false, apply: unchanged };
}

const unchanged = (item: Item): Updated => ({ item, growth: 0, written: [], facts: new ValueFacts() });

/** Below this no text of 4 KB names its values often enough to be charged for as much as an item may hold. */
const MIN_CHARGED_BYTES = 300;

function planExpression({ actions, binding }: BoundExpression, valueBytes: number): UpdatePlan {
  return {
    ...(valueBytes > MIN_CHARGED_BYTES && { charge: (old: Item) => updateCharge(actions, binding, old, MAX_ITEM_BYTES) }),
    targets: actions.map(({ path }) => binding.paths[path]!),
    paths: binding.paths,
    onlyRemoves: actions.every(({ section }) => section === 'REMOVE' || section === 'DELETE'),
    apply: (old) => applyUpdate(actions, binding, old),
  };
}

/** Refuses updates of key attributes. @throws Fault ValidationException */
export function checkAgainstKeys({ targets, paths }: UpdatePlan, schema: Schema): void {
  for (const { name } of schema.all) {
    if (targets.some((path) => headOf(path) === name))
      throw invalidParameter(`Cannot update attribute ${name}. This attribute is part of the key`);
    assertNotInside(paths, name, 'Key');
  }
  for (const { all } of schema.indexes) for (const { name } of all) assertNotInside(paths, name, 'IndexKey');
}

function assertNotInside(paths: readonly AttributePath[], name: string, what: string): void {
  if (paths.some((path) => path.length > 1 && headOf(path) === name))
    throw invalid(`Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${what}: ${name}`);
}

/** Refuses an update that is charged for more than an item may hold. @throws Fault ValidationException */
export function checkCharge({ charge }: UpdatePlan, before: ItemRead | undefined): void {
  if (charge && charge(before?.item ?? {}) > MAX_ITEM_BYTES) throw tooLarge();
}

/** The item after the update; undefined if the update makes none. @throws Fault ValidationException */
export function updatedItem(plan: UpdatePlan, key: Item, before: ItemRead | undefined, schema: Schema): NewItem | undefined {
  const old = before?.item ?? openItem(key);
  const { item, growth, written, facts } = plan.apply(old);
  for (const path of plan.targets) for (const part of path) if (typeof part === 'string') nameSize(part);
  for (const { value, depth } of written) checkHeight(depth + facts.height(value));
  checkIndexKeys(item, schema);
  const bytes = (before?.bytes ?? itemSize(old)) + growth;
  if (bytes > MAX_ITEM_BYTES) throw tooLarge();
  return before || !plan.onlyRemoves ? { item, bytes } : undefined;
}

/** A value that was allowed alone may lie too deep in the item. The words are those of a reason for which a transaction is cancelled. */
function checkHeight(height: number): void {
  if (height > MAX_DEPTH) throw invalid(TOO_DEEP);
}
