// Makes calls of the cloud's API with the protocols of the models: JSON by target, JSON over REST, and forms that are answered in JSON.
import { LOOK_HEADER, OPERATIONS, SERVICES } from 'wire:protocols';
import { authorization } from './authorization.ts';
import { Fault, shortCode } from './fault.ts';
import type { Call, InputOf, OperationOf, OutputOf, Scope, ServiceId } from './model.ts';
import { callObjects } from './objects.ts';

/**
 * Reads for a page that is open: the call leaves no line in the log and no trace.
 * @throws Fault with the code and the words of the service
 */
export async function look<S extends ServiceId, O extends OperationOf<S>>(
  scope: Scope,
  service: S,
  operation: O,
  input: InputOf<S, O>,
): Promise<OutputOf<S, O>> {
  return (await send(scope, { service, operation, input: input as object }, true)) as OutputOf<S, O>;
}

/**
 * `looks`: the call only reads, for a page that is open, and leaves no line in the log and no trace.
 * @throws Fault with the code and the words of the service
 */
export async function send(scope: Scope, { service, operation, input }: Call, looks = false): Promise<unknown> {
  const [protocol = '', name = '', signingName = service] = SERVICES[service] ?? [];
  const headers: Record<string, string> = { authorization: authorization(scope, signingName), ...(looks && { [LOOK_HEADER]: '1' }) };
  if (protocol === 'restXml') return callObjects(headers, operation, input as Record<string, string | undefined>);
  if (protocol === 'awsQuery') {
    const form = new URLSearchParams({ Action: operation, Version: name });
    flatten(form, '', input);
    const answer = await read(await fetch('/', { method: 'POST', headers: { ...headers, accept: 'application/json' }, body: form }));
    const [response] = Object.values(answer) as Record<string, unknown>[];
    return response?.[`${operation}Result`] ?? {};
  }
  if (protocol.startsWith('awsJson')) {
    headers['content-type'] = `application/x-amz-json-${protocol.endsWith('0') ? '1.0' : '1.1'}`;
    headers['x-amz-target'] = `${name}.${operation}`;
    return read(await fetch('/', { method: 'POST', headers, body: JSON.stringify(input) }));
  }
  return read(await callRest(headers, service, operation, input as Record<string, unknown>));
}

/** The answer of an operation over REST, unread: the body of some is no JSON. */
export async function sendRest(scope: Scope, service: ServiceId, operation: string, input: Record<string, unknown>): Promise<Response> {
  const signingName = SERVICES[service]?.[2] ?? service;
  const response = await callRest({ authorization: authorization(scope, signingName) }, service, operation, input);
  if (!response.ok) await read(response);
  return response;
}

function callRest(headers: Record<string, string>, service: string, operation: string, input: Record<string, unknown>): Promise<Response> {
  const [method = 'GET', uri = '/', locations = {}] = OPERATIONS[service]?.[operation] ?? [];
  const left = { ...input };
  const path = uri.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const value = String(left[name] ?? '');
    delete left[name];
    return greedy ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  let payload: unknown;
  for (const [name, location] of Object.entries(locations)) {
    const value = left[name];
    delete left[name];
    if (value === undefined || value === '') continue;
    const [kind, key = name] = location.split(':');
    if (kind === 'query') for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one));
    else if (kind === 'header') headers[key] = String(value);
    else payload = value;
  }
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload ?? left);
  const search = query.size > 0 ? `${path.includes('?') ? '&' : '?'}${query}` : '';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  if (hasBody) headers['content-type'] = 'application/json';
  return fetch(path + search, { method, headers, ...(hasBody && { body }) });
}

async function read(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  let body: Record<string, unknown> = {};
  try {
    if (text) body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    if (response.ok) throw new Fault('UnreadableAnswer', `The answer is no JSON: ${text.slice(0, 200)}`, response.status);
  }
  if (response.ok) return body;
  const error = (body['Error'] ?? body) as Record<string, unknown>;
  const code = response.headers.get('x-amzn-errortype') ?? error['__type'] ?? error['Code'] ?? error['code'] ?? `HTTP ${response.status}`;
  const message = error['message'] ?? error['Message'] ?? text;
  const requestId = response.headers.get('x-amzn-requestid') ?? undefined;
  throw new Fault(shortCode(String(code)), String(message ?? ''), response.status, requestId);
}

/** Lists as `Name.member.1`, maps (`Map`) as `Name.entry.1.key`; where their values are structures, as `Name.entry.1.Name`. */
function flatten(form: URLSearchParams, prefix: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (value instanceof Map)
    [...(value as Map<string, unknown>)].forEach(([key, one], i) => {
      const [name, held] = typeof one === 'object' ? ['Name', 'Value'] : ['key', 'value'];
      form.append(`${prefix}.entry.${i + 1}.${name}`, key);
      flatten(form, `${prefix}.entry.${i + 1}.${held}`, one);
    });
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) flatten(form, `${prefix}.member.${i + 1}`, one);
  else if (typeof value === 'object')
    for (const [name, one] of Object.entries(value)) flatten(form, prefix ? `${prefix}.${name}` : name, one);
  else form.append(prefix, String(value));
}
