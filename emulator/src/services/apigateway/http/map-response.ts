// Step: the mappings of the integration for the status that it answered.
import type { RouteResponse } from '#core/route';
import { finalStatus } from '#lib/http-message';
import type { CalledExchange } from './exchange.ts';
import { changeList, type MappingSources, mappedValue, readTarget } from './mapping.ts';

export function mapResponse(exchange: CalledExchange): RouteResponse {
  const { received: answer, integration } = exchange;
  const mappings = integration.ResponseParameters?.[String(answer.status)];
  if (!mappings) return answer;
  const sources = sourcesOf(exchange);
  const headers = new Map(Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), [value].flat() as string[]]));
  let { status } = answer;
  for (const [key, expression] of Object.entries(mappings)) {
    const target = readTarget(key);
    const value = mappedValue(expression, sources);
    if (target?.place === 'header') changeList(headers, { ...target, name: target.name.toLowerCase() }, value);
    if (target?.place === 'statuscode' && value !== undefined && finalStatus(value) !== undefined) status = Number(value);
  }
  const changed = Object.fromEntries([...headers].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
  return { ...answer, status, headers: changed };
}

function sourcesOf(exchange: CalledExchange): MappingSources {
  const { headers = {}, body = '' } = exchange.received;
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(',')]));
  return { exchange, body: Buffer.from(exchange.sent).toString(), response: { headers: single, body: text } };
}
