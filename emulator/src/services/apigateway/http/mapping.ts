// Parameter mappings of HTTP APIs: `$request.header.x`, `$response.body.a`, `$context.x`, `$stageVariables.x`, static text, and text with `${…}`.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
import { own } from '#lib/table';
import { contextValue } from './context-values.ts';
import type { Exchange } from './exchange.ts';

const EMBEDDED = /\$\{([^}]+)\}/g;
/** Limit: characters of a body that parameter mappings read. A longer body is cut before it is read, and so is no JSON any more. */
const MAX_BODY = 100 * 1024;

export interface MappingSources {
  readonly exchange: Exchange;
  /** Text of the request's body. */
  readonly body: string;
  /** The integration's response, where there is one already. Header names in lower case. */
  readonly response?: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined;
}

/** Undefined where the value is not there. */
export function mappedValue(expression: string, sources: MappingSources): string | undefined {
  if (expression.includes('${')) return expression.replace(EMBEDDED, (_, inner: string) => selected(inner, sources) ?? '');
  return expression.startsWith('$') ? selected(expression.slice(1), sources) : expression;
}

function selected(selector: string, { exchange, body, response }: MappingSources): string | undefined {
  const [source = '', kind = '', ...names] = selector.split('.');
  const name = names.join('.');
  if (source === 'context') return contextValue([kind, ...names].join('.'), exchange);
  if (source === 'stageVariables') return own(exchange.stage.variables, kind);
  if (source === 'response') return fromMessage(kind, name, response?.headers ?? {}, response?.body ?? '');
  if (source !== 'request') return undefined;
  if (kind === 'querystring') return exchange.request.query.get(name) ?? undefined;
  if (kind === 'path') return name === '' ? exchange.path : own(exchange.parameters, name);
  return fromMessage(kind, name, exchange.request.headers, body);
}

function fromMessage(kind: string, name: string, headers: Readonly<Record<string, string | undefined>>, body: string): string | undefined {
  if (kind === 'header') return own(headers, name.toLowerCase());
  return kind === 'body' ? (name === '' ? body : bodyValue(body, name)) : undefined;
}

/** `a.b[0].c` of a JSON body. */
function bodyValue(body: string, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.slice(0, MAX_BODY));
  } catch {
    return undefined;
  }
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
}

export type Target = { readonly action: 'append' | 'overwrite' | 'remove'; readonly place: string; readonly name: string };

/** `append:header.x` → its parts; undefined for other keys. */
export function readTarget(key: string): Target | undefined {
  const [, action, place = '', name = ''] = /^(append|overwrite|remove):(header|querystring|path|statuscode)(?:\.(.+))?$/.exec(key) ?? [];
  return action === undefined ? undefined : { action: action as Target['action'], place, name };
}

/** Changes one value in a map of lists, whose names are in lower case for headers. */
export function changeList(map: Map<string, string[]>, { action, name }: Target, value: string | undefined): void {
  if (action === 'remove') map.delete(name);
  else if (value === undefined) return;
  else map.set(name, action === 'append' ? [...(map.get(name) ?? []), value] : [value]);
}
