// Keeps a request and its answer for a while, so that somebody may see what was sent, and send it again. Streams are not kept.
import type { IncomingMessage } from 'node:http';
import type { Kernel } from '#core/kernel';
import type { RouteResponse } from '#core/route';
import type { Bytes } from '#core/traces/payload-log';
import { isInPieces, type WireResponse } from '#protocol/http/wire';

interface Exchange {
  readonly request: IncomingMessage;
  /** Undefined for a body that was read as a stream. */
  readonly body: Uint8Array | undefined;
  readonly answer: { readonly status: number; readonly body?: WireResponse['body'] | RouteResponse['body'] };
}

export function keep(requestId: string, { request, body, answer }: Exchange, { payloads }: Kernel): void {
  if (!payloads.isOn || body === undefined) return;
  const { method = 'GET', url = '/', rawHeaders } = request;
  payloads.note(requestId, { request: { method, url, rawHeaders, status: answer.status }, input: body, output: bytesIn(answer.body) });
}

function bytesIn(body: Exchange['answer']['body'] = ''): Bytes | undefined {
  if (body === null) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return isInPieces(body as WireResponse['body']) ? (body as readonly string[]).join('') : undefined;
}
