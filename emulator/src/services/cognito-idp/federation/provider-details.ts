// The details of identity providers: what each type needs, and what the service adds (API reference, ProviderDetails). Pure.
import { invalid } from '#services/cognito-idp/faults';
import type { ProviderType } from '#services/cognito-idp/federation-state';

export type Details = Readonly<Record<string, string>>;

const REQUIRED: Readonly<Record<ProviderType, readonly string[]>> = {
  OIDC: ['client_id', 'authorize_scopes', 'oidc_issuer', 'attributes_request_method'],
  Google: ['client_id', 'client_secret', 'authorize_scopes'],
  Facebook: ['client_id', 'client_secret', 'authorize_scopes'],
  LoginWithAmazon: ['client_id', 'client_secret', 'authorize_scopes'],
  SignInWithApple: ['client_id', 'team_id', 'key_id', 'private_key', 'authorize_scopes'],
};

const ADDED: Readonly<Record<ProviderType, (given: Details) => Details>> = {
  OIDC: () => ({ attributes_url_add_attributes: 'false' }),
  Google: () => ({
    attributes_url: 'https://people.googleapis.com/v1/people/me?personFields=',
    attributes_url_add_attributes: 'true',
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    oidc_issuer: 'https://accounts.google.com',
    token_request_method: 'POST',
    token_url: 'https://www.googleapis.com/oauth2/v4/token',
  }),
  Facebook: ({ api_version: version = 'v17.0' }) => ({
    api_version: version,
    attributes_url: `https://graph.facebook.com/${version}/me?fields=`,
    attributes_url_add_attributes: 'true',
    authorize_url: `https://www.facebook.com/${version}/dialog/oauth`,
    token_request_method: 'GET',
    token_url: `https://graph.facebook.com/${version}/oauth/access_token`,
  }),
  LoginWithAmazon: () => ({
    attributes_url: 'https://api.amazon.com/user/profile',
    attributes_url_add_attributes: 'false',
    authorize_url: 'https://www.amazon.com/ap/oa',
    token_request_method: 'POST',
    token_url: 'https://api.amazon.com/auth/o2/token',
  }),
  SignInWithApple: () => ({
    attributes_url_add_attributes: 'false',
    authorize_url: 'https://appleid.apple.com/auth/authorize',
    oidc_issuer: 'https://appleid.apple.com',
    token_request_method: 'POST',
    token_url: 'https://appleid.apple.com/auth/token',
  }),
};

const ADDRESSES = ['oidc_issuer', 'authorize_url', 'token_url', 'attributes_url', 'jwks_uri'];

function checkAddress(name: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') throw invalid(`${name} is not a valid URL: ${address}`);
}

/** Addresses that a client gives take the place of the usual ones: a provider of the test's own stands in for a social one. @throws InvalidParameterException */
export function detailsOf(type: ProviderType, given: Details): Details {
  const missing = REQUIRED[type].find((name) => !given[name]);
  if (missing !== undefined) throw invalid(`${missing} is required in ProviderDetails of the type ${type}.`);
  for (const name of ADDRESSES) if (given[name] !== undefined) checkAddress(name, given[name]);
  const method = given['attributes_request_method'];
  if (method !== undefined && method !== 'GET' && method !== 'POST') throw invalid('attributes_request_method must be GET or POST.');
  return { ...ADDED[type](given), ...given };
}
