// PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy: whole policies by the ARN of a function, version or alias.
import type { Ctx } from '#core/ctx';
import { checkedPolicy } from '#core/policy/checked-policy';
import { fault, operation } from '#model/lambda';
import { invalidParameter, notFound, revisionMismatch } from '#services/lambda/faults';
import { named } from '#services/lambda/lookup/find-function';
import { policies } from '#services/lambda/state';
import { type Holder, holderOf, MAX_POLICY_LENGTH, revisionOf, writePolicy } from './permissions.ts';

interface PolicyOwner {
  readonly name: string;
  readonly qualifier: string | undefined;
  readonly holder: Holder;
  readonly text: string | undefined;
}

function find({ ResourceArn, RevisionId }: { ResourceArn: string; RevisionId?: string | undefined }, ctx: Ctx): PolicyOwner {
  const { name, qualifier } = named({ FunctionName: ResourceArn }, ctx);
  const holder = holderOf(name, qualifier, ctx);
  if (RevisionId !== undefined && RevisionId !== revisionOf(name, qualifier, holder, ctx)) throw revisionMismatch('GetResourcePolicy');
  return { name, qualifier, holder, text: ctx.records(policies).get([name, qualifier ?? ''])?.text };
}

function check(text: string): void {
  if (text.length > MAX_POLICY_LENGTH)
    throw fault('PolicyLengthExceededException', `The final policy size (${text.length}) is bigger than the limit (${MAX_POLICY_LENGTH}).`);
  checkedPolicy(text, ({ message }) => invalidParameter(`The policy is invalid: ${message}`));
}

export const PutResourcePolicy = operation('PutResourcePolicy', (input, ctx) => {
  const { name, qualifier, holder } = find(input, ctx);
  check(input.Policy);
  return { Policy: input.Policy, RevisionId: writePolicy(name, qualifier, holder, input.Policy, ctx) };
});

export const GetResourcePolicy = operation('GetResourcePolicy', (input, ctx) => {
  const { name, qualifier, holder, text } = find(input, ctx);
  if (text === undefined) throw notFound('The resource you requested does not exist.');
  return { Policy: text, RevisionId: revisionOf(name, qualifier, holder, ctx) };
});

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', (input, ctx) => {
  const { name, qualifier, holder, text } = find(input, ctx);
  if (text === undefined) throw notFound('The resource you requested does not exist.');
  writePolicy(name, qualifier, holder, undefined, ctx);
});
