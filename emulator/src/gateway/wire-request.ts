// A request as the protocols read it, without its body.
import type { IncomingMessage } from 'node:http';
import { parseQuery, type WireRequest } from '#protocol/http/wire';

const NOTHING = Buffer.alloc(0);

export function wireRequest(request: IncomingMessage): WireRequest {
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  const headers = request.headers as Record<string, string | undefined>;
  return {
    method: request.method ?? 'GET',
    path: question < 0 ? url : url.slice(0, question),
    query: parseQuery(question < 0 ? '' : url.slice(question + 1)),
    headers: headers[':authority'] === undefined ? headers : { ...headers, host: headers[':authority'] },
    body: NOTHING,
  };
}
