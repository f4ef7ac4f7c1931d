// Requests over HTTP as runs. Neither queries nor headers enter a trace: they hold tokens.
import type { RouteResponse } from '#core/route';

/** Characters of the beginning of a body. */
const MAX_BEGINNING = 300;

/** `GET /orders → 200`; the path without its query. */
export const requestName = (method: string, path: string, status: number): string => `${method} ${path} → ${status}`;

/** The beginning of an answer's body, in one line; empty for a body that streams. */
export function bodyBeginning(body: RouteResponse['body'] = ''): string {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return '';
  const text = typeof body === 'string' ? body.slice(0, MAX_BEGINNING + 1) : Buffer.from(body.subarray(0, MAX_BEGINNING + 1)).toString();
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_BEGINNING ? `${line.slice(0, MAX_BEGINNING)}…` : line;
}
