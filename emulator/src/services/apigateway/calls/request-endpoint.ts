// One request of an integration to an HTTP endpoint: headers and body byte for byte, an answer of limited size, a limit on the emulator's clock.
import type http from 'node:http';
import type { Ctx } from '#core/ctx';
import type { RouteResponse } from '#core/route';
import { withinTime } from '#core/time/within-time';
import { beginRequest } from '#lib/http-exchange';
import { finalStatus } from '#lib/http-message';
import { dictionary } from '#lib/table';

export interface EndpointRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
  /** Verified in place of the host name. */
  readonly serverName?: string | undefined;
}

export interface EndpointFailure {
  readonly failed: string;
  readonly isTimeout: boolean;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

/** Limit: bytes of the answer of an integration. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'trailer']);

export async function requestEndpoint({ timeoutMs, ...given }: EndpointRequest, ctx: Ctx): Promise<RouteResponse | EndpointFailure> {
  const request = { ...given, headers: withoutLength(given.headers) };
  const { protocol } = request.url;
  if (!/^https?:$/.test(protocol)) return { failed: `${protocol} is not supported`, isTimeout: false };
  const cancel = new AbortController();
  const answer = await withinTime(sent(request, AbortSignal.any([ctx.signal, cancel.signal]), ctx), timeoutMs, ctx);
  if (answer !== 'timeout') return answer;
  cancel.abort();
  return { failed: `no answer in ${timeoutMs / 1000} seconds`, isTimeout: true };
}

/** The length of a body is counted, whatever a mapping says. */
const withoutLength = (headers: EndpointRequest['headers']): EndpointRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'));

/** Never rejects. */
function sent(
  { method, url, headers, body, serverName }: Omit<EndpointRequest, 'timeoutMs'>,
  signal: AbortSignal,
  ctx: Ctx,
): Promise<RouteResponse | EndpointFailure> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ failed: error.message || error.name, isTimeout: false });
    const options = { method, headers, body, signal, servername: serverName };
    let made: http.ClientRequest;
    try {
      made = beginRequest(url, options, ctx);
    } catch (error) {
      return fail(error as Error);
    }
    made.once('response', (response) => void collected(response).then(resolve, fail));
    made.once('error', fail);
    if (body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method)) made.setHeader('content-length', String(body.length));
    made.end(body);
  });
}

async function collected(response: http.IncomingMessage): Promise<RouteResponse> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer has more than 10 MB');
    pieces.push(piece);
  }
  const status = finalStatus(response.statusCode);
  if (status === undefined) throw new Error(`the endpoint answered with the status ${response.statusCode}`);
  return { status, headers: headersOf(response), body: Buffer.concat(pieces) };
}

function headersOf({ rawHeaders }: http.IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = dictionary();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!];
    if (DROPPED.has(name)) continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}
