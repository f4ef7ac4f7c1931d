// Where a caller reached the emulator: URLs in answers start with it, so that they work for that caller. EMULATOR_HOST names another host.
import type { IncomingMessage } from 'node:http';
import type { Kernel } from '#core/kernel';

export function originOf(request: IncomingMessage, { origin, options }: Pick<Kernel, 'origin' | 'options'>): string {
  const host = request.headers.host ?? (request.headers[':authority'] as string | undefined);
  if (host === undefined || !/^[\w.\-:[\]]+$/.test(host)) return origin;
  return `${schemeOf(request)}://${options.EMULATOR_HOST ? toldHost(options.EMULATOR_HOST, host) : host}`;
}

/** Over HTTP/2 the request says it: its session may be gone already, and the socket with it. */
function schemeOf(request: IncomingMessage): 'https' | 'http' {
  const told = request.headers[':scheme'];
  // A body that breaks off takes the socket with it.
  const socket: object = (request.socket as IncomingMessage['socket'] | null) ?? {};
  return told === 'https' || (told === undefined && 'encrypted' in socket) ? 'https' : 'http';
}

/** The port that the client used, unless one is told: who published it under another knows, we do not. */
const toldHost = (told: string, used: string): string => (PORT.test(told) ? told : `${told}${PORT.exec(used)?.[0] ?? ''}`);
const PORT = /:\d+$/;
