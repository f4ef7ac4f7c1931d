// The hook that judges every request by where it comes from, and remembers the CORS headers of its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from '#core/world';
import { corsHeaders, judge, preflightHeaders, SANDBOX, type Trusted } from './web-guard.ts';

export interface WebDoor {
  /** False when the request was refused or answered here. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
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

export function createWebDoor({ options, log }: Pick<World, 'options' | 'log'>): WebDoor {
  const trusted: Trusted = {
    hosts: new Set(words(options.GATEWAY_HOSTS).map((name) => name.toLowerCase())),
    origins: new Set(words(options.CORS_ALLOWED_ORIGINS)),
  };
  const strangers = new WeakMap<IncomingMessage, string>();

  const refuse = (response: ServerResponse, why: string): void => {
    log.in('gateway').warn(`refused a request: ${why}`);
    response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
    response.end(JSON.stringify({ __type: 'AccessDeniedException', message: `The emulator refused this request: ${why}.` }));
  };

  return {
    refuse,
    foreign: (request) => strangers.get(request),
    admit: (request, response) => {
      const { headers, socket } = request;
      const header = (name: string): string | undefined => (typeof headers[name] === 'string' ? headers[name] : undefined);
      const facts = {
        host: header('host') ?? header(':authority'),
        origin: header('origin'),
        fetchSite: header('sec-fetch-site'),
        localAddress: socket.localAddress,
      };
      const verdict = judge(facts, trusted);
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
