// The hook that judges every request by where it comes from, and remembers the CORS headers of its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '#core/world';
import { corsHeaders, judge, preflightHeaders, SANDBOX, type Trusted } from './web-guard.ts';

export interface WebDoor {
  admit(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
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
    admit: ({ raw: request }, reply, done) => {
      const { headers } = request;
      const header = (name: string): string | undefined => (typeof headers[name] === 'string' ? headers[name] : undefined);
      const verdict = judge(
        {
          host: header('host') ?? header(':authority'),
          origin: header('origin'),
          fetchSite: header('sec-fetch-site'),
          localAddress: request.socket.localAddress,
        },
        trusted,
      );
      if (verdict.verdict === 'refuse') {
        reply.hijack();
        return refuse(reply.raw, verdict.why);
      }
      if (verdict.verdict === 'foreign-page') {
        if (request.url?.startsWith('/_')) {
          reply.hijack();
          return refuse(reply.raw, verdict.why);
        }
        strangers.set(request, verdict.why);
        return done();
      }
      if (header('sec-fetch-mode') === 'navigate') reply.raw.setHeader('content-security-policy', SANDBOX);
      if (verdict.origin === undefined) return done();
      if (request.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
        reply.hijack();
        reply.raw.writeHead(204, preflightHeaders(verdict.origin, header('access-control-request-headers')));
        reply.raw.end();
        return;
      }
      for (const [name, value] of Object.entries(corsHeaders(verdict.origin))) reply.raw.setHeader(name, value);
      done();
    },
  };
}
