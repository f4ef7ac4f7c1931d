// The return value of a function as an HTTP answer: formats 1.0 and 2.0. Pure.
import type { RouteResponse } from '#core/route';
import { finalStatus, headerValue, isToken } from '#lib/http-message';
import { isObject } from '#lib/json-object';
import { statusProblem } from '#services/apigateway/calls/status-problem';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain;charset=UTF-8';
/** Headers that a function cannot set. */
const OURS = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'date']);

interface Returned {
  readonly payload: unknown;
  readonly text: string;
}

/** `malformed`: why the gateway cannot make an answer of it. Format 2.0 takes any value without a status as the body of a 200. */
export function functionAnswer({ payload, text }: Returned, version: string): RouteResponse | { readonly malformed: string } {
  const answer = isObject(payload) ? payload : {};
  if (version === '2.0' && answer['statusCode'] === undefined) {
    if (payload === undefined && text !== '') return { malformed: 'it is no JSON' };
    return { status: 200, headers: { 'content-type': JSON_TYPE }, body: typeof payload === 'string' ? payload : text };
  }
  const status = finalStatus(answer['statusCode']);
  if (!isObject(payload)) return { malformed: 'it is no object with statusCode, headers and body' };
  if (status === undefined) return { malformed: statusProblem(answer['statusCode']) };
  // Format 1.0 is that of REST APIs, in which a body is a text.
  if (version === '1.0' && typeof answer['body'] === 'object' && answer['body'] !== null)
    return { malformed: 'its body is no text: JSON.stringify makes one' };
  const headers = {
    ...single(answer['headers']),
    ...(version === '1.0' ? multi(answer['multiValueHeaders']) : cookiesOf(answer['cookies'])),
  };
  return { status, headers: { 'content-type': TEXT_TYPE, ...headers }, body: bodyOf(answer['body'], answer['isBase64Encoded']) };
}

const isHeader = (name: string): boolean => isToken(name) && !OURS.has(name.toLowerCase());
const entriesOf = (map: unknown): [string, unknown][] => (typeof map === 'object' && map !== null ? Object.entries(map) : []);

function single(map: unknown): Record<string, string> {
  const kept = entriesOf(map).filter(
    ([name, value]) => isHeader(name) && value !== null && value !== undefined && typeof value !== 'object',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), headerValue(String(value))]));
}

function multi(map: unknown): Record<string, string[]> {
  const kept = entriesOf(map).filter(([name, value]) => isHeader(name) && Array.isArray(value));
  return Object.fromEntries(
    kept.map(([name, values]) => [name.toLowerCase(), (values as unknown[]).map((value) => headerValue(String(value)))]),
  );
}

const cookiesOf = (cookies: unknown): Record<string, string[]> =>
  Array.isArray(cookies) && cookies.length > 0 ? { 'set-cookie': cookies.map((each) => headerValue(String(each))) } : {};

function bodyOf(body: unknown, isBase64: unknown): string | Uint8Array {
  if (body === null || body === undefined) return '';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return isBase64 === true ? Buffer.from(text, 'base64') : text;
}
