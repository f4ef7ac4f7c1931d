// The resource policy of a layer's version, by statement: it allows other accounts to use the version.
import type { Ctx } from '#core/ctx';
import { partitionOf } from '#lib/arn';
import { fault, operation } from '#model/lambda';
import { conflict, notFound } from '#services/lambda/faults';
import { policyText, type Statement, statementOf, statementsIn } from '#services/lambda/permissions/statement';
import { layerArn } from './find-layer.ts';
import { layerPolicies, layerVersions } from './layer-record.ts';
import { own } from './layers.ts';

/** Limit: characters of a layer version's policy. */
const MAX_POLICY_LENGTH = 20_480;

interface LayerVersionRef {
  readonly LayerName: string;
  readonly VersionNumber: number;
}

/** @throws Fault if this account has no such version */
function keyOf({ LayerName, VersionNumber }: LayerVersionRef, operation: string, ctx: Ctx): [string, number] {
  const { there, name } = own(LayerName, operation, ctx);
  if (!there.records(layerVersions).has([name, VersionNumber]))
    throw notFound(`Layer version ${layerArn(there, name, VersionNumber)} does not exist.`);
  return [name, VersionNumber];
}

function checkRevision(given: string | undefined, is: string | undefined): void {
  if (given !== undefined && given !== is)
    throw fault(
      'PreconditionFailedException',
      'The Revision Id provided does not match the latest Revision Id. Call the GetLayerPolicy API to retrieve the latest Revision Id',
      { Type: 'User' },
    );
}

export const AddLayerVersionPermission = operation('AddLayerVersionPermission', (input, ctx) => {
  const key = keyOf(input, 'AddLayerVersionPermission', ctx);
  const before = ctx.records(layerPolicies).get(key);
  checkRevision(input.RevisionId, before?.revisionId);
  const statements = statementsIn(before?.text);
  if (statements.some(({ Sid }) => Sid === input.StatementId))
    throw conflict(
      `The statement id (${input.StatementId}) provided already exists. Please provide a new statement id, or remove the existing statement.`,
    );
  const { StatementId, Action, Principal, OrganizationId: PrincipalOrgID } = input;
  const asked = { FunctionName: input.LayerName, StatementId, Action, Principal, PrincipalOrgID };
  const statement: Statement = statementOf(asked, layerArn(ctx, ...key), partitionOf(ctx.region));
  const text = policyText([...statements, statement]);
  if (text.length > MAX_POLICY_LENGTH)
    throw fault('PolicyLengthExceededException', `The final policy size (${text.length}) is bigger than the limit (${MAX_POLICY_LENGTH}).`);
  const revisionId = ctx.id();
  ctx.write((tx) => tx.put(ctx.records(layerPolicies), key, { text, revisionId }));
  return { Statement: JSON.stringify(statement), RevisionId: revisionId };
});

export const RemoveLayerVersionPermission = operation('RemoveLayerVersionPermission', (input, ctx) => {
  const key = keyOf(input, 'RemoveLayerVersionPermission', ctx);
  const before = ctx.records(layerPolicies).get(key);
  checkRevision(input.RevisionId, before?.revisionId);
  const statements = statementsIn(before?.text);
  const kept = statements.filter(({ Sid }) => Sid !== input.StatementId);
  if (kept.length === statements.length) throw notFound(`Statement ${input.StatementId} is not found in resource policy.`);
  ctx.write((tx) =>
    kept.length === 0
      ? tx.delete(ctx.records(layerPolicies), key)
      : tx.put(ctx.records(layerPolicies), key, { text: policyText(kept), revisionId: ctx.id() }),
  );
});

export const GetLayerVersionPolicy = operation('GetLayerVersionPolicy', (input, ctx) => {
  const found = ctx.records(layerPolicies).get(keyOf(input, 'GetLayerVersionPolicy', ctx));
  if (!found) throw notFound('No policy is associated with the given resource.');
  return { Policy: found.text, RevisionId: found.revisionId };
});
