// Applies the origin policy to every request, and adds the headers that follow from the verdict to its answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { advertisedHost } from '#config/kubernetes-options';
import type { Kernel } from '#core/kernel';
import { connectionOf } from '#gateway/connections/connection-of';
import { REQUEST_REFUSED } from '#gateway/messages';
import { corsHeaders, DOCUMENT_HEADERS, hostName, isBrowser, judge, preflightHeaders, type Trusted } from './origin-policy.ts';

export interface OriginFilter {
  /** False when the request was refused or answered here. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for routes that answer pages of every origin themselves: refuses only foreign host names, and signatures from such pages. */
  admitOpen(request: IncomingMessage, response: ServerResponse, ownHost: boolean): boolean;
  /** Why a route that is open to pages of every origin must not have this request; undefined where it may. */
  refusalOfOpen(request: IncomingMessage): string | undefined;
  /** Why this request of a page of another origin is refused unless the resource itself admits the page. Set after `admit`. */
  crossOrigin(request: IncomingMessage): string | undefined;
  /** Whether a browser may show the answer as a document. */
  mayShow(request: IncomingMessage): boolean;
  /** Writes the 403 of a refused request. */
  refuse(response: ServerResponse, why: string): void;
}

const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined =>
    typeof headers[name] === 'string' ? headers[name] : undefined;

/** Whether a browser may show the answer as a document. Where browsers send no fetch metadata, every request of theirs counts. */
function mayShow(header: (name: string) => string | undefined): boolean {
  const mode = header('sec-fetch-mode');
  return mode === undefined ? isBrowser(header) : mode.endsWith('navigate');
}

/** Whether the request names a signer, no matter whether the signature is valid. */
const isSigned = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization?.includes('Credential=') === true || new URLSearchParams(url.slice(url.indexOf('?') + 1)).has('X-Amz-Credential');

export function createOriginFilter(
  { options, log }: Pick<Kernel, 'options' | 'log'>,
  { nameOf, isContentHost, isClaimed }: Pick<Trusted, 'nameOf' | 'isContentHost' | 'isClaimed'>,
): OriginFilter {
  const trusted: Trusted = {
    nameOf,
    isContentHost,
    isClaimed,
    hosts: new Set(
      [
        ...words(options.GATEWAY_HOSTS),
        ...words(options.EMULATOR_HOST),
        ...words(options.HOSTNAME_FROM_FUNCTION),
        ...words(advertisedHost(options)),
      ].map(hostName),
    ),
    origins: new Set(words(options.CORS_ALLOWED_ORIGINS)),
  };
  const crossOriginRequests = new WeakMap<IncomingMessage, string>();

  const refuse = (response: ServerResponse, why: string): void => {
    log.in('gateway').write(REQUEST_REFUSED, { reason: why });
    response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
    response.end(JSON.stringify({ __type: 'AccessDeniedException', message: `The emulator refused this request: ${why}.` }));
  };

  const verdictOn = (request: IncomingMessage) => {
    const header = headerOf(request);
    const { encrypted, localAddress } = connectionOf(request);
    const facts = {
      host: header('host') ?? header(':authority'),
      origin: header('origin'),
      referer: header('referer'),
      fetchSite: header('sec-fetch-site'),
      browser: isBrowser(header),
      signedByHeader: header('authorization')?.startsWith('AWS') === true,
      secure: encrypted,
      localAddress,
    };
    return judge(facts, trusted);
  };

  const refusalOfOpen = (request: IncomingMessage): string | undefined => {
    const verdict = verdictOn(request);
    if (verdict.verdict === 'refuse') return verdict.why;
    return verdict.verdict === 'cross-origin' && isSigned(request) ? `${verdict.why}, and nothing that it signs is believed` : undefined;
  };

  const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  };

  return {
    refuse,
    refusalOfOpen,
    mayShow: (request) => mayShow(headerOf(request)),
    crossOrigin: (request) => crossOriginRequests.get(request),
    admitOpen: (request, response, ownHost) => {
      // On the gateway's own host, a document must not have the emulator's origin. A document on a host of its own has that host's origin.
      if (!ownHost && mayShow(headerOf(request))) setHeaders(response, DOCUMENT_HEADERS);
      const why = refusalOfOpen(request);
      if (why !== undefined) refuse(response, why);
      return why === undefined;
    },
    admit: (request, response) => {
      const header = headerOf(request);
      if (mayShow(header)) setHeaders(response, DOCUMENT_HEADERS);
      const verdict = verdictOn(request);
      if (verdict.verdict === 'refuse') {
        refuse(response, verdict.why);
        return false;
      }
      if (verdict.verdict === 'cross-origin') {
        crossOriginRequests.set(request, verdict.why);
        return true;
      }
      if (verdict.origin === undefined) return true;
      if (request.method === 'OPTIONS' && header('access-control-request-method') !== undefined) {
        response.writeHead(204, preflightHeaders(verdict.origin, header('access-control-request-headers'))).end();
        return false;
      }
      setHeaders(response, corsHeaders(verdict.origin));
      return true;
    },
  };
}
