// The servers behind the port, one per protocol. None listens itself: the mux hands them connections. Each ends half-sent requests.
import http from 'node:http';
import http2 from 'node:http2';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Authority } from '#gateway/tls/authority';
import { lazy } from '#lib/lazy';
import type { ConnectionLimits } from './connection-limits.ts';

export type RequestHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Limit: bytes of all headers of a request. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Limit: requests at once on one HTTP/2 connection. */
const MAX_STREAMS = 1000;
/** How often Node.js checks for overdue headers within their time limit. */
const CHECKS_PER_LIMIT = 6;

/** Called with WebSocket handshakes only. */
export type UpgradeHandler = (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void;

interface Handlers {
  readonly request: RequestHandler;
  readonly upgrade: UpgradeHandler;
}

export interface HttpServers {
  readonly http1: http.Server;
  readonly http2: () => http2.Http2Server;
  /** Made at the first TLS connection. */
  readonly tls: () => Promise<tls.Server>;
}

export function createHttpServers(handlers: Handlers, authority: () => Promise<Authority>, limits: ConnectionLimits): HttpServers {
  const http1 = http1Server(handlers, limits);
  const h2 = lazy(() => http2Server(handlers.request, limits));
  return { http1, http2: h2, tls: lazy(async () => tlsServer(await authority(), { http1, http2: h2 }, limits)) };
}

const OFFERED = Symbol('offered an upgrade');

/**
 * Only WebSocket handshakes leave HTTP. Other offers to change the protocol (`h2c`, which Java's client makes with any request) are answered
 * as if they were not there; Node.js itself would hand them all to the listener for upgrades, bodies unread.
 */
class Request extends http.IncomingMessage {
  [OFFERED]: boolean | null | undefined;
  get upgrade(): boolean {
    return this[OFFERED] === true && this.headers.upgrade?.toLowerCase() === 'websocket';
  }
  /** Node.js sets this once the request line and headers are read. */
  set upgrade(offered: boolean | null) {
    this[OFFERED] = offered;
  }
}

function http1Server({ request: handler, upgrade }: Handlers, { headersMs, bodyPauseMs }: ConnectionLimits): http.Server {
  const server = http.createServer(
    {
      IncomingMessage: Request,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.ceil(headersMs / CHECKS_PER_LIMIT),
      requestTimeout: 0,
      keepAliveTimeout: 0,
    },
    (request, response) => {
      if (hasBody(request)) request.on('timeout', () => endHalfBody(request, response, bodyPauseMs));
      handler(request, response);
    },
  );
  server.on('upgrade', upgrade);
  server.timeout = bodyPauseMs;
  // Without a listener here, Node.js ends every quiet connection, including long polls and connections kept alive.
  server.on('timeout', () => {});
  return server;
}

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Node.js calls this when a request is incomplete and its connection was quiet for `bodyPauseMs`. */
function endHalfBody(request: http.IncomingMessage, response: http.ServerResponse, bodyPauseMs: number): void {
  // Unread bytes are waiting: the emulator is the slow side.
  if (request.readableLength > 0) return void request.socket.setTimeout(bodyPauseMs);
  if (!response.headersSent) response.writeHead(408, { connection: 'close' }).end();
  request.destroy();
}

function http2Server(handler: RequestHandler, { bodyPauseMs, idleSessionMs }: ConnectionLimits): http2.Http2Server {
  const server = http2.createServer({ settings: { maxConcurrentStreams: MAX_STREAMS } }, (request, response) => {
    if (!request.stream.endAfterHeaders) endHalfStream(request, bodyPauseMs);
    handler(request as never, response as never);
  });
  server.on('session', (session) => endIdleSession(session, idleSessionMs));
  return server;
}

function endHalfStream(request: http2.Http2ServerRequest, bodyPauseMs: number): void {
  const { stream } = request;
  stream.setTimeout(bodyPauseMs);
  stream.on('timeout', () => {
    if (request.complete) return;
    if (request.readableLength > 0) stream.setTimeout(bodyPauseMs);
    else stream.close(http2.constants.NGHTTP2_CANCEL);
  });
}

/** After invalid frames, Node.js stops reading and never notices that the client has gone. */
function endIdleSession(session: http2.ServerHttp2Session, idleMs: number): void {
  let streams = 0;
  session.on('stream', (stream) => {
    streams++;
    stream.once('close', () => streams--);
  });
  session.setTimeout(idleMs);
  session.on('timeout', () => {
    if (streams === 0) session.destroy();
  });
}

/** TLS for every server name; inside it HTTP/2 or HTTP/1.1, as the client prefers. */
async function tlsServer(
  authority: Authority,
  servers: Pick<HttpServers, 'http1' | 'http2'>,
  { firstBytesMs }: ConnectionLimits,
): Promise<tls.Server> {
  const fallback = await authority.leaf('localhost');
  const contextOf = async (name: string) => tls.createSecureContext(await authority.leaf(name));
  const SNICallback: tls.TlsOptions['SNICallback'] = (name, done) => {
    contextOf(name).then((context) => done(null, context), done);
  };
  const options: tls.TlsOptions = { ...fallback, SNICallback, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: firstBytesMs };
  const server = tls.createServer(options, (socket) => {
    socket.on('error', () => socket.destroy());
    (socket.alpnProtocol === 'h2' ? servers.http2() : servers.http1).emit('connection', socket);
  });
  // The handshake failed or took too long.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return server;
}
