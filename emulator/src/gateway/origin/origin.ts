// The origin by which a caller reached the emulator: URLs in answers start with it, so that they work there. EMULATOR_HOST overrides it.
import type { IncomingMessage } from 'node:http';
import type { Kernel } from '#core/kernel';
import { connectionOf } from '#gateway/connections/connection-of';

export function originOf(request: IncomingMessage, { origin, options }: Pick<Kernel, 'origin' | 'options'>): string {
  const host = request.headers.host ?? (request.headers[':authority'] as string | undefined);
  if (host === undefined || !/^[\w.\-:[\]]+$/.test(host)) return origin;
  return `${connectionOf(request).encrypted ? 'https' : 'http'}://${options.EMULATOR_HOST ? configuredHost(options.EMULATOR_HOST, host) : host}`;
}

/** Adds the port that the client used, unless the configured host names one, for instance because it is published under another port. */
const configuredHost = (host: string, used: string): string => (PORT.test(host) ? host : `${host}${PORT.exec(used)?.[0] ?? ''}`);
const PORT = /:\d+$/;
