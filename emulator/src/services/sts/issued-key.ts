// Looks up the secrets of temporary credentials, for the verification of signatures.
import type { FindIssuedKey } from '#core/issued-key';
import { sessions } from './state.ts';

export const issuedKey: FindIssuedKey = (accessKeyId, ctx) => {
  const session = ctx.records(sessions).get([accessKeyId]);
  if (session?.secret === undefined) return undefined;
  return { secret: session.secret, sessionToken: session.token, active: true, expiresMs: session.expiresMs };
};
