// Paths that a service answers itself, outside the cloud's API (`/_cloud/function/…`).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { nativeUrl } from '#config/compat/paths';
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { HttpFacts } from '#core/call';
import { Context } from '#core/context';
import type { Engine } from '#core/engine';
import { Fault } from '#core/fault';
import { openRouteAt } from '#core/host-names';
import { INTERNAL_FAILURE } from '#core/messages';
import type { OpenRouteMatch } from '#core/registry';
import type { RouteRequest, RouteResponse } from '#core/route';
import type { RouteRequests } from '#core/service';
import { serviceCall } from '#core/service-call';
import type { SignedMessage, UpgradeAnswer } from '#core/upgrade';
import { finalStatus, headerValue, isToken } from '#lib/http-message';
import { dictionary, table } from '#lib/table';
import { readBody } from '#protocol/http/body';
import type { WireRequest } from '#protocol/http/wire';
import type { Models } from '#protocol/models';
import { checkPresignedExpiry } from '#protocol/sigv4';
import type { AccessTarget } from './access/may-ask.ts';
import { connectionOf } from './connections/connection-of.ts';
import { HttpCaller } from './http-caller.ts';
import { keep } from './keep-payload.ts';
import { originOf } from './origin/origin.ts';
import { send } from './send.ts';
import type { Signatures } from './signatures.ts';
import { wireRequest } from './wire-request.ts';

/** Limit: bytes of a body of a request to a route of a service, outside the cloud's API. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const DEFAULT_REGION = 'us-east-1';
const NO_BYTES = new Uint8Array();
const POLICY = 'content-security-policy';

type FoundRoute = Pick<NonNullable<ReturnType<Engine['kernel']['registry']['route']>>, 'service' | 'load'>;

export interface OpenAnswer {
  /** Its host name is not the gateway's. */
  readonly ownHost: boolean;
  answer(response: ServerResponse): void;
}

export interface ServiceRoutes {
  /** False when no service has a route there; otherwise the answer is under way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** The open route for this request, if there is one. */
  open(request: IncomingMessage): OpenAnswer | undefined;
  /** The same for a WebSocket handshake, which has a connection and no response. */
  upgrade(request: IncomingMessage, socket: Duplex): { readonly ownHost: boolean; answer(): Promise<UpgradeAnswer> } | undefined;
}

/** A request with its answer, or with the connection of a WebSocket. */
interface RawRequest {
  readonly request: IncomingMessage;
  readonly response: Writable;
}

interface ServiceRoutesParts {
  readonly engine: Engine;
  readonly models: Models;
  readonly signatures: Signatures;
  /** The name in a `Host` header. */
  readonly nameOf: (host: string) => string;
  /** Answers a request that whoever sends it may not make. */
  readonly refused: (request: IncomingMessage, response: ServerResponse, asked: AccessTarget) => boolean;
}

export function createServiceRoutes({ engine, models, signatures, nameOf, refused }: ServiceRoutesParts): ServiceRoutes {
  const { kernel } = engine;
  const established = kernel.options.EMULATOR_PARITY;
  /** `isKept`: it is a request of an application, which may be shown and sent again. */
  const run = async (found: FoundRoute, request: IncomingMessage, response: ServerResponse, isKept: boolean): Promise<void> => {
    const received = routeRequest(request, nameOf(authorityOf(request)));
    const { path } = received;
    const verifySignature = (body: Uint8Array, signingName?: string) => verify(found.service, body, { request, response }, signingName);
    let sent: Uint8Array | undefined;
    const readBody = async (): Promise<Uint8Array> => (sent = await received.body());
    try {
      const route = await found.load();
      const ctx = routeContext(found.service, path, { request, response }, engine);
      const answer = await route({ ...received, body: readBody, verifySignature }, ctx);
      const { status, headers = {}, body = '' } = answer;
      if (isKept) keep(ctx.requestId, { request, body: sent ?? NO_BYTES, answer }, kernel);
      if (finalStatus(status) === undefined) throw new TypeError(`A route answered with the status ${status}, which ends no request`);
      await send(response, { status, headers: mergeHeaders(response, headers), body }, request.method === 'HEAD');
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const fault = error instanceof Fault ? error : undefined;
      if (!fault) kernel.log.write(INTERNAL_FAILURE, { work: path, error });
      const text = fault?.message ?? 'The emulator failed; its log says why.';
      const body = JSON.stringify({ __type: fault?.code ?? 'InternalFailure', message: text });
      const status = fault ? (fault.options.status ?? 400) : 500;
      if (finalStatus(status) === undefined) throw new TypeError(`A route answered with the status ${status}, which ends no request`);
      await send(response, { status, headers: { 'content-type': 'application/json' }, body }, false).catch(() => response.destroy());
    }
  };
  const verify = (service: string, body: Uint8Array, raw: RawRequest, signingName?: string): Promise<void> =>
    verifyWire(service, wireRequest(raw.request), body, raw, signingName);
  const verifyWire = async (service: string, wire: WireRequest, body: Uint8Array, raw: RawRequest, signingName?: string): Promise<void> => {
    const { ir } = models.service(service);
    const presigned = wire.query.has('X-Amz-Credential');
    if (presigned) checkPresignedExpiry(wire, kernel.clock.now());
    await signatures.verify({
      detected: { service, known: true, protocol: ir.protocol, presigned },
      operation: wire.path,
      wire,
      serviceNames: [signingName ?? ir.signingName],
      body,
      crossOrigin: false,
      ctx: () => routeContext(service, wire.path, raw, engine),
    });
  };
  const openRoute = (request: IncomingMessage): OpenRouteMatch | undefined => {
    const url = request.url ?? '/';
    const native = established && url.startsWith('/_') ? nativeUrl(url) : url;
    const found = openRouteAt(nameOf(authorityOf(request)), native, kernel);
    // A host of its own has all its paths to itself.
    if (found && !found.ownHost) request.url = native;
    return found;
  };
  return {
    answer: (request, response) => {
      const found = kernel.registry.route((request.url ?? '/').split('?', 1)[0]!);
      if (!found || (found.only && !isAmong(request, found.only))) return false;
      const { audience, effect } = found.access;
      const isReading = effect === 'reads' && (request.method === 'GET' || request.method === 'HEAD');
      if (!refused(request, response, { kind: 'endpoint', audience, effect: isReading ? 'reads' : 'changes' }))
        void run(found, request, response, false);
      return true;
    },
    open: (request) => {
      const found = openRoute(request);
      return found && { ownHost: found.ownHost, answer: (response) => void run(found, request, response, true) };
    },
    upgrade: (request, socket) => {
      const found = openRoute(request);
      if (!found?.upgrade) return undefined;
      const { service, ownHost, upgrade } = found;
      const raw = { request, response: socket };
      const { body: _, ...received } = routeRequest(request, nameOf(authorityOf(request)));
      const verifySignature = (body: Uint8Array, signingName?: string) => verify(service, body, raw, signingName);
      const verifyMessage = ({ path, headers, body }: SignedMessage) => {
        const bytes = Buffer.from(body);
        return verifyWire(service, { method: 'POST', path, query: new Map(), headers, body: bytes }, bytes, raw);
      };
      const ctx = routeContext(service, received.path, raw, engine);
      return { ownHost, answer: async () => (await upgrade())({ ...received, verifySignature, verifyMessage }, ctx) };
    },
  };
}

const isAmong = ({ method, headers }: IncomingMessage, only: RouteRequests): boolean =>
  method === only.method && only.contentType.test(headers['content-type'] ?? '');

/** HTTP/2 calls it `:authority`. */
const authorityOf = ({ headers }: IncomingMessage): string => headers.host ?? String(headers[':authority'] ?? '');

function routeRequest(request: IncomingMessage, host: string): Omit<RouteRequest, 'verifySignature'> {
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  const rawQuery = question < 0 ? '' : url.slice(question + 1);
  return {
    method: request.method ?? 'GET',
    path: question < 0 ? url : url.slice(0, question),
    query: new URLSearchParams(rawQuery),
    rawQuery,
    host,
    remoteAddress: remoteAddressOf(request),
    headers: table({ ...(request.headers as Record<string, string | undefined>), host: authorityOf(request) }),
    rawHeaders: request.rawHeaders,
    body: () => readBody(request, MAX_BODY_BYTES),
  };
}

const remoteAddressOf = (request: IncomingMessage): string => connectionOf(request).remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';

/** Writes repeated headers one by one, without what no header can carry; headers set by the gateway stay in force beside those of the route. */
function mergeHeaders(response: ServerResponse, headers: NonNullable<RouteResponse['headers']>): Record<string, string> {
  const single: Record<string, string> = dictionary();
  for (const [name, value] of Object.entries(headers)) {
    if (!isToken(name)) continue;
    const known = response.getHeader(name);
    if (typeof value !== 'string') response.setHeader(name, value.map(headerValue));
    else single[name] = headerValue(name === POLICY && known !== undefined ? `${String(known)}, ${value}` : value);
  }
  return single;
}

/**
 * The context of a request to a route. The request is unsigned, so it runs in the default account and region until the route says otherwise.
 * The context is aborted when the client leaves.
 */
function routeContext(service: string, path: string, { request, response }: RawRequest, engine: Engine): Context {
  const [account, region] = [DEFAULT_ACCOUNT, DEFAULT_REGION];
  const origin = originOf(request, engine.kernel);
  const http: HttpFacts = {
    headers: request.headers as Record<string, string | undefined>,
    trailers: () => ({}),
    presigned: false,
    remoteAddress: () => remoteAddressOf(request),
    tell: () => undefined,
    // Routes take no forms whose fields are signed
    verifyForm: () => Promise.resolve(),
  };
  const caller = new HttpCaller(response, engine.kernel.stopping);
  const trace = engine.kernel.traceRoots.traceOf(http.headers['x-amzn-trace-id']);
  const principal = { kind: 'anonymous', account } as const;
  const facts = { service, operation: path, account, region, principal, origin, http, caller, ...(trace && { trace }) };
  return new Context(engine, serviceCall(engine.kernel, facts));
}
