// BatchExecuteStatement: every member answers for itself.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { BatchStatementError, BatchStatementRequest, BatchStatementResponse, ConsumedCapacity } from '#model/dynamodb';
import { findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import { invalid } from '#services/dynamodb/faults';
import { type CapacityInput, capacityOf, noIndexes, readUnits } from '#services/dynamodb/items/capacity';
import { countedOperation } from '#services/dynamodb/items/counted';
import { inTurns } from '#services/dynamodb/items/in-turns';
import { sendItem, sendText } from '#services/dynamodb/items/item-text';
import { countUnits } from '#services/dynamodb/items/table-metrics';
import { reasonCode } from '#services/dynamodb/items/transaction';
import { onlyInTransactions } from './execute-statement.ts';
import { type KeyRead, planKeyRead, readByKey } from './key-read.ts';
import { checkParameters, type ReadStatement, readStatement } from './parameters.ts';
import { runWrite } from './run-write.ts';
import { planWrite, type WritePlan, type WriteStatement } from './writes.ts';

const notByKey = () => invalid('Select statements within BatchExecuteStatement must specify the primary key in the where clause.');

interface MemberAnswer {
  readonly response: BatchStatementResponse;
  readonly consumed: ConsumedCapacity | undefined;
}

export const BatchExecuteStatement = countedOperation('BatchExecuteStatement', async (input, ctx) => {
  const members = input.Statements.map((member) => ({ member, read: orFault(() => read(member)) }));
  const reads = members.flatMap(({ read: of }) => (of instanceof Fault ? [] : [of.statement.kind === 'select']));
  if (reads.includes(true) && reads.includes(false))
    throw invalid('BatchExecuteStatement API does not support both read and write operations in the same request.');
  const answers = await inTurns(
    members,
    ({ read: of }) => (of instanceof Fault ? 0 : 2 * MAX_ITEM_BYTES),
    ({ member, read: of }) => (of instanceof Fault ? failed(of, undefined) : run(input, member, of, ctx)),
  );
  const capacity = answers.flatMap(({ consumed }) => consumed ?? []);
  return {
    Responses: answers.map(({ response }) => response),
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
  };
});

function read(member: BatchStatementRequest): ReadStatement {
  checkParameters(member);
  return readStatement(member);
}

/** Faults that are an answer of their own. @throws others, which end the whole call */
function ownFault(error: unknown): Fault {
  if (error instanceof Fault && reasonCode(error) !== undefined) return error;
  throw error;
}

function orFault<T>(step: () => T): T | Fault {
  try {
    return step();
  } catch (error) {
    return ownFault(error);
  }
}

/** The table is named once the member has reached it. */
const failed = (error: Fault, table: string | undefined): MemberAnswer => ({
  response: {
    Error: { Code: reasonCode(error), Message: error.message, ...(error.options.members as Pick<BatchStatementError, 'Item'> | undefined) },
    ...(table !== undefined && { TableName: table }),
  },
  consumed: undefined,
});

async function run(
  input: CapacityInput,
  member: BatchStatementRequest,
  { statement, translation }: ReadStatement,
  ctx: Ctx,
): Promise<MemberAnswer> {
  const name = statement.source.table;
  const planOf = (located: LocatedTable) => {
    if (statement.kind === 'select') return planKeyRead(statement, located, translation, notByKey);
    return planWrite(statement as WriteStatement, located, translation, 'statement', member);
  };
  const plan = orFault(() => {
    if (statement.kind === 'exists') throw onlyInTransactions();
    return planOf(findTable(name, ctx));
  });
  if (plan instanceof Fault) return failed(plan, undefined);
  try {
    const done =
      'change' in plan
        ? await runWrite(plan, () => planOf(findTable(name, ctx)) as WritePlan, ctx)
        : readOne(plan, member.ConsistentRead, ctx);
    const { sent, units, indexes } = done;
    const used = { located: plan.located, name, table: units, indexes };
    countUnits(used, 'change' in plan ? 'write' : 'read');
    return { response: { TableName: name, ...(sent && { Item: sent }) }, consumed: capacityOf(input, used) };
  } catch (error) {
    return failed(ownFault(error), name);
  }
}

function readOne(plan: KeyRead, consistent: boolean | undefined, ctx: Ctx) {
  const found = readByKey(plan);
  const sent = found && (plan.columns ? sendItem(plan.columns.project(found.item), ctx) : sendText(found.text, ctx));
  return { sent, units: readUnits(found?.bytes ?? 0, consistent), indexes: noIndexes() };
}
