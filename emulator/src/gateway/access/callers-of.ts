// Tells who sends a request: by the connection, which no caller can choose, and by the marks of browsers, which no page can change.
import type { IncomingMessage } from 'node:http';
import type { Kernel } from '#core/kernel';
import { connectionOf } from '#gateway/connections/connection-of';
import { isBrowser } from '#gateway/origin/origin-policy';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import type { CallerKind } from './may-ask.ts';

const NOBODY_ELSE: readonly CallerKind[] = [];

/** `isForeignPage`: whether the origin filter takes the request for one of a page of another origin. */
export function createCallersOf(
  { options, ownConnections }: Pick<Kernel, 'options' | 'ownConnections'>,
  isForeignPage: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => readonly CallerKind[] {
  const useOf = (request: IncomingMessage): CallerKind | undefined => {
    const connection = connectionOf(request);
    const { remoteAddress } = connection;
    // The connection is gone, and nobody can tell any more whose it was.
    if (remoteAddress === undefined) return 'forwarded';
    return remoteAddress.replace(/^::ffff:/, '') === FUNCTION_ADDRESS ? 'function' : ownConnections.useOf(connection);
  };
  return (request) => {
    const use = useOf(request);
    const isReadOnly = options.EXPLORER_READONLY && isOwnPage(request);
    const isForeign = isForeignPage(request);
    if (use === undefined && !isReadOnly && !isForeign) return NOBODY_ELSE;
    return [use, isReadOnly && 'read-only page', isForeign && 'foreign page'].filter((kind): kind is CallerKind => Boolean(kind));
  };
}

/**
 * Whether a page of the origin that the request goes to sent it. To other names than localhost, browsers mark only what has an origin; the rest is
 * taken for a page's where it looks like a browser's and names no other page.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, origin, referer, host = headers[':authority'] } = headers;
  if (site !== undefined) return site === 'same-origin';
  const isHost = (url: string): boolean => URL.canParse(url) && new URL(url).host === host;
  if (origin !== undefined) return isHost(origin);
  const header = (name: string): string | undefined => (typeof headers[name] === 'string' ? headers[name] : undefined);
  return isBrowser(header) && (referer === undefined || isHost(referer));
}
