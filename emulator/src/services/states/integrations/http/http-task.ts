// The parameters of HTTP tasks, and the request that they make with what the connection adds.
import { isEndpoint } from '#lib/http-endpoint';
import type { HttpExchange } from '#lib/http-exchange';
import { TaskFailure } from '#services/states/integrations/task-request';
import { RUNTIME } from '#services/states/language/faults';
import { isList, isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import type { ConnectionParts } from './connection.ts';
import { ARRAY_FORMATS, type ArrayFormat, formData } from './encode-body.ts';

export interface HttpTask {
  readonly url: URL;
  readonly method: string;
  readonly connectionArn: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: Json | undefined;
  /** Undefined for bodies as JSON. */
  readonly arrayFormat: ArrayFormat | undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']);
/** Headers that a definition may not have; connections may. */
const FORBIDDEN: ReadonlySet<string> = new Set(
  (
    'a-im accept-charset accept-datetime accept-encoding authorization cache-control connection content-encoding content-md5 date expect forwarded from host http2-settings ' +
    'if-match if-modified-since if-none-match if-range if-unmodified-since max-forwards origin pragma proxy-authorization referer server te trailer transfer-encoding upgrade via warning'
  ).split(' '),
);
const FORBIDDEN_PREFIX = /^x-(?:forwarded|amzn?)-/;

const refused = (problem: string): TaskFailure => new TaskFailure(RUNTIME, problem);

/** @throws TaskFailure */
export function readHttpTask(parameters: Json): HttpTask {
  const given: JsonObject = isObject(parameters) ? parameters : {};
  const endpoint = given['ApiEndpoint'];
  if (typeof endpoint !== 'string' || !isEndpoint(endpoint))
    throw refused(`The field 'ApiEndpoint' must be a URL with https, or with http on this machine: ${JSON.stringify(endpoint)}`);
  const method = String(given['Method']).toUpperCase();
  if (!METHODS.has(method)) throw refused(`The field 'Method' should have one of these values: [${[...METHODS].join(', ')}]`);
  const headers = pairsIn(given['Headers'], 'Headers');
  const forbidden = headers.find(([name]) => FORBIDDEN.has(name.toLowerCase()) || FORBIDDEN_PREFIX.test(name.toLowerCase()));
  if (forbidden) throw refused(`The field 'Headers' contains unsupported values: [${forbidden[0]}]`);
  return {
    ...{ url: new URL(endpoint), method, connectionArn: connectionArnIn(given) ?? '', headers },
    query: pairsIn(given['QueryParameters'], 'QueryParameters'),
    body: given['RequestBody'],
    arrayFormat: arrayFormatIn(given['Transform']),
  };
}

/** The connection that a task names, in either of two fields. */
export function connectionArnIn(parameters: JsonObject): string | undefined {
  for (const field of ['InvocationConfig', 'Authentication']) {
    const value = memberOf(parameters, field);
    const arn = isObject(value) ? memberOf(value, 'ConnectionArn') : undefined;
    if (typeof arn === 'string') return arn;
  }
  return undefined;
}

function pairsIn(value: Json | undefined, field: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw refused(`The value of the field '${field}' has an invalid format`);
  return Object.entries(value).flatMap(([name, member]) =>
    (isList(member) ? member : [member]).map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
}

function arrayFormatIn(transform: Json | undefined): ArrayFormat | undefined {
  if (!isObject(transform)) return undefined;
  const { RequestBodyEncoding = 'NONE', RequestEncodingOptions: options } = transform;
  if (RequestBodyEncoding === 'NONE') return undefined;
  if (RequestBodyEncoding !== 'URL_ENCODED')
    throw refused("The field 'RequestBodyEncoding' should have one of these values: [NONE, URL_ENCODED]");
  const format = (isObject(options) ? options['ArrayFormat'] : undefined) ?? 'INDICES';
  if (!ARRAY_FORMATS.includes(format as ArrayFormat))
    throw refused(`The field 'ArrayFormat' should have one of these values: [${ARRAY_FORMATS.join(', ')}]`);
  return format as ArrayFormat;
}

/** Where names conflict, the connection wins. @throws TaskFailure */
export function requestOf(task: HttpTask, connection: ConnectionParts, region: string): HttpExchange {
  const url = new URL(task.url);
  for (const [name, value] of task.query) url.searchParams.append(name, value);
  for (const { Key, Value = '' } of connection.query) if (Key) url.searchParams.set(Key, Value);
  const body = bodyOf(task, connection);
  const headers = new Map<string, [name: string, value: string]>();
  const set = (name: string, value: string): void => void headers.set(name.toLowerCase(), [name, value]);
  for (const [name, value] of task.headers) set(name, value);
  for (const { Key, Value } of connection.headers) if (Key && Value !== undefined) set(Key, Value);
  if (body !== undefined && !headers.has('content-type')) set('Content-Type', 'application/json; charset=UTF-8');
  set('User-Agent', `Amazon|StepFunctions|HttpInvoke|${region}`);
  set('Range', 'bytes=0-262144');
  return { method: task.method, url, headers: Object.fromEntries(headers.values()), body };
}

function bodyOf({ body, arrayFormat }: HttpTask, { body: added }: ConnectionParts): string | undefined {
  const members = added.filter(({ Key }) => Key);
  if (body === undefined && members.length === 0) return undefined;
  if (members.length > 0 && body !== undefined && !isObject(body))
    throw refused('The body of a request must be an object, where the connection adds members to it.');
  const whole =
    members.length === 0
      ? body!
      : { ...(body as JsonObject | undefined), ...Object.fromEntries(members.map(({ Key, Value = '' }) => [Key!, Value])) };
  if (typeof whole === 'string') return whole;
  return arrayFormat === undefined ? JSON.stringify(whole) : formData(whole, arrayFormat);
}
