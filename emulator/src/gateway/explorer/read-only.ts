// EXPLORER_READONLY, where the explorer cannot get around it: a page of the emulator's own origin reads, and changes nothing. No other page has that
// origin: documents that users store are answered without it. Browsers mark the requests of pages, and no page can change the marks.
import type { IncomingMessage } from 'node:http';

/** Operations that only read. The explorer's build takes this expression over (`wire:protocols`). */
export const READS =
  /^(Get|List|Describe|BatchGet|Query$|Scan$|Filter|Test(?!Invoke)|Simulate|Head|Lookup|Search|Validate|Estimate|Detect)/;

/** Endpoints of the emulator that take a body and change nothing. */
const READING_POSTS: ReadonlySet<string> = new Set(['/_emulator/explain']);

export const READ_ONLY = 'EXPLORER_READONLY is set, and pages of this origin change nothing';

/** Whether a page of the origin that the request goes to sent it. Over plain HTTP, other names than localhost get an origin alone. */
export function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

export const isReadingMethod = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

export const readsEmulator = ({ method }: IncomingMessage, path: string): boolean =>
  isReadingMethod(method) || READING_POSTS.has(path.split('?', 1)[0]!);

export const readsCloud = (operation: string): boolean => READS.test(operation);
