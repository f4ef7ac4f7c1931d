// The settings of a client: what is refused, and what the cloud puts in where nothing is given.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { CreateUserPoolClientRequest } from '#model/cognito-idp';
import { fault } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { identityProviders } from '#services/cognito-idp/federation-state';
import { type ClientSettings, type Pool, resourceServers } from '#services/cognito-idp/state';

type GivenSettings = Omit<CreateUserPoolClientRequest, 'UserPoolId' | 'ClientName' | 'GenerateSecret' | 'ClientSecret'>;

const OPENID_SCOPES = ['phone', 'email', 'openid', 'profile', 'aws.cognito.signin.user.admin'];
const LEGACY_FLOWS = ['ADMIN_NO_SRP_AUTH', 'CUSTOM_AUTH_FLOW_ONLY', 'USER_PASSWORD_AUTH'];
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof SECONDS;
/** Limit: seconds that a refresh token is valid. */
const MAX_REFRESH_SECONDS = 3650 * 86_400;
/** Limit: seconds that a refresh token is valid at least. */
const MIN_REFRESH_SECONDS = 3600;
/** Limit: seconds that an access or ID token is valid. */
const MAX_TOKEN_SECONDS = 86_400;
/** Limit: seconds that an access or ID token is valid at least. */
const MIN_TOKEN_SECONDS = 300;

export interface TokenSeconds {
  readonly access: number;
  readonly id: number;
  readonly refresh: number;
}

const seconds = (value: number | undefined, unit: string | undefined, [usual, usualUnit]: readonly [number, Unit]): number =>
  // Nothing and 0 mean the default.
  (value || usual) * SECONDS[(value ? ((unit as Unit | undefined) ?? usualUnit) : usualUnit) as Unit];

export const tokenSeconds = ({
  AccessTokenValidity,
  IdTokenValidity,
  RefreshTokenValidity,
  TokenValidityUnits: units,
}: GivenSettings): TokenSeconds => ({
  access: AccessTokenValidity ? seconds(AccessTokenValidity, units?.AccessToken, [1, 'hours']) : 3600,
  id: IdTokenValidity ? seconds(IdTokenValidity, units?.IdToken, [1, 'hours']) : 3600,
  refresh: seconds(RefreshTokenValidity, units?.RefreshToken, [30, 'days']),
});

export function clientSettingsOf(given: GivenSettings, hasSecret: boolean, pool: Frozen<Pool>, ctx: Ctx): ClientSettings {
  checkValidity(given);
  checkFlows(given.ExplicitAuthFlows);
  checkAttributes(given, pool);
  checkOAuth(given, hasSecret, pool, ctx);
  for (const url of [...(given.CallbackURLs ?? []), ...(given.LogoutURLs ?? [])]) checkAddress(url);
  if (given.DefaultRedirectURI !== undefined && !given.CallbackURLs?.includes(given.DefaultRedirectURI))
    throw invalid(`Default redirect URI ${given.DefaultRedirectURI} must be one of the callback URLs.`);
  return {
    ...given,
    RefreshTokenValidity: given.RefreshTokenValidity || 30,
    AllowedOAuthFlowsUserPoolClient: given.AllowedOAuthFlowsUserPoolClient ?? false,
    EnableTokenRevocation: given.EnableTokenRevocation ?? true,
    EnablePropagateAdditionalUserContextData: given.EnablePropagateAdditionalUserContextData ?? false,
    AuthSessionValidity: given.AuthSessionValidity ?? 3,
    TokenValidityUnits: given.TokenValidityUnits ?? {},
  };
}

function checkValidity(given: GivenSettings): void {
  const { access, id, refresh } = tokenSeconds(given);
  if (refresh < MIN_REFRESH_SECONDS || refresh > MAX_REFRESH_SECONDS)
    throw invalid('Invalid range for token validity: refresh tokens are valid for 60 minutes to 10 years.');
  for (const value of [access, id]) {
    if (value < MIN_TOKEN_SECONDS || value > MAX_TOKEN_SECONDS)
      throw invalid('Invalid range for token validity: access and ID tokens are valid for 5 minutes to 1 day.');
    if (value > refresh) throw invalid('Invalid token validity: access and ID tokens must not outlive refresh tokens.');
  }
}

function checkFlows(flows: readonly string[] = []): void {
  const legacy = flows.filter((flow) => LEGACY_FLOWS.includes(flow));
  if (legacy.length > 0 && legacy.length < flows.length)
    throw invalid(`ExplicitAuthFlows: ${legacy.join(', ')} cannot be used together with flows that begin with ALLOW_.`);
}

function checkAttributes({ ReadAttributes = [], WriteAttributes = [] }: GivenSettings, { schema }: Frozen<Pool>): void {
  const names = new Map(schema.map((each) => [each.Name ?? '', each]));
  if (!ReadAttributes.every((name) => names.has(name))) throw invalid('Invalid read attributes specified while creating a client');
  const isWritable = (name: string) => names.has(name) && name !== 'sub' && !/^(email|phone_number)_verified$/.test(name);
  if (!WriteAttributes.every(isWritable)) throw invalid('Invalid write attributes specified while creating a client');
  if (WriteAttributes.length === 0) return;
  const missing = schema.filter(({ Required, Name = '' }) => Required && Name !== 'sub' && !WriteAttributes.includes(Name));
  if (missing.length > 0)
    throw invalid(
      `Invalid write attributes specified while creating a client: the required ${missing.map(({ Name }) => Name).join(', ')} must be writable`,
    );
}

function checkOAuth(given: GivenSettings, hasSecret: boolean, { id }: Frozen<Pool>, ctx: Ctx): void {
  const {
    AllowedOAuthFlows: flows = [],
    AllowedOAuthScopes: scopes = [],
    AllowedOAuthFlowsUserPoolClient,
    SupportedIdentityProviders,
  } = given;
  const flowFault = (message: string) => fault('InvalidOAuthFlowException', message);
  if (flows.includes('client_credentials')) {
    if (flows.length > 1) throw flowFault('client_credentials flow can not be selected along with code flow or implicit flow.');
    if (!hasSecret) throw flowFault('client_credentials flow can not be selected if client does not have a client secret.');
  }
  for (const scope of scopes)
    if (!OPENID_SCOPES.includes(scope) && !isCustomScope(id, scope, ctx))
      throw fault('ScopeDoesNotExistException', `Invalid scope requested: ${scope}`);
  if (AllowedOAuthFlowsUserPoolClient && (flows.length === 0 || scopes.length === 0))
    throw invalid('AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth flows.');
  const unknown = SupportedIdentityProviders?.find((name) => name !== 'COGNITO' && !ctx.records(identityProviders).has([id, name]));
  if (unknown !== undefined) throw invalid(`The provider ${unknown} does not exist for User Pool ${id}.`);
}

function isCustomScope(poolId: string, scope: string, ctx: Ctx): boolean {
  const cut = scope.lastIndexOf('/');
  const server = ctx.records(resourceServers).get([poolId, scope.slice(0, Math.max(cut, 0))]);
  return server?.scopes.some(({ ScopeName }) => ScopeName === scope.slice(cut + 1)) === true;
}

function checkAddress(address: string): void {
  if (!URL.canParse(address)) throw invalid(`${address} is not a valid URL.`);
  const { protocol, hostname, hash } = new URL(address);
  if (hash !== '') throw invalid(`${address} contains a fragment.`);
  if (protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1' && hostname !== '[::1]')
    throw invalid(`${address} cannot use the HTTP protocol.`);
  if (/^(javascript|data|vbscript|file):$/.test(protocol)) throw invalid(`${address} cannot use the scheme ${protocol.slice(0, -1)}.`);
}
