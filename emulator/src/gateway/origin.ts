// Where a caller reached the emulator: URLs in answers start with it, so that they work for that caller.
import type { IncomingMessage } from 'node:http';
import type { World } from '#core/world';

export function originOf(request: IncomingMessage, world: Pick<World, 'origin'>): string {
  const host = request.headers.host ?? (request.headers[':authority'] as string | undefined);
  if (host === undefined || !/^[\w.\-:[\]]+$/.test(host)) return world.origin();
  return `${'encrypted' in request.socket ? 'https' : 'http'}://${host}`;
}
