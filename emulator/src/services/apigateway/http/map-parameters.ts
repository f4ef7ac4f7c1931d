// Parameter mappings of a request (`RequestParameters`) to an endpoint or a function: headers, query and path.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-parameter-mapping.html
import type { RouteRequest } from '#core/route';
import type { Exchange, MappedExchange } from './exchange.ts';
import { changeList, mappedValue, readTarget } from './mapping.ts';

type Lists = Map<string, string[]>;

export interface MappedParameters {
  readonly headers: Lists;
  readonly query: Lists;
  /** Where a mapping sets it. */
  readonly path: string | undefined;
  /** The text of the query; as the client sent it where no mapping changes it. */
  readonly rawQuery: string;
}

export function mapParameters(exchange: MappedExchange, headers: Lists): MappedParameters {
  const { integration, request, sent } = exchange;
  const query: Lists = new Map([...new Set(request.query.keys())].map((name) => [name, request.query.getAll(name)]));
  const before = JSON.stringify([...query]);
  let path: string | undefined;
  for (const [key, expression] of Object.entries(integration.RequestParameters ?? {})) {
    const target = readTarget(key);
    const value = mappedValue(expression, { exchange, body: Buffer.from(sent).toString() });
    if (target?.place === 'header') changeList(headers, { ...target, name: target.name.toLowerCase() }, value);
    if (target?.place === 'querystring') changeList(query, target, value);
    if (target?.place === 'path' && value !== undefined) path = value;
  }
  return { headers, query, path, rawQuery: JSON.stringify([...query]) === before ? request.rawQuery : queryText(query) };
}

const queryText = (query: ReadonlyMap<string, readonly string[]>): string =>
  [...query].flatMap(([name, values]) => values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)).join('&');

/** The exchange as a function sees it. */
export function mappedExchange(exchange: MappedExchange): Exchange {
  const { integration, request } = exchange;
  if (Object.keys(integration.RequestParameters ?? {}).length === 0) return exchange;
  const sent: Lists = new Map();
  const names = new Map<string, string>();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!.toLowerCase();
    names.set(name, names.get(name) ?? request.rawHeaders[at]!);
    sent.set(name, [...(sent.get(name) ?? []), request.rawHeaders[at + 1]!]);
  }
  const { headers, path, rawQuery } = mapParameters(exchange, sent);
  const mapped: RouteRequest = {
    ...request,
    headers: Object.fromEntries([...headers].map(([name, values]) => [name, values.join(', ')])),
    rawHeaders: [...headers].flatMap(([name, values]) => values.flatMap((value) => [names.get(name) ?? name, value])),
    query: new URLSearchParams(rawQuery),
    rawQuery,
  };
  return exchange.seenAs(mapped, path ?? exchange.path);
}
