// ExecuteTransaction: reads alone, or writes and conditions, which run together or not at all.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type ExecuteTransactionInput, type ExecuteTransactionOutput, operation } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';
import { capacityOf, noIndexes, readUnits } from '#services/dynamodb/items/capacity';
import { inTurns } from '#services/dynamodb/items/in-turns';
import { sendItem } from '#services/dynamodb/items/item-text';
import { readItem } from '#services/dynamodb/items/place';
import {
  byTable,
  checkLeftBytes,
  checkRepeated,
  eachOrCancel,
  isRepeated,
  keepToken,
  MAX_TRANSACTION_BYTES,
  type Member,
  parseAhead,
  type ReadMember,
  readEach,
  readNow,
  tooLarge,
} from '#services/dynamodb/items/transaction';
import { changeUnits, writeItem, writeUnits } from '#services/dynamodb/items/write-item';
import { findTable } from '#services/dynamodb/tables/find-table';
import { type KeyRead, planKeyRead } from './key-read.ts';
import { checkParameters, inStatement, type ReadStatement, readStatement } from './parameters.ts';
import { planWrite, type WritePlan } from './writes.ts';

const notByKey = () => invalid('Select statements within ExecuteTransaction must specify the primary key in the where clause.');

export const ExecuteTransaction = operation('ExecuteTransaction', async (input, ctx) => {
  const given = input.TransactStatements;
  for (const each of given) checkParameters(each);
  const statements = given.map((each, at) => inStatement(at, () => readStatement(each)));
  const kinds = new Set(statements.map(({ statement }) => statement.kind === 'select'));
  if (kinds.size > 1) throw invalid('ExecuteTransaction API does not support both read and write operations in the same request.');
  const plan = () => {
    const planned = statements.map((each, at) => planOrMissing(at, each, input, ctx));
    const plans = eachOrCancel(planned, (each) => {
      if (each instanceof Fault) throw each;
      return each;
    });
    return plans.map((each, at) => ({ ...each, name: statements[at]!.statement.source.table }));
  };
  const members = plan();
  if (kinds.has(true)) return readAll(input, members as KeyReadMember[], ctx);
  const ahead = await parseAhead(members);
  return writeAll(input, (ahead ? plan() : members) as WriteMember[], ahead ?? readNow, ctx);
});

type KeyReadMember = KeyRead & Member;
type WriteMember = WritePlan & Member;

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

async function readAll(input: ExecuteTransactionInput, members: readonly KeyReadMember[], ctx: Ctx): Promise<ExecuteTransactionOutput> {
  const places = eachOrCancel(members, ({ place }) => place());
  checkRepeated(members);
  const found = members.map((member, at) => ({ ...member, read: readItem(member.located, places[at]!) }));
  if (found.reduce((sum, { read }) => sum + (read?.bytes ?? 0), 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  const units = found.map(({ located, name, read }) => {
    const table = 2 * readUnits(read?.bytes ?? 0, true);
    return { located, name, table, indexes: noIndexes() };
  });
  const capacity = byTable(units).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
  return {
    Responses: await inTurns(
      found,
      ({ read }) => read?.text.length ?? 0,
      ({ read, columns }) => (read ? { Item: sendItem(columns?.project(read.item) ?? read.item, ctx) } : {}),
    ),
    ...(capacity.length > 0 && { ConsumedCapacity: capacity }),
  };
}

function writeAll(
  input: ExecuteTransactionInput,
  members: readonly WriteMember[],
  readMember: ReadMember,
  ctx: Ctx,
): ExecuteTransactionOutput {
  if (members.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_TRANSACTION_BYTES) throw tooLarge();
  const token = input.ClientRequestToken;
  if (isRepeated(token, input.TransactStatements, ctx)) {
    const capacity = byTable(readEach(members)).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'read' }) ?? []);
    return { Responses: [], ...(capacity.length > 0 && { ConsumedCapacity: capacity }) };
  }
  checkRepeated(members);
  const changes = eachOrCancel(members, (member) => {
    const place = member.place();
    const before = readMember(member, place);
    return { ...member, change: member.change(place, before), read: before?.bytes ?? 0 };
  });
  checkLeftBytes(changes);
  const indexes = ctx.write((tx) => {
    keepToken(tx, token, input.TransactStatements, ctx);
    return changes.map(({ located, change }) => (change ? writeItem(tx, located, change) : noIndexes()));
  });
  const units = changes.map(({ located, name, change, read }, at) => {
    const table = 2 * (change ? changeUnits(located, change) : writeUnits(read));
    return { located, name, table, indexes: indexes[at]! };
  });
  const capacity = byTable(units).flatMap((consumed) => capacityOf(input, { ...consumed, kind: 'write' }) ?? []);
  return { Responses: [], ...(capacity.length > 0 && { ConsumedCapacity: capacity }) };
}
