// BatchExecuteStatement: every member answers for itself.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type BatchStatementRequest, type BatchStatementResponse, type ConsumedCapacity, operation } from '#model/dynamodb';
import { MAX_ITEM_BYTES } from '#services/dynamodb/engine/size';
import { invalid } from '#services/dynamodb/faults';
import { type CapacityInput, capacityOf, noIndexes, readUnits } from '#services/dynamodb/items/capacity';
import { inTurns } from '#services/dynamodb/items/in-turns';
import { sendItem } from '#services/dynamodb/items/item-text';
import { reasonCode } from '#services/dynamodb/items/transaction';
import { findTable } from '#services/dynamodb/tables/find-table';
import { onlyInTransactions, runWrite } from './execute-statement.ts';
import { planKeyRead, readByKey } from './key-read.ts';
import { checkParameters, type ReadStatement, readStatement } from './parameters.ts';
import { planWrite } from './writes.ts';

const notByKey = () => invalid('Select statements within BatchExecuteStatement must specify the primary key in the where clause.');

interface MemberAnswer {
  readonly response: BatchStatementResponse;
  readonly consumed: ConsumedCapacity | undefined;
}

export const BatchExecuteStatement = operation('BatchExecuteStatement', async (input, ctx) => {
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

/** Faults that are an answer of their own; others end the whole call. */
function orFault<T>(step: () => T): T | Fault {
  try {
    return step();
  } catch (error) {
    if (error instanceof Fault && reasonCode(error) !== undefined) return error;
    throw error;
  }
}

/** The table is named once the member has reached it. */
const failed = (error: Fault, table: string | undefined): MemberAnswer => ({
  response: { Error: { Code: reasonCode(error), Message: error.message }, ...(table !== undefined && { TableName: table }) },
  consumed: undefined,
});

function run(input: CapacityInput, member: BatchStatementRequest, { statement, translation }: ReadStatement, ctx: Ctx): MemberAnswer {
  const name = statement.source.table;
  const plan = orFault(() => {
    if (statement.kind === 'exists') throw onlyInTransactions();
    const located = findTable(name, ctx);
    return statement.kind === 'select'
      ? planKeyRead(statement, located, translation, notByKey)
      : planWrite(statement, located, translation, 'statement', {});
  });
  if (plan instanceof Fault) return failed(plan, undefined);
  const answer = orFault((): MemberAnswer => {
    if ('change' in plan) {
      const { item, units, indexes } = runWrite(plan, ctx);
      return answered(item, capacityOf(input, { located: plan.located, name, table: units, indexes }));
    }
    const found = readByKey(plan);
    const item = found && (plan.columns?.project(found.item) ?? found.item);
    const table = readUnits(found?.bytes ?? 0, member.ConsistentRead);
    return answered(item, capacityOf(input, { located: plan.located, name, table, indexes: noIndexes() }));
  });
  return answer instanceof Fault ? failed(answer, name) : answer;

  function answered(item: Parameters<typeof sendItem>[0] | undefined, consumed: ConsumedCapacity | undefined): MemberAnswer {
    return { response: { TableName: name, ...(item && { Item: sendItem(item, ctx) }) }, consumed };
  }
}
