// Step: the mappings of the integration for the status that it answered.
import type { RouteResponse } from '#core/route';
import { finalStatus } from '#lib/http-message';
import type { Exchange, Step } from './exchange.ts';
import { changeList, type MappingSources, mappedValue, readTarget } from './mapping.ts';

export const mapResponse: Step = async (exchange) => {
  const { answer, integration } = exchange;
  const mappings = answer && integration?.ResponseParameters?.[String(answer.status)];
  if (!answer || !mappings) return undefined;
  const sources = await sourcesOf(exchange, answer);
  const headers = new Map(Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), [value].flat() as string[]]));
  let { status } = answer;
  for (const [key, expression] of Object.entries(mappings)) {
    const target = readTarget(key);
    const value = mappedValue(expression, sources);
    if (target?.place === 'header') changeList(headers, { ...target, name: target.name.toLowerCase() }, value);
    if (target?.place === 'statuscode' && value !== undefined && finalStatus(value) !== undefined) status = Number(value);
  }
  exchange.answer = {
    ...answer,
    status,
    headers: Object.fromEntries([...headers].map(([name, values]) => [name, values.length === 1 ? values[0]! : values])),
  };
  return undefined;
};

async function sourcesOf(exchange: Exchange, { headers = {}, body = '' }: RouteResponse): Promise<MappingSources> {
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(',')]));
  return { exchange, body: Buffer.from(await exchange.body()).toString(), response: { headers: single, body: text } };
}
