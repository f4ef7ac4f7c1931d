// The page that a website shows for an error where it has no document for it, as recorded in February 2026.
import { STATUS_CODES } from 'node:http';
import type { Fault } from '#core/fault';
import { hostId } from '#protocol/http/response-headers';
import { escapeXml } from '#protocol/xml/xml-text';

interface ErrorPage {
  readonly status: number;
  readonly fault: Fault;
  readonly requestId: string;
  /** Why the error document could not be shown. */
  readonly noDocument?: Fault | undefined;
}

const list = (entries: readonly (readonly [name: string, value: string])[]): string =>
  `<ul>\n${entries.map(([name, value]) => `<li>${name}: ${escapeXml(value)}</li>\n`).join('')}</ul>\n`;

const factsOf = ({ code, message, options: { members = {} } }: Fault): [string, string][] => [
  ['Code', code],
  ['Message', message],
  ...Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
];

export function errorPage({ status, fault, requestId, noDocument }: ErrorPage): string {
  const title = `${status} ${STATUS_CODES[status]}`;
  const facts = list([...factsOf(fault), ['RequestId', requestId], ['HostId', hostId(requestId)]]);
  const second = noDocument
    ? `<h3>An Error Occurred While Attempting to Retrieve a Custom Error Document</h3>\n${list(factsOf(noDocument))}`
    : '';
  return `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n${facts}${second}<hr/>\n</body>\n</html>\n`;
}
