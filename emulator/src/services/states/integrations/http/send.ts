// Sends requests of tasks, with the length of their body and a task's time limit.
import type { Ctx } from '#core/ctx';
import { exchange, type HttpAnswer, type HttpExchange } from '#lib/http-exchange';
import type { JsonObject } from '#services/states/language/json';

/** A task over HTTP takes a minute at most. */
const TIMEOUT_MS = 60_000;

/** @throws ExchangeError */
export function send(request: HttpExchange, ctx: Ctx): Promise<HttpAnswer> {
  const { body } = request;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return exchange({ ...request, headers: { ...request.headers, ...length }, timeoutMs: TIMEOUT_MS }, ctx);
}

/** The headers of an answer, each with all its values, in the order and the spelling of the endpoint. */
export function headersOf({ rawHeaders }: HttpAnswer): JsonObject {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[at + 1]!]);
  }
  return Object.fromEntries(headers);
}
