// TransactWriteItems and TransactGetItems. Each runs without a pause, so transactions never conflict here.
import { operation, type TransactWriteItem } from '#model/dynamodb';
import { checkItem } from '#services/dynamodb/engine/check-value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { inLayer, LAYERS } from '#services/dynamodb/faults';
import { checkName, findTable, type LocatedTable } from '#services/dynamodb/tables/find-table';
import { metricsOf } from './batch.ts';
import { capacityOf, noIndexes, readUnits } from './capacity.ts';
import { projectionOf, sendRead } from './get.ts';
import { inTurns } from './in-turns.ts';
import type { ItemChange } from './item-change.ts';
import { checkMixing } from './parameters.ts';
import { placeOfKey, readItem } from './place.ts';
import { type Action, checkAction, runAction } from './transact-action.ts';
import {
  byTable,
  checkLeftBytes,
  checkRepeated,
  eachOrCancel,
  isRepeated,
  keepToken,
  MAX_TRANSACTION_BYTES,
  parseAhead,
  readEach,
  readNow,
  tooLarge,
} from './transaction.ts';
import { changeUnits, writeItem, writeUnits } from './write-item.ts';

export const TransactWriteItems = operation('TransactWriteItems', async (input, ctx) => {
  const actions = inLayer(LAYERS.TransactWriteItems, () => input.TransactItems.map((each: TransactWriteItem) => checkAction(each, ctx)));
  if (actions.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  const findMembers = () => actions.map((action) => memberOf(action, findTable(action.tableName, ctx)));
  const known = findMembers();
  const ahead = await parseAhead(known);
  const members = ahead ? findMembers() : known;
  const readMember = ahead ?? readNow;
  const token = input.ClientRequestToken;
  if (isRepeated(token, input.TransactItems, ctx)) {
    const capacity = byTable(readEach(members)).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
    return capacity.length > 0 ? { ConsumedCapacity: capacity } : {};
  }
  checkRepeated(members);
  const changes = eachOrCancel(members, (member) => {
    const { action, located } = member;
    const place = member.place();
    const before = readMember(member, place);
    const change: ItemChange | undefined = runAction(action, located, place, before);
    return { located, name: action.tableName, change, read: before?.bytes ?? 0 };
  });
  checkLeftBytes(changes);
  const indexes = ctx.write((tx) => {
    keepToken(tx, token, input.TransactItems, ctx);
    return changes.map(({ located, change }) => (change ? writeItem(tx, located, change) : noIndexes()));
  });
  const capacity = byTable(
    changes.map(({ located, name, change, read }, at) => ({
      located,
      name,
      table: 2 * (change ? changeUnits(located, change) : writeUnits(read)),
      indexes: indexes[at]!,
    })),
  ).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'write' }) ?? []);
  return {
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    ...metricsOf(
      input,
      members.map(({ action, located, name }) => ({ located, name, key: action.key })),
    ),
  };
});

const memberOf = (action: Action, located: LocatedTable) => ({
  action,
  located,
  name: action.tableName,
  place: () => action.placeIn(located),
});

export const TransactGetItems = operation('TransactGetItems', async (input, ctx) => {
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
    const located = findTable(get.TableName, ctx);
    return { project, located, name: get.TableName, place: () => placeOfKey(get.Key, located.schema) };
  });
  const places = eachOrCancel(members, ({ place }) => place());
  checkRepeated(members);
  const found = members.map((member, at) => ({ ...member, read: readItem(member.located, places[at]!) }));
  if (found.reduce((sum, { read }) => sum + (read?.bytes ?? 0), 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  const each = found.map(({ located, name, read }) => ({
    located,
    name,
    table: 2 * readUnits(read?.bytes ?? 0, true),
    indexes: noIndexes(),
  }));
  const capacity = byTable(each).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
  return {
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
    Responses: await inTurns(
      found,
      ({ read, project }) => (project && read ? read.text.length : 0),
      ({ read, project }) => (read ? { Item: sendRead(read, project, ctx) } : {}),
    ),
  };
});
