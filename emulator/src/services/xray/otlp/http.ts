// The request and the answer of a segment, from the attributes of a span: those of today's conventions first, then the older ones. Pure.
import { type Attributes, numberIn, textIn } from './attributes.ts';

/** Undefined where the span is of no request. */
export function httpOf(attributes: Attributes, isServer: boolean): object | undefined {
  const method = textIn(attributes, 'http.request.method', 'http.method');
  const status = numberIn(attributes, 'http.response.status_code', 'http.status_code');
  const url = urlOf(attributes, isServer);
  const userAgent = textIn(attributes, 'user_agent.original', 'http.user_agent');
  if ([method, status, url, userAgent].every((value) => value === undefined)) return undefined;
  const forwarded = textIn(attributes, 'client.address', 'http.client_ip');
  return {
    request: {
      method,
      url,
      user_agent: userAgent,
      client_ip: forwarded ?? textIn(attributes, 'network.peer.address', 'net.peer.ip'),
      ...(forwarded !== undefined && { x_forwarded_for: true }),
    },
    response: { status, content_length: numberIn(attributes, 'http.response.body.size', 'http.response_content_length') },
  };
}

function urlOf(attributes: Attributes, isServer: boolean): string | undefined {
  const whole = textIn(attributes, 'url.full', 'http.url');
  if (whole !== undefined) return whole;
  const host = textIn(
    attributes,
    ...(isServer ? ['server.address', 'http.host', 'http.server_name', 'net.host.name'] : ['server.address', 'net.peer.name']),
  );
  if (host === undefined) return undefined;
  const scheme = textIn(attributes, 'url.scheme', 'http.scheme') ?? 'http';
  const port = numberIn(attributes, 'server.port', isServer ? 'net.host.port' : 'net.peer.port');
  const isUsual = port === undefined || port === (scheme === 'https' ? 443 : 80) || host.includes(':');
  const query = textIn(attributes, 'url.query');
  const path = textIn(attributes, 'http.target') ?? `${textIn(attributes, 'url.path') ?? '/'}${query === undefined ? '' : `?${query}`}`;
  return `${scheme}://${host}${isUsual ? '' : `:${port}`}${path}`;
}
