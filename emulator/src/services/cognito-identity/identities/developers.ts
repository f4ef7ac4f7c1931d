// Users of a developer's own provider: told by the developer, whose credentials sign the calls.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/cognito-identity';
import { invalid, notAuthorized, notFound } from '#services/cognito-identity/faults';
import { pageOfItems } from '#services/cognito-identity/pages';
import { findIdentity, findPool } from '#services/cognito-identity/pools/find-pool';
import { type Identity, type IdentityPool, identities, logins } from '#services/cognito-identity/state';
import { checkLogins } from './check-logins.ts';
import { developerLogin, identityOf, link, newIdentity, putIdentity } from './find-or-create.ts';
import { remove } from './identities.ts';
import { openIdToken } from './open-id-token.ts';

const DEFAULT_SECONDS = 900;

/** The identity of a user of a developer; undefined for a user that nobody has told of. */
function identityOfUser(provider: string, user: string, pool: Frozen<IdentityPool>, ctx: Ctx): Frozen<Identity> | undefined {
  const id = identityOf(developerLogin(provider, user), pool, ctx);
  return id === undefined ? undefined : ctx.records(identities).get([pool.id, id]);
}

export const GetOpenIdTokenForDeveloperIdentity = operation('GetOpenIdTokenForDeveloperIdentity', async (input, ctx) => {
  const { IdentityPoolId, IdentityId, Logins, PrincipalTags, TokenDuration = DEFAULT_SECONDS } = input;
  const pool = findPool(IdentityPoolId, ctx);
  const provider = pool.settings.DeveloperProviderName;
  const user = provider === undefined ? undefined : Logins[provider];
  if (provider === undefined || user === undefined) throw invalid('Please provide a valid developer login for this identity pool.');
  const others = checkLogins(Object.fromEntries(Object.entries(Logins).filter(([name]) => name !== provider)), pool, ctx);
  const known = identityOfUser(provider, user, pool, ctx);
  if (IdentityId !== undefined && known && known.id !== IdentityId)
    throw fault('DeveloperUserAlreadyRegisteredException', 'The developer user identifier is already registered with another identity.');
  const named = IdentityId === undefined ? undefined : ctx.records(identities).get([pool.id, IdentityId]);
  if (IdentityId !== undefined && !named) throw notFound(`Identity '${IdentityId}' not found.`);
  const identity = ctx.write((tx) =>
    link(tx, known ?? named ?? newIdentity(tx, pool, ctx), [developerLogin(provider, user), ...others], pool, ctx),
  );
  const token = { seconds: TokenDuration, tags: PrincipalTags, developers: [provider] };
  return { IdentityId: identity.id, Token: await openIdToken(identity, others, token, pool, ctx) };
});

export const LookupDeveloperIdentity = operation('LookupDeveloperIdentity', (input, ctx) => {
  const { IdentityPoolId, IdentityId, DeveloperUserIdentifier } = input;
  const pool = findPool(IdentityPoolId, ctx);
  const provider = pool.settings.DeveloperProviderName;
  if (provider === undefined) throw notAuthorized('The identity pool has no developer provider.');
  if (IdentityId === undefined && DeveloperUserIdentifier === undefined)
    throw invalid('Either IdentityId or DeveloperUserIdentifier is required.');
  const byUser = DeveloperUserIdentifier === undefined ? undefined : identityOfUser(provider, DeveloperUserIdentifier, pool, ctx);
  if (DeveloperUserIdentifier !== undefined && !byUser) throw notFound(`Developer user '${DeveloperUserIdentifier}' not found.`);
  if (IdentityId !== undefined && byUser && byUser.id !== IdentityId)
    throw fault('ResourceConflictException', 'The identity and the developer user do not belong together.');
  const identity = byUser ?? findIdentity(IdentityId!, ctx).identity;
  const { items, NextToken } = pageOfItems(identity.developerUsers[provider] ?? [], (name) => name, input);
  return { IdentityId: identity.id, DeveloperUserIdentifierList: [...items], NextToken };
});

export const MergeDeveloperIdentities = operation('MergeDeveloperIdentities', (input, ctx) => {
  const { SourceUserIdentifier, DestinationUserIdentifier, DeveloperProviderName: provider, IdentityPoolId } = input;
  const pool = findPool(IdentityPoolId, ctx);
  if (provider !== pool.settings.DeveloperProviderName) throw notFound(`Developer provider '${provider}' not found.`);
  const [source, destination] = [SourceUserIdentifier, DestinationUserIdentifier].map((user) => {
    const found = identityOfUser(provider, user, pool, ctx);
    if (!found) throw notFound(`Developer user '${user}' not found.`);
    return found;
  }) as [Frozen<Identity>, Frozen<Identity>];
  if (source.id === destination.id) throw invalid('Both users have the same identity.');
  if (Object.keys(source.logins).some((name) => destination.logins[name] !== undefined))
    throw fault('ResourceConflictException', 'Both identities have a login of the same provider.');
  ctx.write((tx) => {
    remove(tx, pool, source, ctx);
    const moved = Object.entries(source.logins).map(([name, user]) => ({ provider: name, user }));
    const users = Object.entries(source.developerUsers).flatMap(([name, all]) => all.map((user) => developerLogin(name, user)));
    link(tx, destination, [...moved, ...users], pool, ctx);
  });
  return { IdentityId: destination.id };
});

export const UnlinkDeveloperIdentity = operation('UnlinkDeveloperIdentity', (input, ctx) => {
  const { IdentityId, IdentityPoolId, DeveloperProviderName: provider, DeveloperUserIdentifier: user } = input;
  const pool = findPool(IdentityPoolId, ctx);
  const found = identityOfUser(provider, user, pool, ctx);
  if (!found) throw notFound(`Developer user '${user}' not found.`);
  if (found.id !== IdentityId) throw fault('ResourceConflictException', 'The identity and the developer user do not belong together.');
  const left = (found.developerUsers[provider] ?? []).filter((each) => each !== user);
  const others = Object.fromEntries(Object.entries(found.developerUsers).filter(([name]) => name !== provider));
  ctx.write((tx) => {
    tx.delete(ctx.records(logins), [pool.id, `dev:${provider}`, user]);
    putIdentity(tx, pool, { ...found, developerUsers: left.length > 0 ? { ...others, [provider]: left } : others }, ctx);
  });
});
