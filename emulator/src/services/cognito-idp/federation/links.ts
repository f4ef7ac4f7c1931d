// Administrators link identities of providers to users of the pool, and undo it.
import type { Ctx } from '#core/ctx';
import { fault, operation, type ProviderUserIdentifierType } from '#model/cognito-idp';
import { invalid, userNotFound } from '#services/cognito-idp/faults';
import { linkedIdentities } from '#services/cognito-idp/federation-state';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { users } from '#services/cognito-idp/state';
import { changeUser, findUser, keyOf, lookUpUser } from '#services/cognito-idp/users/find-user';
import { identitiesIn, newIdentity, SUBJECT, withIdentities } from './identities.ts';
import { findProvider } from './providers.ts';

/** Limit: identities of providers that are linked to a user. */
const MAX_LINKS = 5;
const OWN = new Set(['Cognito', 'COGNITO']);

export const externalName = (provider: string, subject: string): string => `${provider}_${subject}`;

const attributeValue = ({ ProviderAttributeValue = '' }: ProviderUserIdentifierType, name: string): string => {
  if (ProviderAttributeValue === '') throw invalid(`${name}.ProviderAttributeValue is required.`);
  return ProviderAttributeValue;
};

export const AdminLinkProviderForUser = operation('AdminLinkProviderForUser', ({ UserPoolId, DestinationUser, SourceUser }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const { ProviderName: source = '', ProviderAttributeName: claim = SUBJECT } = SourceUser;
  const provider = findProvider(UserPoolId, source, ctx);
  const value = attributeValue(SourceUser, 'SourceUser');
  if (provider.type !== 'OIDC' && claim !== SUBJECT) throw invalid(`ProviderAttributeName of the provider ${source} must be ${SUBJECT}.`);
  const { ProviderName: home = 'Cognito' } = DestinationUser;
  const named = attributeValue(DestinationUser, 'DestinationUser');
  const user = findUser(OWN.has(home) ? named : externalName(home, named), pool, ctx);
  if (claim === SUBJECT && lookUpUser(externalName(source, value), pool, ctx))
    throw invalid('Merging is not currently supported, please provide a SourceUser that has not been signed up in order to link');
  const key: [string, string, string, string] = [UserPoolId, source, claim, value];
  if (ctx.records(linkedIdentities).has(key)) throw invalid('SourceUser is already linked to DestinationUser');
  const identities = identitiesIn(user.attributes);
  if (identities.length >= MAX_LINKS) throw fault('LimitExceededException', `A user can have at most ${MAX_LINKS} linked identities.`);
  const next = claim === SUBJECT ? [...identities, newIdentity(value, provider, false, ctx.now())] : identities;
  ctx.write((tx) => {
    tx.put(ctx.records(linkedIdentities), key, { userKey: keyOf(user.username, pool), sub: user.sub });
    changeUser(tx, pool, user, { attributes: withIdentities(user.attributes, next) }, ctx);
  });
  return {};
});

export const AdminDisableProviderForUser = operation('AdminDisableProviderForUser', ({ UserPoolId, User }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const { ProviderName: name = '', ProviderAttributeName: claim = SUBJECT } = User;
  const value = attributeValue(User, 'User');
  if (OWN.has(name)) {
    // The user stays, and signs in by other identities alone.
    const user = findUser(value, pool, ctx);
    ctx.write((tx) => changeUser(tx, pool, user, { password: undefined, passwordExpiresMs: undefined }, ctx));
    return {};
  }
  findProvider(UserPoolId, name, ctx);
  if (!unlink([UserPoolId, name, claim, value], ctx)) throw userNotFound();
  return {};
});

/** Whether there was a link. */
function unlink(key: [string, string, string, string], ctx: Ctx): boolean {
  const [poolId, provider, , value] = key;
  const link = ctx.records(linkedIdentities).get(key);
  if (!link) return false;
  const pool = findPool(poolId, ctx);
  const user = ctx.records(users).get([poolId, link.userKey]);
  ctx.write((tx) => {
    tx.delete(ctx.records(linkedIdentities), key);
    if (user?.sub !== link.sub) return;
    const left = identitiesIn(user.attributes).filter((each) => each.providerName !== provider || each.userId !== value);
    changeUser(tx, pool, user, { attributes: withIdentities(user.attributes, left) }, ctx);
  });
  return true;
}
