// The data protection policy of a log group. Events that arrived before it stay as they are.
import { operation } from '#model/logs';
import { findIdentified } from '#services/logs/groups/find-group';
import { dataProtection } from '#services/logs/state';
import { readProtection } from './policy.ts';

/** A group has one policy. */
const ONLY = 'policy' as const;

export const PutDataProtectionPolicy = operation('PutDataProtectionPolicy', ({ logGroupIdentifier, policyDocument }, ctx) => {
  const { name } = findIdentified(logGroupIdentifier, ctx);
  readProtection(policyDocument);
  const policy = { document: policyDocument, updatedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(dataProtection), [name, ONLY], policy));
  return { logGroupIdentifier, policyDocument, lastUpdatedTime: policy.updatedMs };
});

/** A group without a policy is no error: the answer has no document then. */
export const GetDataProtectionPolicy = operation('GetDataProtectionPolicy', ({ logGroupIdentifier }, ctx) => {
  const policy = ctx.records(dataProtection).get([findIdentified(logGroupIdentifier, ctx).name, ONLY]);
  return { logGroupIdentifier, policyDocument: policy?.document, lastUpdatedTime: policy?.updatedMs };
});

export const DeleteDataProtectionPolicy = operation('DeleteDataProtectionPolicy', ({ logGroupIdentifier }, ctx) => {
  const { name } = findIdentified(logGroupIdentifier, ctx);
  ctx.write((tx) => tx.delete(ctx.records(dataProtection), [name, ONLY]));
});
