// Connections with a half-sent request end, and connections that are only quiet do not. Real time, in seconds: these limits
// are about the machine's clock.
import { EventEmitter } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthority } from '#gateway/tls/authority';
import { OwnConnections } from '#lib/own-connections';
import { maxConnections } from './connection-limits.ts';
import { createHttpServers } from './http-servers.ts';
import { openListener } from './listener.ts';
import { createMux, type Mux } from './mux.ts';

const LIMIT_MS = 1000;
const LIMITS = { firstBytesMs: LIMIT_MS, headersMs: LIMIT_MS, bodyPauseMs: LIMIT_MS, idleSessionMs: LIMIT_MS };

let mux: Mux;
/** Emits each connection before it is served. */
const connections = new EventEmitter();
let port: number;
/** `/slow` answers when its body has ended and all limits are over, as a long poll does; the others when their body has ended. */
const handler: http.RequestListener = (request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString('latin1');
  });
  request.on('error', () => {});
  request.on('end', async () => {
    if (request.url === '/slow') await limitsAreOver();
    response.end(`done ${body}`);
  });
};

beforeAll(async () => {
  const authority = await openAuthority(undefined);
  const servers = createHttpServers({ request: handler, upgrade: (_, socket) => socket.destroy() }, async () => authority, LIMITS);
  const listener = await openListener('127.0.0.1:0');
  const serve = (take: (socket: net.Socket) => void): void =>
    listener.serve((socket) => {
      connections.emit('connection', socket);
      take(socket);
    });
  mux = createMux({
    listener: { ...listener, serve },
    servers,
    limits: LIMITS,
    ownConnections: new OwnConnections(listener.port),
    failed: () => {},
  });
  port = listener.port;
});
afterAll(() => mux.close(0));

/** Resolves with what was received when the connection has ended. */
const untilEnd = (socket: net.Socket, ...pieces: (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    for (const piece of pieces) socket.write(piece);
  });
const raw = (...pieces: (string | Buffer)[]) => untilEnd(net.connect(port, '127.0.0.1'), ...pieces);
const overTls = (...pieces: (string | Buffer)[]) =>
  untilEnd(tls.connect({ host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false }), ...pieces);

const HALF_HEAD = 'GET / HTTP/1.1\r\nHost: x\r\nX-A';
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf';
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
const HALF_HEADERS = Buffer.from([0, 0, 200, 1, 0, 0, 0, 0, 1, 0x82]);
const TOO_LARGE = Buffer.from([0, 255, 255, 1, 4, 0, 0, 0, 1, ...Buffer.alloc(300, 7)]);

/** Connections that are as old as the caller's, and that break a limit each, have ended. */
const limitsAreOver = (): Promise<unknown> => Promise.all([raw(), raw(HALF_HEAD), raw(HALF_BODY)]);

describe.concurrent('a connection ends where the client sends', () => {
  it('nothing', () => raw());
  it('half of the headers', async () => expect(await raw(HALF_HEAD)).toContain('408'));
  it('half of the headers, over TLS', async () => expect(await overTls(HALF_HEAD)).toContain('408'));
  it('half of the headers of a second request', async () =>
    expect(await raw('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX')).toMatch(/200 OK.*408/s));
  it('half of a body', async () => expect(await raw(HALF_BODY)).toContain('408'));
  it('half of a chunked body, over TLS', async () =>
    expect(await overTls('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n')).toContain('408'));
  it('half of a TLS hello', () => raw(Buffer.from([0x16, 3, 1, 2, 0, 1, 0])));
  it('half of the headers, in HTTP/2', () => raw(PREFACE, SETTINGS, HALF_HEADERS));
});

describe('a connection ends where', () => {
  it.each(['end', 'resetAndDestroy'] as const)('the client sends frames that HTTP/2 does not know, and goes (%s)', async (leave) => {
    const ended = new Promise<void>((resolve) => connections.once('connection', (socket: net.Socket) => socket.once('close', resolve)));
    const client = net.connect(port, '127.0.0.1').resume();
    client.on('error', () => {}).write(Buffer.concat([PREFACE, SETTINGS, TOO_LARGE]), () => client[leave]());
    await ended;
  });
});

it('a stream of HTTP/2 ends where its body is half sent, and its session goes on', async () => {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  const stream = session.request({ ':method': 'POST', ':path': '/' }, { endStream: false });
  stream.on('error', () => {});
  stream.write('half');
  await new Promise((resolve) => stream.on('close', resolve));
  expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
  const second = session.request({ ':path': '/' });
  expect(await new Promise((resolve) => second.on('response', (headers) => resolve(headers[':status'])))).toBe(200);
  session.destroy();
});

describe.concurrent('a connection goes on where', () => {
  it('the answer takes long', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST', body: 'whole' });
    expect(await answer.text()).toBe('done whole');
  });
  it('the answer takes long, in HTTP/2', async () => {
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const stream = session.request({ ':method': 'POST', ':path': '/slow' });
    stream.end('whole');
    let text = '';
    for await (const piece of stream) text += piece;
    expect(text).toBe('done whole');
    session.destroy();
  });
  it('the body comes slowly', async () => {
    const upload = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/' });
    const answered = new Promise<http.IncomingMessage>((resolve) => upload.on('response', resolve));
    const pieces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const next = (): void => {
      const piece = pieces.shift();
      if (piece === undefined) return void upload.end();
      upload.write(piece);
      setTimeout(next, LIMIT_MS / 5);
    };
    next();
    let text = '';
    for await (const piece of await answered) text += piece;
    expect(text).toBe('done abcdefgh');
  });
  it('a client keeps it for later', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = (path: string) =>
      new Promise<net.Socket>((resolve, reject) => {
        const request = http.get({ host: '127.0.0.1', port, path, agent }, (answer) => {
          const { socket } = answer;
          answer.resume().on('end', () => resolve(socket));
        });
        request.on('error', reject);
      });
    const first = await get('/');
    await limitsAreOver();
    expect(await get('/')).toBe(first);
    agent.destroy();
  });
});

it('connections leave file descriptors for the emulator itself', () => {
  const limits = (files: string) =>
    `Limit   Soft Limit   Hard Limit   Units\nMax open files            ${files}                 ${files}                 files\n`;
  expect([
    maxConnections(limits('1024')),
    maxConnections(limits('200')),
    maxConnections(limits('unlimited')),
    maxConnections(undefined),
  ]).toEqual([896, 100, undefined, undefined]);
});
