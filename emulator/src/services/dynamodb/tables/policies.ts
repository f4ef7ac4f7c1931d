// Resource policies of tables: checked, stored with a revision, and asked before another service calls.
import type { Ctx } from '#core/ctx';
import { checkedPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/dynamodb';
import { type LocatedTable, tableAddress, tableAt } from '#services/dynamodb/catalog/find-table';
import { invalid, noSuchTable } from '#services/dynamodb/faults';
import { type Table, tables } from '#services/dynamodb/state';
import { findByArn } from './tags.ts';

export const checkedTablePolicy = (text: string): void =>
  void checkedPolicy(text, ({ message }) => invalid(`Invalid policy document: ${message}`));

const NO_POLICY = 'NO_POLICY';
const noPolicy = (why: string) => fault('PolicyNotFoundException', `Resource-based policy not found for the provided ResourceArn: ${why}`);

function assertRevision({ name, policy }: Frozen<Table>, expected: string | undefined): void {
  if (expected === undefined || expected === (policy?.revision ?? NO_POLICY)) return;
  if (!policy)
    throw noPolicy(`Requested update for policy with revision id ${expected}, but no policy is associated to target table ${name}.`);
  throw noPolicy(
    expected === NO_POLICY
      ? `Requested policy update expecting none to be present for table ${name}, but a policy exists with revision id ${policy.revision}.`
      : `Requested update for policy with revision id ${expected}, but the policy associated to target table ${name} has revision id ${policy.revision}.`,
  );
}

/** The table with this ARN. @throws Fault ResourceNotFoundException, ValidationException */
function findPoliced(arn: string, ctx: Ctx): LocatedTable {
  const address = arn.startsWith('arn:') ? tableAddress(arn, ctx) : undefined;
  if (address && !tableAt(address, ctx)) throw noSuchTable(address.name);
  return findByArn(arn, ctx);
}

/** Revisions are numbers of 13 digits, each higher than the last. */
const nextRevision = ({ policy }: Frozen<Table>, ctx: Ctx): string => String(Math.max(ctx.now(), Number(policy?.revision ?? 0) + 1));

export const PutResourcePolicy = operation('PutResourcePolicy', ({ ResourceArn: arn, Policy: text, ExpectedRevisionId: expected }, ctx) => {
  checkedTablePolicy(text);
  const { there, table } = findPoliced(arn, ctx);
  assertRevision(table, expected);
  if (table.policy?.text === text) return { RevisionId: table.policy.revision };
  const revision = nextRevision(table, ctx);
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, policy: { text, revision } }));
  return { RevisionId: revision };
});

export const GetResourcePolicy = operation('GetResourcePolicy', ({ ResourceArn: arn }, ctx) => {
  const { policy } = findPoliced(arn, ctx).table;
  if (!policy) throw noPolicy(arn);
  return { Policy: policy.text, RevisionId: policy.revision };
});

/** Deleting twice changes nothing the second time. */
export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ ResourceArn: arn, ExpectedRevisionId: expected }, ctx) => {
  const { there, table } = findPoliced(arn, ctx);
  assertRevision(table, expected);
  if (!table.policy) return {};
  const { policy, ...rest } = table;
  there.write((tx) => tx.put(there.records(tables), [table.name], rest));
  return { RevisionId: policy.revision };
});
