// The Runtime API over HTTP: paths, headers, sizes and refusals. `RuntimeCalls` (init.ts) decides what is allowed when.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorTypeOf, MAX_RESPONSE_BYTES, MAX_STREAMED_BYTES } from './errors.ts';
import { ACCEPTED, headerOf, type Refusal, readBody, refuse, sendJson, sendText } from './http-answers.ts';
import type { Invocation } from './invocation.ts';

/** Receives the body of an accepted response or error. */
export interface AnswerSink {
  readonly onChunk?: ((chunk: Uint8Array, contentType: string) => void) | undefined;
  response(body: Uint8Array, contentType: string, streaming: boolean): void;
  error(body: Uint8Array, errorType: string): void;
  oversize(limitBytes: number): void;
  /** The connection broke in mid-body: this counts as no answer. */
  truncated(): void;
}

export interface RuntimeCalls {
  /** A process that was started ahead asks whether it may load the user's code. */
  load(go: () => void): void;
  next(deliver: (invocation: Invocation, deadlineMs: number) => boolean): Refusal | undefined;
  answer(requestId: string, what: 'InvocationResponse' | 'InvocationErrorResponse'): Refusal | AnswerSink;
  initError(body: Uint8Array, errorType: string): Refusal | undefined;
}

const BASE = '/2018-06-01/runtime';
const invocationPath = new RegExp(`^${BASE}/invocation/([^/]+)/(response|error)$`);

/** Another API on the same port; returns false for paths of other APIs. */
export type FurtherApi = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Restricts the API to processes of its own environment, where others can reach its port. */
export interface RuntimeApiAccess {
  /** Our own bootstraps send it in the header `Emulator-Access`, which saves searching for the process. */
  readonly token: string;
  /** Whether a process of the environment holds the other end of this connection. */
  owns(connection: Connection): Promise<boolean>;
}

/** A TCP connection as its server sees it. */
export interface Connection {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localPort: number;
}

export interface RuntimeApiAddress {
  /** By default 127.0.0.1 and a free port. */
  readonly port?: number | undefined;
  /** A socket file to listen on instead, and the `host:port` that leads to it in the environment's own network. */
  readonly file?: { readonly socket: string; readonly address: string } | undefined;
  /** By default every process that reaches the port. */
  readonly access?: RuntimeApiAccess | undefined;
}

export async function listenRuntimeApi(
  calls: RuntimeCalls,
  further: FurtherApi,
  { port = 0, file, access }: RuntimeApiAddress = {},
): Promise<{ server: Server; address: string }> {
  const limits = { maxHeaderSize: 2 << 20, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
  const admitted = admission(access);
  const server = createServer(limits, (request, response) => {
    response.sendDate = false;
    if (isFromWebPage(request)) return turnAway(request, response, 'The Runtime API is for runtimes, not for web pages.');
    const decided = admitted(request);
    if (decided === true) return route(calls, further, request, response);
    void decided.then((own) => {
      if (!own) turnAway(request, response, 'This Runtime API belongs to another environment.');
      else if (!request.destroyed) route(calls, further, request, response);
    });
  });
  const where = file ? { path: file.socket } : { port, host: '127.0.0.1' };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
  if (file) return { server, address: file.address };
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** An address of the loopback interface, or a name without a dot: no web page outside this network has such a host name. */
const LOCAL_HOST = /^(127(\.\d{1,3}){3}|[^.]*)(:\d+)?$/;

/** A page can read only answers of its own origin: under a name rebound to this address it sends that name as host, and neither header. */
const isFromWebPage = ({ headers }: IncomingMessage) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined || (headers.host !== undefined && !LOCAL_HOST.test(headers.host));

function turnAway(request: IncomingMessage, response: ServerResponse, errorMessage: string): void {
  request.resume();
  response.setHeader('Connection', 'close');
  refuse(response, { status: 403, errorType: 'Forbidden', errorMessage });
}

/** Decides once per connection. */
function admission(access: RuntimeApiAccess | undefined): (request: IncomingMessage) => true | Promise<boolean> {
  if (!access) return () => true;
  const own = new WeakSet<Socket>();
  return ({ socket, headers }) => {
    if (headers['emulator-access'] === access.token) own.add(socket);
    if (own.has(socket)) return true;
    const { remoteAddress = '', remotePort = 0, localPort = 0 } = socket;
    return access.owns({ remoteAddress, remotePort, localPort }).then((owns) => {
      if (owns) own.add(socket);
      return owns;
    });
  };
}

function route(calls: RuntimeCalls, further: FurtherApi, request: IncomingMessage, response: ServerResponse) {
  const { method } = request;
  const url = request.url ?? '';
  if (method === 'GET') {
    if (url === `${BASE}/invocation/next`) return next(calls, response);
    if (url === '/_emulator/load') return calls.load(() => response.writeHead(200, { 'Content-Length': 0 }).end());
    if (url === '/2018-06-01/ping') return sendText(response, 200, 'pong');
  }
  if (method === 'POST') {
    const [, requestId, what] = invocationPath.exec(url) ?? [];
    if (requestId !== undefined) return answer(calls, request, response, decodeURIComponentSafe(requestId), what === 'error');
    if (url === `${BASE}/init/error`) return initError(calls, request, response);
  }
  if (further(request, response)) return;
  request.resume();
  sendText(response, 404, '404 page not found\n');
}

const decodeURIComponentSafe = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Header values are bytes on the wire: UTF-8 encoded as latin1, without line breaks (in JSON these are only white space). */
const headerValue = (text: string) => Buffer.from(text.replace(/[\x00-\x1f\x7f]/g, ' ')).toString('latin1');

function next(calls: RuntimeCalls, response: ServerResponse): void {
  const refusal = calls.next((invocation, deadlineMs) => {
    if (response.destroyed || response.writableEnded) return false;
    const { payload, requestId, invokedFunctionArn, traceId, clientContext, cognitoIdentity, tenantId } = invocation;
    const headers: Record<string, string | number> = {
      'Content-Type': 'application/json',
      'Content-Length': payload.length,
      'Lambda-Runtime-Aws-Request-Id': requestId,
      'Lambda-Runtime-Deadline-Ms': deadlineMs,
      'Lambda-Runtime-Invoked-Function-Arn': headerValue(invokedFunctionArn),
    };
    if (traceId) headers['Lambda-Runtime-Trace-Id'] = headerValue(traceId);
    if (clientContext) headers['Lambda-Runtime-Client-Context'] = headerValue(clientContext);
    if (cognitoIdentity) headers['Lambda-Runtime-Cognito-Identity'] = headerValue(cognitoIdentity);
    if (tenantId) headers['Lambda-Runtime-Aws-Tenant-Id'] = headerValue(tenantId);
    response.writeHead(200, headers).end(payload);
    return true;
  });
  if (refusal) refuse(response, refusal);
}

const ERROR_TYPE_HEADER = 'lambda-runtime-function-error-type';

function answer(calls: RuntimeCalls, request: IncomingMessage, response: ServerResponse, requestId: string, isError: boolean) {
  const mode = headerOf(request, 'lambda-runtime-function-response-mode');
  const badMode = !isError && mode !== undefined && mode !== 'streaming';
  const sink: Refusal | AnswerSink = badMode
    ? { status: 400, errorType: 'InvalidFunctionResponseMode', errorMessage: `Invalid function response mode: ${mode}` }
    : calls.answer(requestId, isError ? 'InvocationErrorResponse' : 'InvocationResponse');
  if ('errorType' in sink) {
    request.resume();
    return refuse(response, sink);
  }
  const streaming = mode === 'streaming';
  const contentType = headerOf(request, 'content-type') ?? 'application/json';
  const { onChunk } = sink;
  const pass = streaming && onChunk ? (chunk: Uint8Array) => onChunk(chunk, contentType) : undefined;
  const limit = pass ? MAX_STREAMED_BYTES : MAX_RESPONSE_BYTES;
  const done = (body: Uint8Array | undefined) => {
    if (body === undefined) {
      sink.oversize(limit);
      const errorMessage = `Exceeded maximum allowed payload size (${limit} bytes).`;
      return refuse(response, { status: 413, errorType: 'RequestEntityTooLarge', errorMessage });
    }
    const trailer = request.trailers[ERROR_TYPE_HEADER];
    if (isError) sink.error(body, errorTypeOf(headerOf(request, ERROR_TYPE_HEADER), body));
    else if (trailer !== undefined) sink.error(trailerBody(request), trailer);
    else sink.response(body, contentType, streaming);
    sendJson(response, 202, ACCEPTED);
  };
  readBody(request, limit, done, () => sink.truncated(), pass);
}

/** A streamed response that fails in the middle sends its error after the body. */
const trailerBody = (request: IncomingMessage) => Buffer.from(request.trailers['lambda-runtime-function-error-body'] ?? '', 'base64');

function initError(calls: RuntimeCalls, request: IncomingMessage, response: ServerResponse): void {
  const done = (body: Uint8Array | undefined) => {
    const known = body ?? new Uint8Array();
    const refusal = calls.initError(known, errorTypeOf(headerOf(request, ERROR_TYPE_HEADER), known));
    if (refusal) refuse(response, refusal);
    else sendJson(response, 202, ACCEPTED);
  };
  readBody(request, MAX_RESPONSE_BYTES, done, () => undefined);
}
