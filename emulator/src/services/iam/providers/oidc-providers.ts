// OpenID Connect providers.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen, Tx } from '#core/records';
import { fault, operation } from '#model/iam';
import { iamArn, wholeSecond } from '#services/iam/naming';
import { type OidcProvider, oidcProviders } from '#services/iam/state';
import { IAM_TAGS, shownTags } from '#services/iam/tag-rules';

/** Limit: client ids of an OpenID Connect provider. */
const MAX_CLIENTS = 100;
/** Limit: thumbprints of an OpenID Connect provider. */
const MAX_THUMBPRINTS = 5;

export function findOidcProvider(arn: string, ctx: Ctx): Frozen<OidcProvider> {
  const provider = ctx.records(oidcProviders).get([arn]);
  if (!provider) throw fault('NoSuchEntityException', `OpenIDConnect Provider not found for arn ${arn}`);
  return provider;
}

const put = (tx: Tx, provider: OidcProvider | Frozen<OidcProvider>, ctx: Ctx): void =>
  tx.put(ctx.records(oidcProviders), [provider.arn], provider);

function checkUrl(url: string): void {
  let parsed: URL | undefined;
  try {
    parsed = new URL(url);
  } catch {
    // Reported below: it is not a URL.
  }
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (!isWeb || parsed?.search !== '' || parsed.hash !== '') throw unmodelled('ValidationError', 'Invalid Open ID Connect Provider URL');
}

function checkThumbprints(thumbprints: readonly string[]): void {
  if (thumbprints.length > MAX_THUMBPRINTS)
    throw fault('InvalidInputException', `Thumbprint list must contain fewer than ${MAX_THUMBPRINTS} entries.`);
}

function checkClients(clients: readonly string[]): void {
  if (clients.length > MAX_CLIENTS)
    throw fault('LimitExceededException', `Cannot exceed quota for ClientIdsPerOpenIdConnectProvider: ${MAX_CLIENTS}`);
}

/** The cloud allows https only; here http is allowed too, for providers on this machine. Thumbprints are never fetched. */
export const CreateOpenIDConnectProvider = operation('CreateOpenIDConnectProvider', (input, ctx) => {
  checkUrl(input.Url);
  checkThumbprints(input.ThumbprintList ?? []);
  checkClients(input.ClientIDList ?? []);
  const url = input.Url.replace(/^https?:\/\//, '');
  const arn = iamArn(`oidc-provider/${url.replace(/\/$/, '')}`, ctx);
  if (ctx.records(oidcProviders).has([arn])) throw fault('EntityAlreadyExistsException', `Provider with url ${input.Url} already exists.`);
  const provider: OidcProvider = {
    arn,
    url,
    clientIds: [...new Set(input.ClientIDList ?? [])],
    thumbprints: [...(input.ThumbprintList ?? [])],
    createdMs: wholeSecond(ctx),
    tags: IAM_TAGS.ofNew(input.Tags, ctx),
  };
  ctx.write((tx) => put(tx, provider, ctx));
  return { OpenIDConnectProviderArn: arn, ...shownTags(provider.tags) };
});

export const GetOpenIDConnectProvider = operation('GetOpenIDConnectProvider', (input, ctx) => {
  const provider = findOidcProvider(input.OpenIDConnectProviderArn, ctx);
  return {
    Url: provider.url,
    ClientIDList: provider.clientIds,
    ThumbprintList: provider.thumbprints,
    CreateDate: new Date(provider.createdMs),
    ...shownTags(provider.tags),
  };
});

export const ListOpenIDConnectProviders = operation('ListOpenIDConnectProviders', (_, ctx) => ({
  OpenIDConnectProviderList: ctx
    .records(oidcProviders)
    .range()
    .map(({ arn }) => ({ Arn: arn })),
}));

export const DeleteOpenIDConnectProvider = operation('DeleteOpenIDConnectProvider', (input, ctx) => {
  // Succeeds for a provider that does not exist, too
  const arn = input.OpenIDConnectProviderArn;
  if (ctx.records(oidcProviders).has([arn])) ctx.write((tx) => tx.delete(ctx.records(oidcProviders), [arn]));
});

export const UpdateOpenIDConnectProviderThumbprint = operation('UpdateOpenIDConnectProviderThumbprint', (input, ctx) => {
  const provider = findOidcProvider(input.OpenIDConnectProviderArn, ctx);
  checkThumbprints(input.ThumbprintList);
  ctx.write((tx) => put(tx, { ...provider, thumbprints: [...input.ThumbprintList] }, ctx));
});

export const AddClientIDToOpenIDConnectProvider = operation('AddClientIDToOpenIDConnectProvider', (input, ctx) => {
  const provider = findOidcProvider(input.OpenIDConnectProviderArn, ctx);
  const clientIds = [...new Set([...provider.clientIds, input.ClientID])];
  checkClients(clientIds);
  ctx.write((tx) => put(tx, { ...provider, clientIds }, ctx));
});

export const RemoveClientIDFromOpenIDConnectProvider = operation('RemoveClientIDFromOpenIDConnectProvider', (input, ctx) => {
  const provider = findOidcProvider(input.OpenIDConnectProviderArn, ctx);
  ctx.write((tx) => put(tx, { ...provider, clientIds: provider.clientIds.filter((id) => id !== input.ClientID) }, ctx));
});
