// Writes what a transaction of requests or of statements has decided, all or nothing.
import type { Ctx } from '#core/ctx';
import type { ConsumedCapacity } from '#model/dynamodb';
import { type CapacityInput, capacityOf, noIndexes, readUnits } from './capacity.ts';
import type { Attempt } from './decide.ts';
import { readItem } from './place.ts';
import { countUnits } from './table-metrics.ts';
import type { TransactionWrite } from './transact-action.ts';
import {
  byTable,
  checkRepeated,
  eachOrCancel,
  isRepeated,
  keepToken,
  MAX_TRANSACTION_BYTES,
  type TableUnits,
  tooLarge,
} from './transaction.ts';
import { putItemWrite } from './write-item.ts';

interface TransactionInput extends CapacityInput {
  readonly ClientRequestToken?: string | undefined;
}

export interface TransactionRequest {
  readonly input: TransactionInput;
  /** The tables of its members, as the client named them. */
  readonly names: readonly string[];
  /** The part of the request that a client repeats under its token. */
  readonly repeats: unknown;
}

interface Transacted {
  readonly capacity: ConsumedCapacity[];
  /** The same request came before, and nothing is written. */
  readonly isRepeat: boolean;
}

/** @throws Fault TransactionCanceledException, IdempotentParameterMismatchException, ValidationException */
export function writeTransaction(
  attempts: readonly Attempt<TransactionWrite>[],
  { input, names, repeats }: TransactionRequest,
  ctx: Ctx,
): Transacted {
  const token = input.ClientRequestToken;
  if (isRepeated(token, repeats, ctx)) return { capacity: consumedBy(attempts.map(readOnly(names)), input, 'read'), isRepeat: true };
  checkRepeated(attempts);
  const writes = eachOrCancel(attempts, ({ result }) => result);
  checkLeftBytes(writes);
  ctx.write((tx) => {
    keepToken(tx, token, repeats, ctx);
    for (const [at, { write }] of writes.entries()) if (write) putItemWrite(tx, attempts[at]!.target!.located, write);
  });
  const units = writes.map(
    ({ write, units: table }, at): TableUnits => ({
      located: attempts[at]!.target!.located,
      name: names[at]!,
      table: 2 * table,
      indexes: write?.indexUnits ?? noIndexes(),
    }),
  );
  return { capacity: consumedBy(units, input, 'write'), isRepeat: false };
}

const consumedBy = (units: readonly TableUnits[], input: CapacityInput, kind: 'read' | 'write'): ConsumedCapacity[] =>
  byTable(units).flatMap((consumed) => {
    countUnits(consumed, kind);
    return capacityOf(input, { ...consumed, kind }) ?? [];
  });

/** The units that it takes to read the item of a member. */
const readOnly =
  (names: readonly string[]) =>
  ({ target, fault }: Attempt<TransactionWrite>, at: number): TableUnits => {
    if (!target) throw fault;
    const read = readItem(target.located, target.place);
    return { located: target.located, name: names[at]!, table: 2 * readUnits(read?.bytes ?? 0, true), indexes: noIndexes() };
  };

/**
 * The items that a transaction leaves may have 4 MB together, as the actions that it is given may. An update of a large item is a short action.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 * @throws Fault ValidationException
 */
function checkLeftBytes(writes: readonly TransactionWrite[]): void {
  if (writes.reduce((sum, { write }) => sum + (write?.next?.bytes ?? 0), 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
}
