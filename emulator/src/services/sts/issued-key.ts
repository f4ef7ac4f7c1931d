// Looks up temporary credentials: their secrets, for the verification of signatures, and who holds them.
import type { FindKeyHolder } from '#core/authorization/identity';
import type { FindIssuedKey } from '#core/issued-key';
import { sessions } from './state.ts';

export const issuedKey: FindIssuedKey = (accessKeyId, ctx) => {
  const session = ctx.records(sessions).get([accessKeyId]);
  if (session?.secret === undefined) return undefined;
  return { secret: session.secret, sessionToken: session.token, active: true, expiresMs: session.expiresMs };
};

export const keyHolder: FindKeyHolder = (accessKeyId, ctx) => {
  const session = ctx.records(sessions).get([accessKeyId]);
  if (!session) return undefined;
  const { kind, arn, userId, roleArn, expiresMs, token, policy, policyArns, tags, sourceIdentity, mfaSerial } = session;
  return {
    kind,
    arn,
    userId,
    identityArn: kind === 'account' ? undefined : (roleArn ?? session.issuerArn ?? arn),
    hasAllRights: kind === 'federated-user' && session.issuerArn === undefined,
    isActive: true,
    expiresMs,
    sessionToken: token,
    sessionPolicy: policy,
    sessionPolicyArns: policyArns,
    tags,
    sourceIdentity,
    hasMfa: mfaSerial !== undefined,
  };
};
