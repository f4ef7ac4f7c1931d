// AddPermission, RemovePermission, GetPolicy: the resource policy of a function, version or alias, by statement.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { partitionOf } from '#lib/arn';
import { fault, operation } from '#model/lambda';
import { conflict, functionNotFound, invalidParameter, notFound, revisionMismatch } from '#services/lambda/faults';
import { findAlias, findFunction, named } from '#services/lambda/lookup/find-function';
import { functionArn, LATEST, versionNumber } from '#services/lambda/lookup/function-name';
import { type AliasRecord, aliases, functions, policies, type VersionRecord, versions } from '#services/lambda/state';
import { inOwnersAccount } from './across-accounts.ts';
import { policyText, type Statement, statementOf, statementsIn } from './statement.ts';

/** Limit: characters of a function's policy. */
export const MAX_POLICY_LENGTH = 20_480;

/** The record to which a policy belongs. */
export type Holder =
  | { readonly alias: Frozen<AliasRecord>; readonly version?: never }
  | { readonly version: Frozen<VersionRecord>; readonly alias?: never };

export function holderOf(name: string, qualifier: string | undefined, ctx: Ctx): Holder {
  findFunction(name, ctx, qualifier);
  if (qualifier === LATEST) throw invalidParameter('We currently do not support adding policies for $LATEST.');
  const number = qualifier === undefined ? 0 : versionNumber(qualifier);
  const found = number === undefined ? undefined : ctx.records(versions).get([name, number]);
  if (found) return { version: found };
  const alias = number === undefined ? findAlias(name, qualifier!, ctx) : undefined;
  if (!alias) throw noSuchQualifier(name, qualifier!, ctx);
  return { alias };
}

/** A text that could be an alias is missed as one. */
function noSuchQualifier(name: string, qualifier: string, ctx: Ctx): Fault {
  const arn = functionArn(ctx, name, qualifier);
  return versionNumber(qualifier) === undefined && /^[\w-]+$/.test(qualifier)
    ? notFound(`Cannot find alias arn: ${arn}`)
    : functionNotFound(arn);
}

/** A policy keeps the revision that it gave its holder, whatever else changes there (recorded). Without a policy the holder's own counts. */
export function revisionOf(name: string, qualifier: string | undefined, { alias, version }: Holder, ctx: Ctx): string {
  return ctx.records(policies).get([name, qualifier ?? ''])?.revisionId ?? (alias ?? version).revisionId;
}

const write = (
  name: string,
  qualifier: string | undefined,
  holder: Holder,
  before: string | undefined,
  statements: readonly Statement[],
  ctx: Ctx,
) => writePolicy(name, qualifier, holder, statements.length === 0 ? undefined : policyText(statements, before), ctx);

/** Returns the new revision. */
export function writePolicy(name: string, qualifier: string | undefined, holder: Holder, text: string | undefined, ctx: Ctx): string {
  const revisionId = ctx.id();
  ctx.write((tx) => {
    const key: [string, string] = [name, qualifier ?? ''];
    if (text === undefined) tx.delete(ctx.records(policies), key);
    else tx.put(ctx.records(policies), key, { text, revisionId });
    revise(tx, name, holder, revisionId, ctx);
  });
  return revisionId;
}

function revise(tx: Tx, name: string, { alias, version }: Holder, revisionId: string, ctx: Ctx): void {
  if (alias) tx.put(ctx.records(aliases), [name, alias.name], { ...alias, revisionId });
  else tx.put(ctx.records(versions), [name, version.version], { ...version, revisionId });
}

export const AddPermission = operation('AddPermission', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  const holder = holderOf(name, qualifier, ctx);
  if (input.RevisionId !== undefined && input.RevisionId !== revisionOf(name, qualifier, holder, ctx)) throw revisionMismatch('GetPolicy');
  const before = ctx.records(policies).get([name, qualifier ?? ''])?.text;
  const statements = statementsIn(before);
  if (statements.some(({ Sid }) => Sid === input.StatementId))
    throw conflict(
      `The statement id (${input.StatementId}) provided already exists. Please provide a new statement id, or remove the existing statement.`,
    );
  const statement = statementOf(input, functionArn(ctx, name, qualifier), partitionOf(ctx.region));
  const after = [...statements, statement];
  const lengthOf = policyText(after, before).length;
  if (lengthOf > MAX_POLICY_LENGTH)
    throw fault('PolicyLengthExceededException', `The final policy size (${lengthOf}) is bigger than the limit (${MAX_POLICY_LENGTH}).`);
  write(name, qualifier, holder, before, after, ctx);
  return { Statement: JSON.stringify(statement) };
});

export const RemovePermission = operation('RemovePermission', (input, ctx) => {
  const { name, qualifier } = named(input, ctx);
  if (!ctx.records(functions).has([name])) throw notFound(`No policy found for: ${functionArn(ctx, name, qualifier)}`);
  const holder = holderOf(name, qualifier, ctx);
  const policy = ctx.records(policies).get([name, qualifier ?? '']);
  if (!policy) throw notFound('No policy is associated with the given resource.');
  const statements = statementsIn(policy.text);
  const left = statements.filter(({ Sid }) => Sid !== input.StatementId);
  if (left.length === statements.length) throw notFound(`Statement ${input.StatementId} is not found in resource policy.`);
  if (input.RevisionId !== undefined && input.RevisionId !== revisionOf(name, qualifier, holder, ctx)) throw revisionMismatch('GetPolicy');
  write(name, qualifier, holder, policy.text, left, ctx);
});

export const GetPolicy = operation(
  'GetPolicy',
  inOwnersAccount((input, ctx) => {
    const { name, qualifier } = named(input, ctx);
    const policy = ctx.records(policies).get([name, qualifier ?? '']);
    if (!policy) throw notFound('The resource you requested does not exist.');
    return { Policy: policy.text, RevisionId: revisionOf(name, qualifier, holderOf(name, qualifier, ctx), ctx) };
  }),
);
