// The requests of the control channel: each post becomes an event of its line and is answered with 202.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS, type LogsBody, type StatusName } from '#runtime-init/channel-wire';
import type { InvokeOutcome } from '#runtime-init/invocation';
import type { Line, LineRefusal } from './control-line.ts';

const MAX_BYTES = 64 << 20;

const REFUSALS: Readonly<Record<LineRefusal, readonly [number, string]>> = {
  unknown: [404, 'There is no such environment.'],
  secret: [401, 'The secret of the environment is missing or wrong.'],
  second: [409, 'Another program has dialled in for this environment.'],
};

export function refuseLine(request: IncomingMessage, response: ServerResponse, refusal: LineRefusal): void {
  request.resume();
  const [status, message] = REFUSALS[refusal];
  answerText(response, status, message);
}

function answerText(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body);
}

const headerOf = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const STATUS_NAMES: readonly string[] = ['ready', 'error', 'initialised', 'reset', 'stopped'] satisfies StatusName[];

export function answerLine(line: Line, path: string, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') return ask(line, path, request, response);
  const [, requestId, what] = /^invocations\/([^/]+)\/(logs|response|error|stream)$/.exec(path) ?? [];
  const status = /^status\/([a-z]+)$/.exec(path)?.[1];
  const known = requestId !== undefined || path === 'logs' || (status !== undefined && STATUS_NAMES.includes(status));
  if (request.method !== 'POST' || !known) {
    request.resume();
    return answerText(response, 404, `Nothing is at ${path}.`);
  }
  const taken = () => response.writeHead(202, { 'Content-Length': 0 }).end();
  if (what === 'stream') return takeStream(line, decoded(requestId as string), request, taken);
  readAll(request, (body) => {
    if (!body) return answerText(response, 413, `At most ${MAX_BYTES} bytes are taken.`);
    try {
      report(line, { requestId: decoded(requestId ?? ''), what: what ?? (status ? 'status' : 'logs'), status }, request, body);
    } catch (error) {
      return answerText(response, 400, (error as Error).message);
    }
    taken();
  });
}

function ask(line: Line, path: string, request: IncomingMessage, response: ServerResponse) {
  request.resume();
  if (path === 'next') return line.wait(response);
  const sha256 = /^code\/([0-9A-Za-z_-]+)$/.exec(path)?.[1];
  const archive = sha256 === undefined ? undefined : line.events.code(sha256);
  if (!archive) return answerText(response, 404, `Nothing is at ${path}.`);
  response.writeHead(200, { 'Content-Type': 'application/x-tar' });
  line.receives(response);
  archive.on('error', () => response.destroy());
  response.on('close', () => archive.destroy());
  archive.pipe(response);
}

interface Posted {
  readonly requestId: string;
  readonly what: string;
  readonly status: string | undefined;
}

function report(line: Line, { requestId, what, status }: Posted, request: IncomingMessage, body: Buffer): void {
  const { events } = line;
  if (what === 'status') events.status(status as StatusName, body);
  else if (what === 'logs') events.logs(JSON.parse(body.toString()) as LogsBody);
  else events.outcome(requestId, outcomeOf(what, request, body));
}

function outcomeOf(what: string, request: IncomingMessage, body: Uint8Array): InvokeOutcome {
  const streaming = headerOf(request, HEADERS.mode) === 'streaming';
  if (what === 'response') return { kind: 'response', body, contentType: headerOf(request, 'content-type'), streaming };
  const kind = headerOf(request, HEADERS.kind);
  const known = kind === 'exit' || kind === 'timeout' || kind === 'oversize' || kind === 'stopped';
  return { kind: known ? kind : 'error', body, errorType: decoded(headerOf(request, HEADERS.errorType)) };
}

function takeStream(line: Line, requestId: string, request: IncomingMessage, taken: () => void): void {
  const contentType = headerOf(request, 'content-type');
  request.on('data', (chunk: Buffer) => line.events.chunk(requestId, chunk, contentType));
  request.on('end', taken);
}

function readAll(request: IncomingMessage, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  request.on('end', () => done(size > MAX_BYTES ? undefined : Buffer.concat(chunks)));
}
