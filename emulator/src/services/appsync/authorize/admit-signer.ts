// Judges signers by their own policies, where identities are enforced: fields of an operation, and what is done at an Event API.
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html#aws-iam-authorization
import type { OperationTypeNode } from 'graphql';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { formatArn } from '#lib/arn';
import type { ApiProgram } from '#services/appsync/resolvers/program';
import { type ApiCaller, Unauthorized } from './caller.ts';

/** `resources`: behind `apis/`, each of which must be allowed. @throws Unauthorized */
export async function admitSigner({ signer }: ApiCaller, action: string, resources: () => readonly string[], ctx: Ctx): Promise<void> {
  if (!signer) return;
  const { account, region } = ctx;
  const accesses = () =>
    resources().map((each) => ({ action, resource: formatArn({ service: 'appsync', region, account, resource: `apis/${each}` }) }));
  try {
    await ctx.admitServed({ ...signer, service: 'appsync', action, accesses });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Unauthorized('Permission denied', error.message);
  }
}

/** `fields`: names of the fields that an operation begins with, all of which must be allowed. @throws Unauthorized */
export const admitFields = (
  caller: ApiCaller,
  { api, schema }: ApiProgram,
  operation: OperationTypeNode,
  fields: () => readonly string[],
  ctx: Ctx,
): Promise<void> => {
  const type = schema.getRootType(operation)?.name ?? '';
  return admitSigner(caller, 'appsync:GraphQL', () => fields().map((field) => `${api.id}/types/${type}/fields/${field}`), ctx);
};
