// A request over HTTP and its answer, as the test of a state shows them.
import type { HttpAnswer, HttpExchange } from '#lib/http-exchange';
import type { HttpTrace } from '#services/states/integrations/task-request';

const protocolOf = ({ protocol }: URL): string => protocol.slice(0, -1);

/** `[name: value, name: value]` */
const headerText = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  `[${pairs.map(([name, value]) => `${name}: ${value}`).join(', ')}]`;

export function traceOf({ method, url, headers, body }: HttpExchange, answer: HttpAnswer | undefined): HttpTrace {
  const request = {
    protocol: protocolOf(url),
    method,
    url: url.href,
    headers: headerText(Object.entries(headers)),
    body: body as string | undefined,
  };
  if (!answer) return { request };
  const { rawHeaders, status, statusText } = answer;
  const pairs = rawHeaders.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!]] : []));
  return {
    request,
    response: {
      ...{ protocol: protocolOf(url), statusCode: String(status), statusMessage: statusText },
      ...{ headers: headerText(pairs), body: answer.body },
    },
  };
}
