// GetId, and the tokens and credentials of an identity.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/cognito-identity';
import { notAuthorized } from '#services/cognito-identity/faults';
import { type LocatedIdentity, locateIdentity, locatePool } from '#services/cognito-identity/pools/find-pool';
import { type IdentityPool, identities } from '#services/cognito-identity/state';
import { checkLogins, type Login } from './check-logins.ts';
import { identityOf, link, newIdentity } from './find-or-create.ts';
import { openIdToken } from './open-id-token.ts';
import { roleOf } from './role-of.ts';

const SESSION_NAME = 'CognitoIdentityCredentials';
/** Seconds of a token by which a client, or this service, asks for credentials. */
const TOKEN_SECONDS = 600;

const mustAllowGuests = ({ settings }: Frozen<IdentityPool>): void => {
  if (!settings.AllowUnauthenticatedIdentities) throw notAuthorized('Unauthenticated access is not supported for this identity pool.');
};

export const GetId = operation('GetId', ({ IdentityPoolId, Logins = {} }, ctx) => {
  const { pool, there } = locatePool(IdentityPoolId, ctx);
  const logins = checkLogins(Logins, pool, there);
  if (logins.length === 0) mustAllowGuests(pool);
  const known = logins.map((login) => identityOf(login, pool, there)).find((id) => id !== undefined);
  const identity = there.write((tx) => {
    const found = known === undefined ? undefined : there.records(identities).get([pool.id, known]);
    return link(tx, found ?? newIdentity(tx, pool, there), logins, pool, there);
  });
  return { IdentityId: identity.id };
});

interface Proven extends LocatedIdentity {
  readonly logins: readonly Login[];
}

/** The identity with the logins that prove it. @throws NotAuthorizedException */
function prove(id: string, given: Readonly<Record<string, string>>, ctx: Ctx): Proven {
  const located = locateIdentity(id, ctx);
  const { pool, there, identity } = located;
  const logins = checkLogins(given, pool, there);
  const hasLogins = Object.keys(identity.logins).length + Object.keys(identity.developerUsers).length > 0;
  if (logins.length === 0) {
    if (hasLogins) throw notAuthorized(`Access to Identity '${id}' is forbidden.`);
    mustAllowGuests(pool);
    return { ...located, logins };
  }
  const isOther = logins.some((login) => {
    const owner = identityOf(login, pool, there);
    return owner !== undefined && owner !== id;
  });
  if (isOther || (hasLogins && !logins.some(({ provider, user }) => identity.logins[provider] === user)))
    throw notAuthorized("Logins don't match. Please include at least one valid login for this identity or identity pool.");
  // A guest who signs in keeps the identity.
  const linked = there.write((tx) => link(tx, identity, logins, pool, there));
  return { ...located, identity: linked, logins };
}

export const GetOpenIdToken = operation('GetOpenIdToken', async ({ IdentityId, Logins = {} }, ctx) => {
  const { pool, there, identity, logins } = prove(IdentityId, Logins, ctx);
  return { IdentityId: identity.id, Token: await openIdToken(identity, logins, { seconds: TOKEN_SECONDS }, pool, there) };
});

export const GetCredentialsForIdentity = operation('GetCredentialsForIdentity', async ({ IdentityId, Logins = {}, CustomRoleArn }, ctx) => {
  const { pool, there, identity, logins } = prove(IdentityId, Logins, ctx);
  const RoleArn = roleOf(logins, CustomRoleArn, pool);
  const WebIdentityToken = await openIdToken(identity, logins, { seconds: TOKEN_SECONDS }, pool, there);
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = await assume({ RoleArn, WebIdentityToken }, there);
  return { IdentityId: identity.id, Credentials: { AccessKeyId, SecretKey: SecretAccessKey, SessionToken, Expiration } };
});

async function assume(input: { readonly RoleArn: string; readonly WebIdentityToken: string }, there: Ctx) {
  try {
    const { Credentials } = await there.call('sts', 'AssumeRoleWithWebIdentity', { ...input, RoleSessionName: SESSION_NAME });
    return Credentials!;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // The trust policy of the role decides.
    throw fault(
      'InvalidIdentityPoolConfigurationException',
      'Invalid identity pool configuration. Check assigned IAM roles for this pool.',
    );
  }
}
