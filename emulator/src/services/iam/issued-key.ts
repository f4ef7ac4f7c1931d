// Looks up users' access keys: their secrets, for the verification of signatures, and who holds them.
import type { FindKeyHolder } from '#core/authorization/identity';
import type { FindIssuedKey } from '#core/issued-key';
import { findById } from './find-identity.ts';
import { identityArn } from './naming.ts';
import { accessKeyOwners, accessKeys } from './state.ts';

export const issuedKey: FindIssuedKey = (accessKeyId, ctx) => {
  const owner = ctx.records(accessKeyOwners).get([accessKeyId]);
  const key = owner && ctx.records(accessKeys).get([owner.userId, accessKeyId]);
  return key && { secret: key.secret, active: key.status === 'Active' };
};

export const keyHolder: FindKeyHolder = (accessKeyId, ctx) => {
  const owner = ctx.records(accessKeyOwners).get([accessKeyId]);
  const key = owner && ctx.records(accessKeys).get([owner.userId, accessKeyId]);
  const user = owner && findById(owner.userId, ctx);
  if (!key || !user) return undefined;
  const arn = identityArn(user, ctx);
  return { kind: 'user', arn, userId: user.id, identityArn: arn, isActive: key.status === 'Active' };
};
