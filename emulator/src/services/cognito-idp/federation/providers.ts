// Identity providers of pools: OpenID Connect, and the social ones. Operations.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type IdentityProviderType, operation } from '#model/cognito-idp';
import { invalid, notFound } from '#services/cognito-idp/faults';
import { type IdentityProvider, identityProviders, linkedIdentities, type ProviderType } from '#services/cognito-idp/federation-state';
import { nextTokenPages } from '#services/cognito-idp/pages';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { clients, type Pool } from '#services/cognito-idp/state';
import { detailsOf } from './provider-details.ts';

/** Limit: identity providers of a user pool. */
const MAX_PROVIDERS = 300;

const shown = (poolId: string, provider: IdentityProvider | Frozen<IdentityProvider>): IdentityProviderType => ({
  UserPoolId: poolId,
  ProviderName: provider.name,
  ProviderType: provider.type,
  ProviderDetails: provider.details,
  AttributeMapping: provider.mapping,
  IdpIdentifiers: [...provider.identifiers],
  LastModifiedDate: new Date(provider.modifiedMs),
  CreationDate: new Date(provider.createdMs),
});

const missing = (name: string) => notFound(`Identity provider ${name} does not exist.`);

export function findProvider(poolId: string, name: string, ctx: Ctx): Frozen<IdentityProvider> {
  const found = ctx.records(identityProviders).get([poolId, name]);
  if (!found) throw missing(name);
  return found;
}

/** The provider with the name, or with the identifier, that a request for authorization gives. */
export const providerBy = (
  poolId: string,
  name: string | null,
  identifier: string | null,
  ctx: Ctx,
): Frozen<IdentityProvider> | undefined =>
  name === null
    ? identifier === null
      ? undefined
      : ctx
          .records(identityProviders)
          .range([poolId])
          .find(({ identifiers }) => identifiers.includes(identifier))
    : ctx.records(identityProviders).get([poolId, name]);

function typeOf(type: string, name: string): ProviderType {
  if (type === 'SAML') throw invalid('ProviderType SAML is not emulated: signatures of assertions are not checked here.');
  if (type !== 'OIDC' && name !== type) throw invalid(`The provider name of the type ${type} must be ${type}.`);
  return type as ProviderType;
}

/** The subject is the username unless the mapping says otherwise. */
function mappingOf(given: Readonly<Record<string, string>> = {}, { schema }: Frozen<Pool>): Record<string, string> {
  const unknown = Object.keys(given).find((name) => name !== 'username' && !schema.some(({ Name }) => Name === name));
  if (unknown !== undefined) throw invalid(`Invalid AttributeMapping: the attribute ${unknown} does not exist in the user pool.`);
  return { username: 'sub', ...given };
}

function checkIdentifiers(poolId: string, name: string, identifiers: readonly string[], ctx: Ctx): void {
  const taken = ctx
    .records(identityProviders)
    .range([poolId])
    .find((each) => each.name !== name && each.identifiers.some((identifier) => identifiers.includes(identifier)));
  if (taken) throw invalid(`IdpIdentifiers are in use by the identity provider ${taken.name}.`);
}

export const CreateIdentityProvider = operation('CreateIdentityProvider', (input, ctx) => {
  const { UserPoolId, ProviderName, ProviderType: given, ProviderDetails, AttributeMapping, IdpIdentifiers = [] } = input;
  const pool = findPool(UserPoolId, ctx);
  const type = typeOf(given, ProviderName);
  if (ProviderName === 'COGNITO' || ProviderName === 'Cognito') throw invalid(`The provider name ${ProviderName} is reserved.`);
  const records = ctx.records(identityProviders);
  if (records.has([UserPoolId, ProviderName]))
    throw fault('DuplicateProviderException', `A provider with the name ${ProviderName} already exists in this user pool.`);
  if (records.keys([UserPoolId], { limit: MAX_PROVIDERS }).length === MAX_PROVIDERS)
    throw fault('LimitExceededException', `A user pool can have at most ${MAX_PROVIDERS} identity providers.`);
  checkIdentifiers(UserPoolId, ProviderName, IdpIdentifiers, ctx);
  const nowMs = ctx.now();
  const provider: IdentityProvider = {
    name: ProviderName,
    type,
    details: detailsOf(type, ProviderDetails),
    mapping: mappingOf(AttributeMapping, pool),
    identifiers: IdpIdentifiers,
    createdMs: nowMs,
    modifiedMs: nowMs,
  };
  ctx.write((tx) => tx.put(records, [UserPoolId, ProviderName], provider));
  return { IdentityProvider: shown(UserPoolId, provider) };
});

export const DescribeIdentityProvider = operation('DescribeIdentityProvider', ({ UserPoolId, ProviderName }, ctx) => {
  findPool(UserPoolId, ctx);
  return { IdentityProvider: shown(UserPoolId, findProvider(UserPoolId, ProviderName, ctx)) };
});

export const GetIdentityProviderByIdentifier = operation('GetIdentityProviderByIdentifier', ({ UserPoolId, IdpIdentifier }, ctx) => {
  findPool(UserPoolId, ctx);
  const found = providerBy(UserPoolId, null, IdpIdentifier, ctx);
  if (!found) throw missing(IdpIdentifier);
  return { IdentityProvider: shown(UserPoolId, found) };
});

export const UpdateIdentityProvider = operation('UpdateIdentityProvider', (input, ctx) => {
  const { UserPoolId, ProviderName, ProviderDetails, AttributeMapping, IdpIdentifiers } = input;
  const pool = findPool(UserPoolId, ctx);
  const present = findProvider(UserPoolId, ProviderName, ctx);
  if (IdpIdentifiers) checkIdentifiers(UserPoolId, ProviderName, IdpIdentifiers, ctx);
  const provider: IdentityProvider = {
    ...(present as IdentityProvider),
    ...(ProviderDetails && { details: detailsOf(present.type, ProviderDetails) }),
    ...(AttributeMapping && { mapping: mappingOf(AttributeMapping, pool) }),
    ...(IdpIdentifiers && { identifiers: IdpIdentifiers }),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(identityProviders), [UserPoolId, ProviderName], provider));
  return { IdentityProvider: shown(UserPoolId, provider) };
});

export const ListIdentityProviders = operation('ListIdentityProviders', (input, ctx) => {
  findPool(input.UserPoolId, ctx);
  const page = nextTokenPages.pageOfRecords(ctx.records(identityProviders), [input.UserPoolId], input);
  const Providers = page.items.map(([, { name, type, createdMs, modifiedMs }]) => ({
    ProviderName: name,
    ProviderType: type,
    LastModifiedDate: new Date(modifiedMs),
    CreationDate: new Date(createdMs),
  }));
  return { Providers, NextToken: page.NextToken };
});

export const DeleteIdentityProvider = operation('DeleteIdentityProvider', ({ UserPoolId, ProviderName }, ctx) => {
  findPool(UserPoolId, ctx);
  findProvider(UserPoolId, ProviderName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(identityProviders), [UserPoolId, ProviderName]);
    for (const key of ctx.records(linkedIdentities).keys([UserPoolId, ProviderName])) tx.delete(ctx.records(linkedIdentities), key);
    // Clients no longer offer it.
    for (const [key, client] of ctx.records(clients).entries([UserPoolId])) {
      const offered = client.settings.SupportedIdentityProviders;
      if (!offered?.includes(ProviderName)) continue;
      const settings = { ...client.settings, SupportedIdentityProviders: offered.filter((name) => name !== ProviderName) };
      tx.put(ctx.records(clients), key, { ...client, settings });
    }
  });
});
