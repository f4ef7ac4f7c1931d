// The hook that judges every request by where it comes from, and remembers the CORS headers of its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '#core/kernel';
import { corsHeaders, hostName, judge, preflightHeaders, SANDBOX, type Trusted } from './web-guard.ts';

export interface WebDoor {
  /** False when the request was refused or answered here. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for what answers pages of every origin itself: only the host name is judged. */
  admitOpen(request: IncomingMessage, response: ServerResponse, ownHost: boolean): boolean;
  /** Why a page of another origin may not ask this, unless the resource itself lets it in. */
  foreign(request: IncomingMessage): string | undefined;
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

export function createWebDoor({ options, log }: Pick<Kernel, 'options' | 'log'>, nameOf: Trusted['nameOf']): WebDoor {
  const trusted: Trusted = {
    nameOf,
    hosts: new Set(
      [...words(options.GATEWAY_HOSTS), ...words(options.EMULATOR_HOST), ...words(options.HOSTNAME_FROM_FUNCTION)].map(hostName),
    ),
    origins: new Set(words(options.CORS_ALLOWED_ORIGINS)),
  };
  const strangers = new WeakMap<IncomingMessage, string>();

  const refuse = (response: ServerResponse, why: string): void => {
    log.in('gateway').warn(`refused a request: ${why}`);
    response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
    response.end(JSON.stringify({ __type: 'AccessDeniedException', message: `The emulator refused this request: ${why}.` }));
  };

  const verdictOn = (request: IncomingMessage) => {
    const header = headerOf(request);
    const facts = {
      host: header('host') ?? header(':authority'),
      origin: header('origin'),
      fetchSite: header('sec-fetch-site'),
      localAddress: request.socket.localAddress,
    };
    return judge(facts, trusted);
  };

  return {
    refuse,
    foreign: (request) => strangers.get(request),
    admitOpen: (request, response, ownHost) => {
      const verdict = verdictOn(request);
      if (verdict.verdict === 'refuse') {
        refuse(response, verdict.why);
        return false;
      }
      // On the gateway's own host, what is shown in a tab must not be a page of the emulator's origin.
      if (!ownHost && headerOf(request)('sec-fetch-mode') === 'navigate') response.setHeader('content-security-policy', SANDBOX);
      return true;
    },
    admit: (request, response) => {
      const { headers } = request;
      const header = headerOf(request);
      const verdict = verdictOn(request);
      if (verdict.verdict === 'refuse' || (verdict.verdict === 'foreign-page' && request.url?.startsWith('/_'))) {
        refuse(response, verdict.why);
        return false;
      }
      if (verdict.verdict === 'foreign-page') {
        strangers.set(request, verdict.why);
        return true;
      }
      if (header('sec-fetch-mode') === 'navigate') response.setHeader('content-security-policy', SANDBOX);
      if (verdict.origin === undefined) return true;
      if (request.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
        response.writeHead(204, preflightHeaders(verdict.origin, header('access-control-request-headers'))).end();
        return false;
      }
      for (const [name, value] of Object.entries(corsHeaders(verdict.origin))) response.setHeader(name, value);
      return true;
    },
  };
}
