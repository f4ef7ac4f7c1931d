// Sends requests of tasks: those to names that mean the emulator go to its own port, where no name has to be resolved.
import type { Ctx } from '#core/ctx';
import { hostClaim } from '#core/host-names';
import { exchange, type HttpAnswer, type HttpExchange } from '#lib/http-exchange';
import type { JsonObject } from '#services/states/language/json';

/** A task over HTTP takes a minute at most. */
const TIMEOUT_MS = 60_000;

/** @throws ExchangeError */
export function send(request: HttpExchange, ctx: Ctx): Promise<HttpAnswer> {
  const { url, body } = request;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const headers = { ...request.headers, ...length };
  const isHere = ctx.localUrl(url.href) !== url.href || hostClaim(url.hostname, ctx) !== undefined;
  if (!isHere) return exchange({ ...request, headers, timeoutMs: TIMEOUT_MS }, ctx);
  // Joined, not resolved: a path of `//host` would lead to that host.
  const local = new URL(`${ctx.origin}${url.pathname}${url.search}`);
  return exchange({ ...request, url: local, headers: { ...headers, host: url.host }, timeoutMs: TIMEOUT_MS }, ctx);
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
