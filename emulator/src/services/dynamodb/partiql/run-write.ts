// Runs a statement that writes one item.
import type { Ctx } from '#core/ctx';
import type { Item } from '#services/dynamodb/engine/value';
import { noIndexes } from '#services/dynamodb/items/capacity';
import { type Decision, decide } from '#services/dynamodb/items/decide';
import { sendItem } from '#services/dynamodb/items/item-text';
import type { IndexUnits } from '#services/dynamodb/items/item-write';
import { type TransactionWrite, transactionWrite } from '#services/dynamodb/items/transact-action';
import { putItemWrite } from '#services/dynamodb/items/write-item';
import { returned, type WritePlan } from './writes.ts';

export interface StatementWrite extends TransactionWrite {
  /** The item that RETURNING gives. */
  readonly sent: { [name: string]: Item[string] } | undefined;
}

/** `planAgain`: for a table that has changed since it was planned. */
export function decisionBy(first: WritePlan, planAgain: () => WritePlan, ctx: Ctx): Decision<StatementWrite> {
  let plan: WritePlan | undefined;
  return {
    locate: () => {
      plan = plan ? planAgain() : first;
      return { located: plan.located, place: plan.place() };
    },
    *workOut({ located, place }, before) {
      const change = yield* plan!.change(place, before, ctx);
      const item = change && returned(plan!, change);
      const written = { ...transactionWrite(located, change, before), sent: item && sendItem(item, ctx) };
      yield before?.text.length ?? 0;
      return written;
    },
  };
}

interface Written extends Pick<StatementWrite, 'units' | 'sent'> {
  readonly indexes: IndexUnits;
}

/** @throws Fault ConditionalCheckFailedException, DuplicateItemException, ValidationException */
export const runWrite = (plan: WritePlan, planAgain: () => WritePlan, ctx: Ctx): Written | Promise<Written> =>
  decide([decisionBy(plan, planAgain, ctx)], ([attempt]): Written => {
    const { write, units, sent } = attempt!.result;
    if (write) ctx.write((tx) => putItemWrite(tx, attempt!.target!.located, write));
    return { sent, units, indexes: write?.indexUnits ?? noIndexes() };
  });
