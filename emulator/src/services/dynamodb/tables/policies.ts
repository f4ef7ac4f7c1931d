// Resource policies of tables: checked, stored with a revision, and asked before another service calls.
import type { Ctx } from '#core/ctx';
import { checkedPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';
import { type Table, tables } from '#services/dynamodb/state';
import { findByArn } from './tags.ts';

export const checkedTablePolicy = (text: string): void =>
  void checkedPolicy(text, ({ message }) => invalid(`Invalid policy document: ${message}`));

const NO_POLICY = 'NO_POLICY';
const noPolicy = (arn: string) => fault('PolicyNotFoundException', `Resource-based policy not found for the provided ResourceArn: ${arn}`);

function assertRevision(table: Frozen<Table>, expected: string | undefined, arn: string): void {
  if (expected === undefined || expected === (table.policy?.revision ?? NO_POLICY)) return;
  throw fault(
    'PolicyNotFoundException',
    `Resource-based policy not found for the provided ResourceArn: ${arn} and the expected revision ID: ${expected}`,
  );
}

/** Revisions are numbers of 13 digits, each higher than the last. */
const nextRevision = ({ policy }: Frozen<Table>, ctx: Ctx): string => String(Math.max(ctx.now(), Number(policy?.revision ?? 0) + 1));

export const PutResourcePolicy = operation('PutResourcePolicy', ({ ResourceArn: arn, Policy: text, ExpectedRevisionId: expected }, ctx) => {
  checkedTablePolicy(text);
  const { there, table } = findByArn(arn, ctx);
  assertRevision(table, expected, arn);
  if (table.policy?.text === text) return { RevisionId: table.policy.revision };
  const revision = nextRevision(table, ctx);
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, policy: { text, revision } }));
  return { RevisionId: revision };
});

export const GetResourcePolicy = operation('GetResourcePolicy', ({ ResourceArn: arn }, ctx) => {
  const { policy } = findByArn(arn, ctx).table;
  if (!policy) throw noPolicy(arn);
  return { Policy: policy.text, RevisionId: policy.revision };
});

/** Deleting twice changes nothing the second time. */
export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ ResourceArn: arn, ExpectedRevisionId: expected }, ctx) => {
  const { there, table } = findByArn(arn, ctx);
  assertRevision(table, expected, arn);
  if (!table.policy) return {};
  const { policy, ...rest } = table;
  there.write((tx) => tx.put(there.records(tables), [table.name], rest));
  return { RevisionId: policy.revision };
});
