// WebSocket handshakes: finds the open route that takes them, lets it accept or refuse, and speaks the protocol from then on. The only place of `ws`.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Engine } from '#core/engine';
import { INTERNAL_FAILURE } from '#core/messages';
import type { RouteResponse } from '#core/route';
import type { AcceptedUpgrade, ClientSocket, SocketListener, UpgradeAnswer } from '#core/upgrade';
import { wholeBody } from '#lib/byte-pieces';
import { headerValue } from '#lib/http-message';
import type { AccessTarget } from './access/may-ask.ts';
import type { UpgradeHandler } from './connections/http-servers.ts';
import type { OriginFilter } from './origin/origin-filter.ts';
import type { ServiceRoutes } from './service-routes.ts';

interface UpgradesParts {
  readonly engine: Engine;
  readonly serviceRoutes: Pick<ServiceRoutes, 'upgrade'>;
  readonly origins: Pick<OriginFilter, 'refusalOfOpen'>;
  readonly whyNot: (request: IncomingMessage, asked: AccessTarget) => string | undefined;
}

const TOO_LARGE = 1009;
const BROKEN_OFF = 1006;
const NO_ROUTE = 'No WebSocket API answers at this address.';

export function createUpgrades({ engine, serviceRoutes, origins, whyNot }: UpgradesParts): UpgradeHandler {
  const { kernel } = engine;
  const pass = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const found = serviceRoutes.upgrade(request, socket);
    if (!found) return refuse(socket, plain(404, NO_ROUTE));
    const why = whyNot(request, { kind: 'open route', ownHost: found.ownHost }) ?? origins.refusalOfOpen(request);
    if (why !== undefined) return refuse(socket, plain(403, `The emulator refused this request: ${why}.`));
    const answer: UpgradeAnswer = await found.answer();
    if ('refused' in answer) return refuse(socket, answer.refused);
    if (socket.destroyed) return;
    await accept(answer.accepted, request, socket, head);
  };
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    pass(request, socket, head).catch((error: unknown) => {
      kernel.log.write(INTERNAL_FAILURE, { work: `WebSocket ${request.url}`, error });
      void refuse(socket, plain(500, 'The emulator failed; its log says why.'));
    });
  };
}

const plain = (status: number, message: string): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

/** Writes an answer over HTTP/1.1 by hand, because the request has left Node.js's HTTP, and ends the connection. */
async function refuse(socket: Duplex, { status, headers = {}, body = '' }: RouteResponse): Promise<void> {
  if (socket.destroyed || !socket.writable) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : await wholeBody(body);
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.length), connection: 'close' }).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value) => `${name}: ${headerValue(value)}\r\n`),
  );
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, 'latin1');
  socket.end(bytes);
}

async function accept({ headers = {}, protocol, limits, opened }: AcceptedUpgrade, request: IncomingMessage, socket: Duplex, head: Buffer) {
  const { WebSocketServer } = await import('ws');
  const server: WebSocketServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    handleProtocols: () => protocol ?? false,
  });
  server.on('headers', (lines) => lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${headerValue(value)}`)));
  server.handleUpgrade(request, socket, head, (client) => {
    limitFrames(client, limits.frameBytes);
    connect(client, opened);
  });
}

/** Joins the two ends. Messages that arrive in the same read as the handshake wait until the listener is there. */
function connect(client: WebSocket, opened: AcceptedUpgrade['opened']): void {
  const socket: ClientSocket = {
    send: (text) => new Promise((resolve, reject) => client.send(text, (error) => (error ? reject(error) : resolve()))),
    close: (code, reason) => client.close(code, reason),
  };
  let failedWith: number | undefined;
  const listener: SocketListener = opened(socket);
  client.on('message', (data: Buffer, isBinary: boolean) => listener.message(isBinary ? data : data.toString()));
  client.on('error', (error) => {
    if ((error as { code?: string }).code?.includes('LENGTH')) failedWith = TOO_LARGE;
  });
  client.on('close', (code, reason) =>
    listener.closed(failedWith !== undefined && code === BROKEN_OFF ? failedWith : code, reason.toString()),
  );
}

/** The receiver inside `ws`, of which one method is replaced: `ws` limits messages, not frames. A test pins this. */
interface Receiver {
  _payloadLength: number;
  haveLength(done: (error?: Error) => void): void;
  createError(kind: typeof RangeError, message: string, prefix: boolean, statusCode: number, code: string): Error;
}

function limitFrames(client: WebSocket, frameBytes: number): void {
  const receiver = (client as unknown as { readonly _receiver: Receiver })._receiver;
  const { haveLength } = receiver;
  receiver.haveLength = function (done) {
    if (this._payloadLength <= frameBytes) return haveLength.call(this, done);
    done(this.createError(RangeError, 'Max frame size exceeded', false, TOO_LARGE, 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'));
  };
}
