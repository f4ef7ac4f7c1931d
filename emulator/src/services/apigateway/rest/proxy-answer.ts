// Turns what a function of a proxy integration returns into an answer. Pure.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format
import { finalStatus } from '#lib/http-message';
import { isObject } from '#lib/json-object';
import { statusProblem } from '#services/apigateway/calls/status-problem';
import type { HeaderList } from './rest-request.ts';

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
  /** The body is base64. */
  readonly isBase64Encoded: boolean;
}

const MEMBERS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']);
const FLAGS = new Map([
  ['true', true],
  ['false', false],
]);

interface Malformed {
  /** The first thing that is wrong with it. */
  readonly malformed: string;
}

export const malformedAnswer = ({ malformed }: Malformed): string => `the answer of the function is not understood: ${malformed}`;

/**
 * `malformed` for what the gateway does not take: other members, lists that are none, a bad status (recorded), and objects and lists in place of a text.
 * Numbers and booleans are read as their texts (recorded for values of headers).
 */
export function proxyAnswer(payload: string): ProxyAnswer | Malformed {
  const value = parsed(payload);
  if (!isObject(value)) return { malformed: 'it is no object with statusCode, headers and body' };
  const { statusCode = 200, headers, multiValueHeaders, body, isBase64Encoded = false } = value as Record<string, unknown>;
  const unknown = Object.keys(value).filter((name) => !MEMBERS.has(name));
  if (unknown.length > 0)
    return {
      malformed: `it has the members ${unknown.join(', ')}, and may have statusCode, headers, multiValueHeaders, body, isBase64Encoded`,
    };
  const status = finalStatus(statusCode ?? 200);
  const merged = mergedHeaders(headers ?? {}, multiValueHeaders ?? {});
  const isEncoded = FLAGS.get(String(isBase64Encoded ?? false));
  if (status === undefined) return { malformed: statusProblem(statusCode) };
  if (!merged) return { malformed: 'its headers or multiValueHeaders are no map of texts' };
  if (!isScalar(body)) return { malformed: 'its body is no text: JSON.stringify makes one' };
  if (isEncoded === undefined) return { malformed: 'its isBase64Encoded is neither true nor false' };
  return { status, headers: merged, body: textOf(body), isBase64Encoded: isEncoded };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** The lists first: their spelling of a name wins, and single values that they have already are not repeated. */
function mergedHeaders(single: unknown, multi: unknown): HeaderList | undefined {
  if (!isObject(single) || !isObject(multi)) return undefined;
  const merged = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const [name, values] of Object.entries(multi)) {
    if (!Array.isArray(values) || !values.every(isScalar)) return undefined;
    merged.set(name.toLowerCase(), { name, values: values.map(textOf) });
  }
  for (const [name, value] of Object.entries(single)) {
    if (!isScalar(value)) return undefined;
    const known = merged.get(name.toLowerCase());
    if (!known) merged.set(name.toLowerCase(), { name, values: [textOf(value)] });
    else if (!known.values.includes(textOf(value))) known.values.push(textOf(value));
  }
  return [...merged.values()].flatMap(({ name, values }) => values.map((value): [string, string] => [name, value]));
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
