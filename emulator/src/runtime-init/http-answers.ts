// Shared by the Runtime, Extensions and Telemetry APIs: JSON answers, refusals, bodies read within a limit.

import type { IncomingMessage, ServerResponse } from 'node:http';

/** The body of a refusal: `{ errorMessage, errorType }`. */
export interface Refusal {
  readonly status: number;
  readonly errorType: string;
  readonly errorMessage: string;
}

export const forbidden = (errorType: string, errorMessage: string): Refusal => ({ status: 403, errorType, errorMessage });

export const ACCEPTED = { status: 'OK' };

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers }).end(text);
}

export function refuse(response: ServerResponse, { status, errorMessage, errorType }: Refusal): void {
  sendJson(response, status, { errorMessage, errorType });
}

export const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Reads at most `limit` bytes and discards the rest; `undefined`: the body was longer. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
  broken: () => void,
  onChunk?: (chunk: Uint8Array) => void,
): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) chunks.length = 0;
    else if (onChunk) onChunk(chunk);
    else chunks.push(chunk);
  });
  request.on('end', () => done(size > limit ? undefined : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  request.on('close', () => {
    if (!request.complete) broken();
  });
}
