// TransactWriteItems and TransactGetItems. Nothing comes between the last look at the items and the write, so that transactions do not conflict,
// unless items that take many turns to look at are written all the while.
import type { TransactWriteItem } from '#model/dynamodb';
import { checkName, findTable } from '#services/dynamodb/catalog/find-table';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { inLayer, LAYERS } from '#services/dynamodb/faults';
import { ACTIONS_IN_TRANSACTIONS } from './actions.ts';
import { metricsOf } from './batch.ts';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { countedOperation } from './counted.ts';
import { decide } from './decide.ts';
import { projectionOf, sendRead } from './get.ts';
import { inTurns } from './in-turns.ts';
import { checkMixing } from './parameters.ts';
import { placeOfKey } from './place.ts';
import { countUnits } from './table-metrics.ts';
import { checkAction, decisionOf } from './transact-action.ts';
import { byTable, MAX_TRANSACTION_BYTES, readMembers, tooLarge } from './transaction.ts';
import { writeTransaction } from './write-transaction.ts';

export const TransactWriteItems = countedOperation('TransactWriteItems', (input, ctx) => {
  const actions = inLayer(LAYERS.TransactWriteItems, () => input.TransactItems.map((each: TransactWriteItem) => checkAction(each, ctx)));
  if (actions.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  for (const { tableName, kind } of actions) findTable(tableName, ctx, ACTIONS_IN_TRANSACTIONS[kind]);
  const decisions = actions.map((action) => decisionOf(action, ctx));
  const request = { input, names: actions.map(({ tableName }) => tableName), repeats: input.TransactItems };
  return decide(decisions, (attempts) => {
    const { capacity, isRepeat } = writeTransaction(attempts, request, ctx);
    const written = attempts.map(({ target }, at) => ({ located: target!.located, name: request.names[at]!, key: actions[at]!.key }));
    return { ...(capacity.length > 0 && { ConsumedCapacity: capacity }), ...(!isRepeat && metricsOf(input, written)) };
  });
});

export const TransactGetItems = countedOperation('TransactGetItems', async (input, ctx) => {
  const plans = inLayer(LAYERS.TransactGetItems, () =>
    input.TransactItems.map(({ Get: get }) => {
      if (!get.TableName.startsWith('arn:')) checkName(get.TableName);
      checkMixing(get, ['ProjectionExpression'], []);
      const names = openNames(get, [get.ProjectionExpression], LAYERS.TransactGetItems.wording);
      checkItem(get.Key, LAYERS.TransactGetItems.wording);
      const project = projectionOf(get, names, ctx);
      assertAllUsed(names);
      return { get, project };
    }),
  );
  const members = plans.map(({ get, project }) => {
    const located = findTable(get.TableName, ctx, 'GetItem');
    return { project, located, name: get.TableName, place: () => placeOfKey(get.Key, located.schema) };
  });
  const found = readMembers(members);
  const each = found.map(({ located, name, read }) => ({
    located,
    name,
    table: 2 * readUnits(read?.bytes ?? 0, true),
    indexes: noIndexes(),
  }));
  const capacity = byTable(each).flatMap((consumed) => {
    countUnits(consumed, 'read');
    return capacityOf(input, { ...consumed, kind: 'read' }) ?? [];
  });
  return {
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    Responses: await inTurns(
      found,
      ({ read, project }) => (project && read ? read.text.length : 0),
      ({ read, project }) => (read ? { Item: sendRead(read, project, ctx) } : {}),
    ),
  };
});
