// ExecuteTransaction: reads alone, or writes and conditions, which run together or not at all.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { ExecuteTransactionInput, ExecuteTransactionOutput } from '#model/dynamodb';
import { findTable } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { capacityOf, noIndexes, readUnits } from '#services/dynamodb/items/capacity';
import { countedOperation } from '#services/dynamodb/items/counted';
import { decide } from '#services/dynamodb/items/decide';
import { inTurns } from '#services/dynamodb/items/in-turns';
import { sendItem, sendText } from '#services/dynamodb/items/item-text';
import { countUnits } from '#services/dynamodb/items/table-metrics';
import { byTable, eachOrCancel, MAX_TRANSACTION_BYTES, readMembers, tooLarge } from '#services/dynamodb/items/transaction';
import { writeTransaction } from '#services/dynamodb/items/write-transaction';
import { type KeyRead, planKeyRead } from './key-read.ts';
import { checkParameters, inStatement, type ReadStatement, readStatement } from './parameters.ts';
import { decisionBy } from './run-write.ts';
import { planWrite, type WritePlan } from './writes.ts';

const notByKey = () => invalid('Select statements within ExecuteTransaction must specify the primary key in the where clause.');

export const ExecuteTransaction = countedOperation('ExecuteTransaction', async (input, ctx) => {
  const given = input.TransactStatements;
  for (const each of given) checkParameters(each);
  const statements = given.map((each, at) => inStatement(at, () => readStatement(each)));
  const kinds = new Set(statements.map(({ statement }) => statement.kind === 'select'));
  if (kinds.size > 1) throw invalid('ExecuteTransaction API does not support both read and write operations in the same request.');
  const planned = statements.map((each, at) => planOrMissing(at, each, input, ctx));
  const plans = eachOrCancel(planned, (each) => {
    if (each instanceof Fault) throw each;
    return each;
  });
  const names = statements.map(({ statement }) => statement.source.table);
  if (kinds.has(true)) return readAll(input, plans as KeyRead[], names, ctx);
  const plansAgain = (at: number) => {
    const again = planOrMissing(at, statements[at]!, input, ctx);
    if (again instanceof Fault) throw again;
    return again as WritePlan;
  };
  return writeAll(input, plans as WritePlan[], plansAgain, names, ctx);
});

/** A table that is missing is a reason, found once all other statements were checked. */
function planOrMissing(at: number, { statement, translation }: ReadStatement, input: ExecuteTransactionInput, ctx: Ctx) {
  try {
    const located = findTable(statement.source.table, ctx);
    return inStatement(at, () => {
      if (statement.kind !== 'select') return planWrite(statement, located, translation, 'transaction', input.TransactStatements[at]!);
      if (statement.source.index !== undefined) throw invalid('Reads on indices are not supported within transactions.');
      return planKeyRead(statement, located, translation, notByKey);
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'ResourceNotFoundException') return error;
    throw error;
  }
}

async function readAll(
  input: ExecuteTransactionInput,
  reads: readonly KeyRead[],
  names: readonly string[],
  ctx: Ctx,
): Promise<ExecuteTransactionOutput> {
  const found = readMembers(reads);
  const units = found.map(({ located, read }, at) => {
    const table = 2 * readUnits(read?.bytes ?? 0, true);
    return { located, name: names[at]!, table, indexes: noIndexes() };
  });
  const capacity = byTable(units).flatMap((consumed) => {
    countUnits(consumed, 'read');
    return capacityOf(input, { ...consumed, kind: 'read' }) ?? [];
  });
  return {
    Responses: await inTurns(
      found,
      ({ read }) => read?.text.length ?? 0,
      ({ read, columns }) => (read ? { Item: columns ? sendItem(columns.project(read.parse()), ctx) : sendText(read.text, ctx) } : {}),
    ),
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
  };
}

function writeAll(
  input: ExecuteTransactionInput,
  plans: readonly WritePlan[],
  plansAgain: (at: number) => WritePlan,
  names: readonly string[],
  ctx: Ctx,
): ExecuteTransactionOutput | Promise<ExecuteTransactionOutput> {
  if (plans.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  const decisions = plans.map((plan, at) => decisionBy(plan, () => plansAgain(at), ctx));
  const request = { input, names, repeats: input.TransactStatements };
  return decide(decisions, (attempts) => {
    const { capacity } = writeTransaction(attempts, request, ctx);
    return { Responses: [], ...(capacity.length > 0 && { ConsumedCapacity: capacity }) };
  });
}
