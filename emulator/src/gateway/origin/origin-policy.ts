// Decides whether a web page of another origin sent a request: from its host name, its origin, its fetch metadata and its referrer. Pure.
import { isIP } from 'node:net';
import { MACHINE_OF_CONTAINERS } from '#core/own-host-names';
import { isEmulated } from '#lib/emulated-names';
import { table } from '#lib/table';

export interface RequestFacts {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | undefined;
  /** The request looks like one of a browser (`isBrowser`). */
  readonly browser: boolean;
  /** The `Authorization` header carries a signature. A page can send that header only after a preflight. */
  readonly signedByHeader: boolean;
  /** The connection is encrypted. */
  readonly secure: boolean;
  /** The address of this machine that the connection reached. */
  readonly localAddress: string | undefined;
}

export interface Trusted {
  /** `hostName`, or a version that caches. */
  readonly nameOf: (host: string) => string;
  /** Trusted host names besides loopback and the emulated ones. */
  readonly hosts: ReadonlySet<string>;
  /** Trusted origins besides loopback. */
  readonly origins: ReadonlySet<string>;
  /** Whether a resource serves its own content under this host name (a function's URL): pages from there are not trusted. */
  readonly isContentHost: (name: string) => boolean;
  /** Whether a resource claimed this name (a custom domain): all its paths lead to that resource. */
  readonly isClaimed: (name: string) => boolean;
}

export type Verdict =
  /** `origin` is set when a web page sent the request and may read the answer. */
  | { readonly verdict: 'admit'; readonly origin?: string }
  /** Admitted only where the resource itself admits this page: by its own CORS rules, or by a signature that a page cannot make. */
  | { readonly verdict: 'cross-origin'; readonly why: string }
  | { readonly verdict: 'refuse'; readonly why: string };

/** `a.b:4566` → `a.b`, `[::1]:4566` → `::1`. */
export function hostName(host: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d+$/, '')).toLowerCase().replace(/\.$/, '');
}

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);

/** An address of loopback behind a word that SDKs put there for some operations: `sync-127.0.0.1`. No public name ends in a number. */
const PREFIXED_LOOPBACK = /^[a-z]+-127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The connection did not come over loopback: the user lets the emulator listen on a network. */
const isOverNetwork = (localAddress: string): boolean => localAddress !== '' && !isLoopback(localAddress.replace(/^::ffff:/, ''));

/**
 * Protects against DNS rebinding: a page whose name was rebound to this machine sends that name. Addresses cannot be rebound, and no public
 * name server answers for names without a dot, which containers and machines of one network use for each other.
 */
const isOurHost = (name: string, { localAddress = '' }: RequestFacts, trusted: Trusted): boolean =>
  isLoopback(name) ||
  PREFIXED_LOOPBACK.test(name) ||
  name === MACHINE_OF_CONTAINERS ||
  isEmulated(name) ||
  trusted.hosts.has(name) ||
  (isOverNetwork(localAddress) && (isIP(name) !== 0 || !name.includes('.'))) ||
  trusted.isClaimed(name);

/** Loopback and configured origins. Pages that a resource serves on a loopback name do not count: their content may come from others. */
const isOurOrigin = (origin: string, trusted: Trusted): boolean => {
  if (trusted.origins.has(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const name = hostname.replace(/^\[|\]$/g, '');
  return /^https?:$/.test(protocol) && isLoopback(name) && !trusted.isContentHost(name);
};

/** The origin of the page that a `Referer` names. Pages can leave the header out, but they cannot name another page in it. */
const refererOrigin = (referer: string): string => (URL.canParse(referer) ? new URL(referer).origin : 'null');

/** Same host, another port, hence a page on loopback. Names below `localhost` do not count: a resource's own host can be their sibling. */
const isLoopbackSibling = (fetchSite: string, name: string): boolean =>
  fetchSite === 'same-site' && isLoopback(name) && !name.endsWith('.localhost');

const crossOrigin = (why: string): Verdict => ({ verdict: 'cross-origin', why });

export function judge(facts: RequestFacts, trusted: Trusted): Verdict {
  const { host, origin, referer, fetchSite } = facts;
  const name = host === undefined ? undefined : trusted.nameOf(host);
  if (name !== undefined && !isOurHost(name, facts, trusted))
    return { verdict: 'refuse', why: `the host name ${host} is not one of the emulator's (GATEWAY_HOSTS adds names)` };
  if (origin !== undefined) {
    if (isOurOrigin(origin, trusted)) return { verdict: 'admit', origin };
    return crossOrigin(`the web origin ${origin} is not allowed (CORS_ALLOWED_ORIGINS adds origins)`);
  }
  if (fetchSite === undefined) {
    if (!mayComeUnmarked(facts, name)) return { verdict: 'admit' };
  } else if (fetchSite === 'same-origin' || fetchSite === 'none' || isLoopbackSibling(fetchSite, name ?? '')) return { verdict: 'admit' };
  if (referer !== undefined && isOurOrigin(refererOrigin(referer), trusted)) return { verdict: 'admit' };
  return crossOrigin(
    fetchSite === undefined
      ? `over plain HTTP, browsers do not tell ${host} which page sends a request; open http://localhost or a name below it instead`
      : 'a web page of another site sent it',
  );
}

/** Browsers send fetch metadata to loopback and over TLS only. A page's simple requests to other names carry no sign of the page. */
const mayComeUnmarked = ({ browser, signedByHeader, secure }: RequestFacts, name: string | undefined): boolean =>
  browser && !signedByHeader && !secure && !(name !== undefined && isLoopback(name));

/** Headers that every browser sends, and that a page can neither change nor omit in a request without preflight. */
export function isBrowser(header: (name: string) => string | undefined): boolean {
  if (header('user-agent')?.startsWith('Mozilla/')) return true;
  const language = header('accept-language');
  return (language !== undefined && language !== '*') || header('upgrade-insecure-requests') !== undefined;
}

const EXPOSED =
  'etag, x-amz-request-id, x-amzn-requestid, x-amzn-errortype, x-amz-version-id, x-amz-function-error, x-amz-log-result, x-amz-executed-version, x-amz-bucket-region, content-range, location, date';

/** Lets an admitted page read the answer. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
  vary: 'Origin',
});

/** Answers the preflight of an admitted page. */
export const preflightHeaders = (origin: string, requestHeaders: string | undefined): Record<string, string> => ({
  ...corsHeaders(origin),
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers': requestHeaders ?? '*',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
});

/**
 * Headers for an answer that a browser may show as a document. The document may run scripts, but its origin is opaque (`null`), never the
 * emulator's; and the browser must not treat it as anything but its content type.
 */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = table({
  'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads',
  'x-content-type-options': 'nosniff',
});
