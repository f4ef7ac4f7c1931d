// The origin by which a caller reached the emulator: URLs in answers start with it, so that they work there. EMULATOR_HOST overrides it.
import type { IncomingMessage } from 'node:http';
import type { Kernel } from '#core/kernel';

export function originOf(request: IncomingMessage, { origin, options }: Pick<Kernel, 'origin' | 'options'>): string {
  const host = request.headers.host ?? (request.headers[':authority'] as string | undefined);
  if (host === undefined || !/^[\w.\-:[\]]+$/.test(host)) return origin;
  return `${schemeOf(request)}://${options.EMULATOR_HOST ? configuredHost(options.EMULATOR_HOST, host) : host}`;
}

/** Over HTTP/2 the request itself says it, because its session and socket may be gone already. */
function schemeOf(request: IncomingMessage): 'https' | 'http' {
  const scheme = request.headers[':scheme'];
  // The socket is gone when a body breaks off.
  const socket: object = (request.socket as IncomingMessage['socket'] | null) ?? {};
  return scheme === 'https' || (scheme === undefined && 'encrypted' in socket) ? 'https' : 'http';
}

/** Adds the port that the client used, unless the configured host names one, for instance because it is published under another port. */
const configuredHost = (host: string, used: string): string => (PORT.test(host) ? host : `${host}${PORT.exec(used)?.[0] ?? ''}`);
const PORT = /:\d+$/;
