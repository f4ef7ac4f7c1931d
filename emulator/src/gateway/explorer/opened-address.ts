// Recognizes somebody who opens the emulator's address in a browser: a navigation to the bare address, without a signature. No client of the cloud sends such a request.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Names of hosts below which buckets and other resources have names of their own have a dot. */
const isBareHost = (name: string): boolean => isIP(name) !== 0 || !name.includes('.');

/**
 * Whether the request is a navigation of a browser to `/` on a host name that is no resource's.
 * @param mayShow whether a browser may show the answer as a document (`origin-filter.ts`)
 * @param hostName the name in the request's `Host`, without its port
 */
export const opensAddress = ({ method, url, headers }: IncomingMessage, mayShow: boolean, hostName: string): boolean =>
  method === 'GET' &&
  url === '/' &&
  mayShow &&
  headers.authorization === undefined &&
  headers.accept?.includes('text/html') === true &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  isBareHost(hostName);
