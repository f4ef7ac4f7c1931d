// Keeps web pages out: decides from a request's host, origin and fetch metadata, before anything is dispatched.
import { isIP } from 'node:net';
import { isEmulated } from '#lib/emulated-names';

export interface Facts {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The address of this machine that the connection reached. */
  readonly localAddress: string | undefined;
}

export interface Trusted {
  /** `hostName`, or one that remembers. */
  readonly nameOf: (host: string) => string;
  /** Host names besides loopback and the emulated ones. */
  readonly hosts: ReadonlySet<string>;
  /** Origins besides loopback. */
  readonly origins: ReadonlySet<string>;
}

export type Verdict =
  /** `origin` is there when a web page asks that may read the answer. */
  | { readonly verdict: 'admit'; readonly origin?: string }
  /** Admitted only where the resource itself lets this page in (presigned, a function's URL, a bucket's own CORS). */
  | { readonly verdict: 'foreign-page'; readonly why: string }
  | { readonly verdict: 'refuse'; readonly why: string };

/** `a.b:4566` → `a.b`, `[::1]:4566` → `::1`. */
export function hostName(host: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d+$/, '')).toLowerCase().replace(/\.$/, '');
}

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);

/** By which containers reach the machine they run on. The domain is reserved: no name server of the world answers for it. */
const MACHINE_OF_CONTAINERS = 'host.docker.internal';

/** The connection did not come by loopback: whoever started the emulator lets it listen there. */
const isOverNetwork = (localAddress: string): boolean => localAddress !== '' && !isLoopback(localAddress.replace(/^::ffff:/, ''));

/**
 * A page whose name was made to lead here shows that name. An address cannot be made to lead elsewhere; and no name server of the world answers
 * for names without a dot, by which containers and machines of one network know each other.
 */
const isOurHost = (name: string, { localAddress = '' }: Facts, trusted: Trusted): boolean =>
  isLoopback(name) ||
  name === MACHINE_OF_CONTAINERS ||
  isEmulated(name) ||
  trusted.hosts.has(name) ||
  (isOverNetwork(localAddress) && (isIP(name) !== 0 || !name.includes('.')));

const isOurOrigin = (origin: string, trusted: Trusted): boolean => {
  if (trusted.origins.has(origin)) return true;
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && isLoopback(hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return false;
  }
};

export function judge(facts: Facts, trusted: Trusted): Verdict {
  const { host, origin, fetchSite } = facts;
  if (host !== undefined && !isOurHost(trusted.nameOf(host), facts, trusted))
    return { verdict: 'refuse', why: `the host name ${host} is not one of the emulator's (GATEWAY_HOSTS adds names)` };
  if (origin !== undefined) {
    if (isOurOrigin(origin, trusted)) return { verdict: 'admit', origin };
    return { verdict: 'foreign-page', why: `the web origin ${origin} is not allowed (CORS_ALLOWED_ORIGINS adds origins)` };
  }
  if (fetchSite === 'cross-site') return { verdict: 'foreign-page', why: 'a web page of another site asked for it' };
  return { verdict: 'admit' };
}

const EXPOSED =
  'etag, x-amz-request-id, x-amzn-requestid, x-amzn-errortype, x-amz-version-id, x-amz-function-error, x-amz-log-result, x-amz-executed-version, x-amz-bucket-region, content-range, location, date';

/** What a page that was admitted gets to see. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
  vary: 'Origin',
});

/** Answers a preflight of a page that was admitted. */
export const preflightHeaders = (origin: string, requestHeaders: string | undefined): Record<string, string> => ({
  ...corsHeaders(origin),
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers': requestHeaders ?? '*',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
});

/** Makes what is shown in a tab a page without an origin: it may run, but nothing of ours is its own. */
export const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';
