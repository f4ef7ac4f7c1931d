// The operations that write one item: what they decide, and what they answer.
import type { Ctx } from '#core/ctx';
import type { Item } from '#services/dynamodb/engine/value';
import type { ItemTest } from '#services/dynamodb/expressions/item-test';
import { type CapacityInput, capacityOf, collectionMetrics, type MetricsInput, noIndexes } from './capacity.ts';
import { decide, type Target } from './decide.ts';
import type { NewItem } from './item-change.ts';
import { type ItemRead, sendText } from './item-text.ts';
import { type ItemWrite, planWrite } from './item-write.ts';
import { assertHolds, type ConditionInput } from './parameters.ts';
import { noteRecentItem } from './recent-items.ts';
import { countUnits } from './table-metrics.ts';
import { testLength } from './test-item.ts';
import { putItemWrite } from './write-item.ts';

interface WriteInput extends ConditionInput, CapacityInput, MetricsInput {
  readonly TableName: string;
  readonly ReturnValues?: string | undefined;
}

type Attributes = { [name: string]: Item[string] } | undefined;

export interface OneWrite {
  readonly test: ItemTest | undefined;
  /** The item, or its key. */
  readonly key: Item;
  /** @throws Fault for a table or key that does not fit */
  locate(): Target;
  /** The attributes that the write looks at. */
  readonly looksAt?: readonly string[];
  /** Refuses the write before its condition is tested. @throws Fault ValidationException */
  check?(before: ItemRead | undefined): void;
  /** Undefined deletes the item. @throws Fault ValidationException */
  next(target: Target, before: ItemRead | undefined): NewItem | undefined;
  /** The answer where the client does not ask for the whole old item. */
  attributes?(before: ItemRead | undefined, next: NewItem | undefined, write: ItemWrite | undefined): Attributes;
}

function* workOut(one: OneWrite, input: WriteInput, target: Target, before: ItemRead | undefined, ctx: Ctx) {
  if (before) yield* before.parseAhead(one.looksAt ?? []);
  one.check?.(before);
  yield* assertHolds(one.test, input, before, ctx);
  const next = one.next(target, before);
  const write = planWrite(target.located, { place: target.place, before, next });
  const asked = input.ReturnValues === 'ALL_OLD' ? before && sendText(before.text, ctx) : one.attributes?.(before, next, write);
  const length = before?.text.length ?? 0;
  yield length + testLength(one.test, length);
  return { write, asked, item: next?.item };
}

/** @throws Fault where the write is refused */
export const writeOne = (one: OneWrite, input: WriteInput, ctx: Ctx) =>
  decide([{ locate: () => one.locate(), workOut: (target, before) => workOut(one, input, target, before, ctx) }], ([attempt]) => {
    const { write, asked, item } = attempt!.result;
    const { located } = attempt!.target!;
    if (write) located.there.write((tx) => putItemWrite(tx, located, write));
    if (write?.next && item && one.looksAt) noteRecentItem(write.before, write.next, item, ctx);
    const [table, indexes] = [write?.units ?? 1, write?.indexUnits ?? noIndexes()];
    const consumed = { located, name: input.TableName, table, indexes };
    countUnits(consumed, 'write');
    return {
      Attributes: asked,
      ConsumedCapacity: capacityOf(input, consumed),
      ItemCollectionMetrics: collectionMetrics(input, located, one.key),
    };
  });
