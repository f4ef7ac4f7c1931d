// The request that delivers an event to an API destination. Pure functions.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html
import type { HttpDelivery } from '#core/delivery/destination';
import { REMOVED_HEADERS } from '#core/delivery/removed-headers';
import type { Frozen } from '#core/records';
import type { HttpExchange } from '#lib/http-exchange';
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';
import { table } from '#lib/table';
import type { ConnectionHttpParameters } from '#model/events';
import type { Connection, Destination } from '#services/events/state';

/** Sent with each request; parameters cannot change them. */
const FIXED = {
  'user-agent': 'Amazon/EventBridge/ApiDestinations',
  range: 'bytes=0-1048575',
  'accept-encoding': 'gzip,deflate',
  connection: 'close',
};
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface InvocationParts {
  readonly destination: Pick<Frozen<Destination>, 'InvocationEndpoint' | 'HttpMethod'>;
  readonly connection: Pick<Frozen<Connection>, 'parameters'>;
  /** The target's `HttpParameters`. Where keys conflict, those of the connection win. */
  readonly target: HttpDelivery;
  readonly payload: string;
  /** The token of a connection with OAuth. */
  readonly authorization?: string | undefined;
}

/** Undefined if the endpoint has more wildcards than there are path values. */
export function invocation({ destination, connection, target, payload, authorization }: InvocationParts): HttpExchange | undefined {
  const { InvocationEndpoint = '', HttpMethod: method = 'POST' } = destination;
  const { InvocationHttpParameters: http, BasicAuthParameters: basic, ApiKeyAuthParameters: apiKey } = connection.parameters ?? {};
  const url = urlOf(InvocationEndpoint, target, http);
  if (!url) return undefined;
  const headers: Record<string, string> = table({ 'content-type': 'application/json; charset=utf-8' });
  const set = (name: string | undefined, value: string | undefined): void => {
    if (name && value !== undefined && !REMOVED_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  };
  for (const [name, value] of Object.entries(target.headers ?? {})) set(name, value);
  for (const { Key, Value } of http?.HeaderParameters ?? []) set(Key, Value);
  if (basic) set('authorization', `Basic ${Buffer.from(`${basic.Username}:${basic.Password}`).toString('base64')}`);
  if (apiKey) set(apiKey.ApiKeyName, apiKey.ApiKeyValue);
  if (authorization !== undefined) set('authorization', authorization);
  if (WITHOUT_BODY.has(method)) return { method, url, headers: { ...headers, ...FIXED } };
  const body = withMembers(payload, http?.BodyParameters ?? []);
  return { method, url, headers: { ...headers, ...FIXED, 'content-length': String(Buffer.byteLength(body)) }, body };
}

/** The path values fill the `*` of the path in order. */
function urlOf(
  endpoint: string,
  { pathValues = [], query = {} }: HttpDelivery,
  http: Frozen<ConnectionHttpParameters> | undefined,
): URL | undefined {
  const url = new URL(endpoint);
  let next = 0;
  const path = url.pathname.replaceAll('*', () => encodeURIComponent(pathValues[next++] ?? ''));
  if (next > pathValues.length) return undefined;
  url.pathname = path;
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  for (const { Key, Value } of http?.QueryStringParameters ?? []) if (Key) url.searchParams.set(Key, Value ?? '');
  return url;
}

/** A transformer may make texts that are no JSON. */
const isObject = (json: string): boolean => json.trimStart().startsWith('{') && isJson(json);

/** The object with the body parameters of the connection, in place of members with their names. Other JSON stays as it is. */
function withMembers(payload: string, added: NonNullable<Frozen<ConnectionHttpParameters>['BodyParameters']>): string {
  if (added.length === 0 || !isObject(payload)) return payload;
  const whole = wholeValue(payload);
  const names = new Set(added.map(({ Key }) => Key));
  const members: string[] = [];
  for (const { key, start, end } of partsOf(payload, whole))
    if (!names.has(key)) members.push(`${JSON.stringify(key)}:${payload.slice(start, end)}`);
  for (const { Key = '', Value = '' } of added) members.push(`${JSON.stringify(Key)}:${JSON.stringify(Value)}`);
  return `{${members.join(',')}}`;
}
