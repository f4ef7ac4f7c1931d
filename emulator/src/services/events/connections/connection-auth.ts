// Authorization parameters of connections: which of them each kind needs, which answers show, and the document in the secret.
import type { Frozen } from '#core/records';
import { isEndpoint } from '#lib/http-endpoint';
import { isObject } from '#lib/json-object';
import { table } from '#lib/table';
import type {
  ConnectionAuthResponseParameters,
  ConnectionHttpParameters,
  CreateConnectionAuthRequestParameters,
  UpdateConnectionAuthRequestParameters,
} from '#model/events';
import { invalid } from '#services/events/faults';
import type { AuthorizationType } from '#services/events/state';

export type AuthParameters = CreateConnectionAuthRequestParameters;

const BLOCKS = {
  API_KEY: 'ApiKeyAuthParameters',
  BASIC: 'BasicAuthParameters',
  OAUTH_CLIENT_CREDENTIALS: 'OAuthParameters',
} as const satisfies Record<AuthorizationType, keyof AuthParameters>;

/** The parameters that this kind of authorization uses. @throws ValidationException */
export function checkAuth(type: AuthorizationType, parameters: Frozen<AuthParameters> | undefined): Frozen<AuthParameters> {
  const block = BLOCKS[type];
  const given = parameters?.[block];
  if (!parameters || !given) throw invalid(`Parameter ${block} is not valid. Reason: Missing required field(s).`);
  if (parameters.ConnectivityParameters)
    throw invalid('Parameter ConnectivityParameters is not valid. Reason: Connections to private APIs are not emulated.');
  if (type === 'OAUTH_CLIENT_CREDENTIALS' && !isEndpoint(parameters.OAuthParameters?.AuthorizationEndpoint))
    throw invalid('Parameter AuthorizationEndpoint is not valid.');
  checkMethod(parameters.OAuthParameters?.HttpMethod);
  const { InvocationHttpParameters } = parameters;
  return { [block]: given, ...(InvocationHttpParameters && { InvocationHttpParameters }) };
}

const METHODS = ['POST', 'GET', 'PUT'];

/** Taken in any case, as it was written. The sentence is that of any other enumeration. */
function checkMethod(method: string | undefined): void {
  if (method === undefined || METHODS.includes(method.toUpperCase())) return;
  throw invalid(
    `1 validation error detected: Value '${method}' at 'authParameters.oAuthParameters.httpMethod' failed to satisfy constraint: Member must satisfy enum value set: [${METHODS.join(', ')}]`,
  );
}

type Plain = Readonly<Record<string, unknown>>;

/** Merges the fields that an update names. Lists and values are replaced whole. */
export function mergeAuth(before: Frozen<AuthParameters>, changes: UpdateConnectionAuthRequestParameters): Frozen<AuthParameters> {
  return merge(before as Plain, changes as Plain) as Frozen<AuthParameters>;
}

function merge(before: Plain, changes: Plain): Plain {
  const merged: Record<string, unknown> = table({ ...before });
  for (const [name, value] of Object.entries(changes)) {
    const old = merged[name];
    merged[name] = isObject(old) && isObject(value) ? merge(old, value) : value;
  }
  return merged;
}

/** The parameters without passwords, keys and secret values. */
export function shownAuth(parameters: Frozen<AuthParameters>): ConnectionAuthResponseParameters {
  const { BasicAuthParameters: basic, ApiKeyAuthParameters: apiKey, OAuthParameters: oauth, InvocationHttpParameters: http } = parameters;
  return {
    BasicAuthParameters: basic && { Username: basic.Username },
    ApiKeyAuthParameters: apiKey && { ApiKeyName: apiKey.ApiKeyName },
    OAuthParameters: oauth && {
      ClientParameters: { ClientID: oauth.ClientParameters.ClientID },
      AuthorizationEndpoint: oauth.AuthorizationEndpoint,
      HttpMethod: oauth.HttpMethod,
      OAuthHttpParameters: oauth.OAuthHttpParameters && shownHttp(oauth.OAuthHttpParameters),
    },
    InvocationHttpParameters: http && shownHttp(http),
  };
}

function shownHttp({
  HeaderParameters,
  QueryStringParameters,
  BodyParameters,
}: Frozen<ConnectionHttpParameters>): ConnectionHttpParameters {
  return {
    HeaderParameters: HeaderParameters?.map(withoutSecret),
    QueryStringParameters: QueryStringParameters?.map(withoutSecret),
    BodyParameters: BodyParameters?.map(withoutSecret),
  };
}

const withoutSecret = <P extends { readonly Value?: string | undefined; readonly IsValueSecret?: boolean | undefined }>(parameter: P): P =>
  parameter.IsValueSecret ? { ...parameter, Value: undefined } : parameter;

/** The document that the real service writes into the connection's secret. */
export function secretDocument(parameters: Frozen<AuthParameters>): string {
  const { BasicAuthParameters: basic, ApiKeyAuthParameters: apiKey, OAuthParameters: oauth, InvocationHttpParameters: http } = parameters;
  const invocation = http && { invocation_http_parameters: snakeCased(http) };
  if (basic) return JSON.stringify({ username: basic.Username, password: basic.Password, ...invocation });
  if (apiKey) return JSON.stringify({ api_key_name: apiKey.ApiKeyName, api_key_value: apiKey.ApiKeyValue, ...invocation });
  return JSON.stringify({
    client_id: oauth?.ClientParameters.ClientID,
    client_secret: oauth?.ClientParameters.ClientSecret,
    authorization_endpoint: oauth?.AuthorizationEndpoint,
    http_method: oauth?.HttpMethod,
    ...(oauth?.OAuthHttpParameters && { oauth_http_parameters: snakeCased(oauth.OAuthHttpParameters) }),
    ...invocation,
  });
}

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (!isObject(value)) return value;
  const named = Object.entries(value).map(([name, member]) => [
    name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    snakeCased(member),
  ]);
  return Object.fromEntries(named) as Plain;
}
