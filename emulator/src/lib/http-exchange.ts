// One HTTP request to an endpoint that a client named: a time limit, no redirects, a response of limited size, and no way to the address
// at which machines of a cloud hand out their credentials, nor to the emulator's own endpoints.
import { lookup as lookUp } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type OutgoingRequest, whyUnsendable } from '#lib/http-message';
import type { OwnConnections } from '#lib/own-connections';
import { isClosedPath } from '#lib/own-paths';

export interface HttpExchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds until the answer is there; 5,000 by default. */
  readonly timeoutMs?: number | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  /** The words behind the status: `Not Found`. */
  readonly statusText: string;
  readonly headers: http.IncomingHttpHeaders;
  /** All headers in the order and the spelling of the endpoint: a name, its value, the next name. */
  readonly rawHeaders: readonly string[];
  /** Cut off after `MAX_ANSWER_BYTES`. */
  readonly body: string;
}

/** The endpoint was not reached, or did not answer in time. */
export class ExchangeError extends Error {
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html */
const TIMEOUT_MS = 5000;
/** Limit: bytes of an HTTP endpoint's answer that is read. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Link-local addresses and two networks besides: the services of clouds that hand out metadata and credentials have their addresses there. */
const FORBIDDEN = new BlockList();
FORBIDDEN.addSubnet('169.254.0.0', 16, 'ipv4');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN.addSubnet('fd00:ec2::', 32, 'ipv6');
FORBIDDEN.addAddress('fd20:ce::254', 'ipv6');

function isForbiddenAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && FORBIDDEN.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** The call on whose behalf a request is sent: `ctx`. */
export interface Sender {
  readonly signal: AbortSignal;
  readonly ownConnections: OwnConnections;
  /** The emulator's own address of a URL that leads to it; undefined for other URLs. */
  ownAddress(url: URL): URL | undefined;
}

/** Why nothing is sent to this URL, whoever asks for it. Names are looked at by `guardedLookup`. */
function whyForbidden(method: string, { hostname, pathname }: URL): string | undefined {
  if (isForbiddenAddress(hostname.replace(/^\[|\]$/g, ''))) return `${hostname} is a link-local address`;
  return isClosedPath(method, pathname) ? "the emulator's own endpoints are not called on behalf of others" : undefined;
}

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** Names of this machine, which few resolvers know: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const OWN_NAME = /\.localhost\.?$/i;

/** Looks every name up itself, so that no name leads where its address may not. */
const guardedLookup: LookupFunction = (hostname, options, done) => {
  if (OWN_NAME.test(hostname)) {
    if (options.all) done(null, LOOPBACK);
    else done(null, LOOPBACK[0]!.address, LOOPBACK[0]!.family);
    return;
  }
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    const allowed = error ? [] : found.filter(({ address }) => !isForbiddenAddress(address));
    const problem = error ?? (allowed.length === 0 ? new Error(`${hostname} leads to a link-local address`) : null);
    if (problem) done(problem, '', 0);
    else if (options.all) done(null, allowed);
    else done(null, allowed[0]!.address, allowed[0]!.family);
  });
};

/** The gateway finds the resource by the name that the sender asked for. */
const withHost = (headers: OutgoingRequest['headers'], { host }: URL): OutgoingRequest['headers'] =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'host') ? headers : { ...headers, host };

type RequestOptions = OutgoingRequest & { readonly signal: AbortSignal; readonly servername?: string | undefined };

/**
 * Begins a request to an address that somebody else named. Every such request begins here. The cloud's own host names and claimed ones lead to
 * the emulator without being resolved, and the gateway knows the connection.
 * @throws ExchangeError where nothing is sent there
 */
export function beginRequest(
  url: URL,
  { body, ...options }: RequestOptions,
  sender: Pick<Sender, 'ownConnections' | 'ownAddress'>,
): http.ClientRequest {
  const forbidden = whyForbidden(options.method, url) ?? whyUnsendable({ ...options, body });
  if (forbidden !== undefined) throw new ExchangeError(forbidden, false);
  const own = sender.ownAddress(url);
  const { request } = (own ?? url).protocol === 'https:' ? https : http;
  const headers = (own ? withHost(options.headers, url) : options.headers) as http.OutgoingHttpHeaders;
  const made = request(own ?? url, { ...options, headers, agent: false, lookup: guardedLookup });
  made.once('socket', (socket) => sender.ownConnections.note(socket, () => 'forwarded'));
  return made;
}

/**
 * The time limit is that of the machine's clock, because the endpoint runs on it.
 * @throws ExchangeError
 */
export function exchange({ method, url, headers, body, timeoutMs = TIMEOUT_MS }: HttpExchange, sender: Sender): Promise<HttpAnswer> {
  const { signal: abort } = sender;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)]);
    const fail = (error: Error): void =>
      reject(
        signal.aborted && !abort.aborted
          ? new ExchangeError(`no answer in ${timeoutMs / 1000} seconds`, true)
          : new ExchangeError(error.message || error.name, false),
      );
    const sent = beginRequest(url, { method, headers, body, signal }, sender);
    sent.once('response', (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          statusText: answer.statusMessage || (http.STATUS_CODES[answer.statusCode ?? 0] ?? ''),
          headers: answer.headers,
          rawHeaders: answer.rawHeaders,
          body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(),
        });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < MAX_ANSWER_BYTES) return;
        done();
        answer.destroy();
      });
      answer.once('end', done);
      answer.once('error', fail);
    });
    sent.once('error', fail);
    sent.end(body);
  });
}
