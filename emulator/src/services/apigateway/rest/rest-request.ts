// A request to a REST API as its stages see it, and its headers and query in the forms that events and mappings need.
import { dictionary } from '#lib/table';

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface RestRequest {
  readonly method: string;
  /** Behind the stage, still percent-encoded; begins with one slash, whatever the client sent (recorded). */
  readonly path: string;
  /** The same as the client sent it, for `$context.path`. */
  readonly sentPath: string;
  readonly rawQuery: string;
  /** In the client's order and case. */
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly remoteAddress: string;
  /** Host name without a port. */
  readonly domainName: string;
  readonly port: string;
  readonly protocol: 'http' | 'https';
}

/** Values by name: the last one, and all. */
export interface Values {
  readonly single: Readonly<Record<string, string>>;
  readonly multi: Readonly<Record<string, readonly string[]>>;
}

/** Headers of the connection, which functions do not get (recorded). */
const DROPPED = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'www-authenticate',
]);

/** Names keep the case in which they came first. */
export function headerValues(headers: HeaderList): Values {
  const single: Record<string, string> = {};
  const multi: Record<string, string[]> = dictionary();
  const names = new Map<string, string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (DROPPED.has(lower)) continue;
    const known = names.get(lower) ?? name;
    names.set(lower, known);
    define(single, known, value);
    if (Object.hasOwn(multi, known)) multi[known]!.push(value);
    else define(multi, known, [value]);
  }
  return { single, multi };
}

export function queryValues(rawQuery: string): Values {
  const single: Record<string, string> = {};
  const multi: Record<string, string[]> = dictionary();
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    define(single, name, value);
    if (Object.hasOwn(multi, name)) multi[name]!.push(value);
    else define(multi, name, [value]);
  }
  return { single, multi };
}

/** Also for names such as `__proto__`. */
function define<T>(record: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}

export function headerOf(headers: HeaderList, name: string): string | undefined {
  const lower = name.toLowerCase();
  return headers.findLast(([each]) => each.toLowerCase() === lower)?.[1];
}

export const isEmpty = (record: object): boolean => Object.keys(record).length === 0;
