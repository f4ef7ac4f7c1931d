// ExecuteStatement.
import type { Ctx } from '#core/ctx';
import type { ExecuteStatementInput, ExecuteStatementOutput } from '#model/dynamodb';
import { findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { capacityOf, noIndexes } from '#services/dynamodb/items/capacity';
import { countedOperation } from '#services/dynamodb/items/counted';
import { countUnits } from '#services/dynamodb/items/table-metrics';
import { readToken, writeToken } from './next-token.ts';
import { checkParameters, readStatement } from './parameters.ts';
import { runWrite } from './run-write.ts';
import { planSelect, runSelect } from './select.ts';
import type { SelectStatement } from './syntax.ts';
import type { Translation } from './translate.ts';
import { planWrite } from './writes.ts';

export const onlyInTransactions = () => invalid('EXISTS can only be used in ExecuteTransaction write requests.');

export const ExecuteStatement = countedOperation('ExecuteStatement', async (input, ctx) => {
  checkParameters(input);
  const { statement, translation } = readStatement(input);
  if (statement.kind === 'exists') throw onlyInTransactions();
  const located = findTable(statement.source.table, ctx);
  if (statement.kind === 'select') return answerSelect(input, statement, located, translation, ctx);
  const plan = (of = findTable(statement.source.table, ctx)) => planWrite(statement, of, translation, 'statement', input);
  const { sent, units, indexes } = await runWrite(plan(located), plan, ctx);
  const consumed = { located, name: statement.source.table, table: units, indexes };
  countUnits(consumed, 'write');
  return { Items: sent ? [sent] : [], ConsumedCapacity: capacityOf(input, consumed) };
});

async function answerSelect(
  input: ExecuteStatementInput,
  select: SelectStatement,
  located: LocatedTable,
  translation: Translation,
  ctx: Ctx,
): Promise<ExecuteStatementOutput> {
  const plan = planSelect(select, located, translation, input.ConsistentRead);
  const start = input.NextToken === undefined ? undefined : readToken(input, input.NextToken);
  const page = await runSelect(plan, input.Limit ?? Number.POSITIVE_INFINITY, start, input.ConsistentRead, ctx);
  const { index } = plan;
  const consumed = {
    located,
    name: select.source.table,
    table: index ? page.fetchedUnits : page.units,
    indexes: index ? new Map([[index, page.units]]) : noIndexes(),
  };
  countUnits(consumed, 'read');
  return {
    Items: page.rows,
    ...(page.resume && { NextToken: writeToken(input, page.resume) }),
    ...(page.last && { LastEvaluatedKey: page.last }),
    ConsumedCapacity: capacityOf(input, consumed),
  };
}
