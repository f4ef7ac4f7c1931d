// Looks up the secrets of users' access keys, for the verification of signatures.
import type { FindIssuedKey } from '#core/issued-key';
import { accessKeyOwners, accessKeys } from './state.ts';

export const issuedKey: FindIssuedKey = (accessKeyId, ctx) => {
  const owner = ctx.records(accessKeyOwners).get([accessKeyId]);
  const key = owner && ctx.records(accessKeys).get([owner.userId, accessKeyId]);
  return key && { secret: key.secret, active: key.status === 'Active' };
};
