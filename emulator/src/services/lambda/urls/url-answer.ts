// Turns what a function returns into the HTTP answer of its URL: a structured answer, or any value as compact JSON. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-response-payload
import { reporting } from '#core/traces/reporting';
import { compactJson } from '#lib/compact-json';
import { finalStatus, headerValue, isToken } from '#lib/http-message';
import { URL_FAILED } from '#services/lambda/messages';
import type { UrlAnswer } from './url-outcome.ts';

const JSON_TYPE = 'application/json';
/** Headers that a function cannot set. */
const OURS = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'date']);

interface Structured {
  readonly statusCode?: unknown;
  readonly headers?: unknown;
  readonly cookies?: unknown;
  readonly body?: unknown;
  readonly isBase64Encoded?: unknown;
}

/** The answer of a function that did not stream. `name`: that of the function. */
export function wholeAnswer(payload: Uint8Array, name: string): UrlAnswer {
  const text = Buffer.from(payload).toString();
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && (value as Structured).statusCode !== undefined)
    return structured(value as Structured, name);
  const body = value === undefined ? text : typeof value === 'string' ? value : compactJson(text);
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body };
}

function structured({ statusCode, headers, cookies, body, isBase64Encoded }: Structured, name: string): UrlAnswer {
  const status = finalStatus(statusCode);
  if (status === undefined)
    return failedFunction(name, `its answer has the statusCode ${JSON.stringify(statusCode)}, which is no HTTP status`);
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...headersOf(headers), ...cookiesOf(cookies) },
    body: isBase64Encoded === true ? Buffer.from(String(body ?? ''), 'base64') : textOf(body),
  };
}

export interface Prelude {
  readonly status: number;
  readonly headers: NonNullable<UrlAnswer['headers']>;
}

/** Parses the JSON before a streamed answer, which ends with eight zero bytes. Undefined if it is not understood. */
export function preludeOf(json: string): Prelude | undefined {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null) return undefined;
  const { statusCode = 200, headers, cookies } = value as Structured;
  const status = finalStatus(statusCode);
  return status === undefined
    ? undefined
    : { status, headers: { 'content-type': 'application/octet-stream', ...headersOf(headers), ...cookiesOf(cookies) } };
}

/** The answer in place of that of the function, whose reason clients do not learn. */
export const failed = (report: UrlAnswer['report']): UrlAnswer => ({
  status: 502,
  headers: { 'content-type': JSON_TYPE },
  body: 'Internal Server Error',
  report,
});
const failedFunction = (name: string, reason: string): UrlAnswer => failed(reporting(URL_FAILED, { name, reason }));

/** The error itself is reported by the invocation. */
export const failedInvocation = (name: string, errorType: string): UrlAnswer => failedFunction(name, `the function failed: ${errorType}`);

export const misframed = (name: string): UrlAnswer =>
  failedFunction(name, 'its streamed answer does not begin with a JSON object with statusCode, headers and cookies, and eight zero bytes');

/** Leaves out headers that HTTP cannot carry. */
function headersOf(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  const given = Object.entries(headers)
    .filter(([name, value]) => value !== null && value !== undefined && isToken(name))
    .map(([name, value]): [string, string] => [name.toLowerCase(), headerValue(String(value))]);
  return Object.fromEntries(given.filter(([name]) => !OURS.has(name)));
}

function cookiesOf(cookies: unknown): { 'set-cookie'?: readonly string[] } {
  const given = Array.isArray(cookies) ? cookies.filter((cookie): cookie is string => typeof cookie === 'string') : [];
  return given.length > 0 ? { 'set-cookie': given.map(headerValue) } : {};
}

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
