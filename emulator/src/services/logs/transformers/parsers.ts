// The parsers of transformers: they take fields from the text of an event.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation-Configurable.html
import { isObject, readObject } from '#lib/json-object';
import { dictionary } from '#lib/table';
import type { CSV, ParseJSON, ParseKeyValue } from '#model/logs';
import { type EventDocument, type Fields, NotTransformed } from './document.ts';

const WHOLE = '@message';

export function parseJson({ source = WHOLE, destination }: ParseJSON, document: EventDocument): void {
  const fields = readObject(document.text(source));
  if (!fields) throw new NotTransformed(`${source} is no JSON object`);
  document.merge({ ...fields }, destination);
}

export function parseCsv(
  { source = WHOLE, delimiter = ',', quoteCharacter = '"', columns, destination }: CSV,
  document: EventDocument,
): void {
  const fields: Fields = dictionary();
  const separator = delimiter === '\\t' ? '\t' : delimiter;
  for (const [at, value] of splitQuoted(document.text(source), separator, quoteCharacter).entries())
    fields[columns?.[at] ?? `column_${at + 1}`] = value;
  document.merge(fields, destination);
}

/** A doubled quote in a quoted value stands for one. */
function splitQuoted(text: string, delimiter: string, quote: string): string[] {
  const values: string[] = [];
  for (let at = 0; at <= text.length; ) {
    if (text[at] !== quote) {
      const end = text.indexOf(delimiter, at);
      values.push(end < 0 ? text.slice(at) : text.slice(at, end));
      if (end < 0) break;
      at = end + delimiter.length;
      continue;
    }
    const parts: string[] = [];
    let from = at + 1;
    for (;;) {
      const end = text.indexOf(quote, from);
      parts.push(text.slice(from, end < 0 ? undefined : end));
      at = end < 0 ? text.length : end + 1;
      if (text[at] !== quote) break;
      parts.push(quote);
      from = at + 1;
    }
    values.push(parts.join(''));
    const next = text.indexOf(delimiter, at);
    if (next < 0) break;
    at = next + delimiter.length;
  }
  return values;
}

export function parseKeyValue(given: ParseKeyValue, document: EventDocument): void {
  const { source = WHOLE, destination, fieldDelimiter = '&', keyValueDelimiter = '=', keyPrefix = '', nonMatchValue } = given;
  const fields: Fields = dictionary();
  for (const pair of document.text(source).split(fieldDelimiter)) {
    const at = pair.indexOf(keyValueDelimiter);
    const key = keyPrefix + (at < 0 ? pair : pair.slice(0, at)).trim();
    if (at < 0 && nonMatchValue === undefined) continue;
    if (key !== keyPrefix) fields[key] = at < 0 ? nonMatchValue : pair.slice(at + keyValueDelimiter.length).trim();
  }
  if (destination !== undefined) document.set(destination, fields, given.overwriteIfExists ?? false);
  else
    for (const [key, value] of Object.entries(fields))
      if (given.overwriteIfExists || document.get(key) === undefined) document.merge({ [key]: value }, undefined);
}

const numberOr = (text: string): unknown => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text);

const VPC = [
  'version',
  'accountId',
  'interfaceId',
  'srcAddr',
  'dstAddr',
  'srcPort',
  'dstPort',
  'protocol',
  'packets',
  'bytes',
  'start',
  'end',
  'action',
  'logStatus',
];
const TEXTS = new Set(['accountId', 'interfaceId', 'srcAddr', 'dstAddr']);

export function parseVpc(document: EventDocument): void {
  const values = document.message.trim().split(' ');
  if (values.length !== VPC.length) throw new NotTransformed('the message is no flow log of the default format');
  document.merge(Object.fromEntries(VPC.map((name, at) => [name, TEXTS.has(name) ? values[at] : numberOr(values[at]!)])), undefined);
}

const ROUTE53 = [
  'version',
  'queryTimestamp',
  'hostZoneId',
  'queryName',
  'queryType',
  'responseCode',
  'protocol',
  'edgeLocation',
  'resolverIp',
  'ednsClientSubnet',
];

export function parseRoute53(document: EventDocument): void {
  const values = document.message.trim().split(' ');
  if (values.length !== ROUTE53.length) throw new NotTransformed('the message is no log of public DNS queries');
  document.merge(Object.fromEntries(ROUTE53.map((name, at) => [name, name === 'version' ? numberOr(values[at]!) : values[at]])), undefined);
}

const CLOUDFRONT = (
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) ' +
  'x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher ' +
  'x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type ' +
  'sc-content-type sc-content-len sc-range-start sc-range-end'
).split(' ');

export function parseCloudfront(document: EventDocument): void {
  const values = document.message.trimEnd().split('\t');
  if (values.length !== CLOUDFRONT.length) throw new NotTransformed('the message is no standard log of a distribution');
  document.merge(Object.fromEntries(CLOUDFRONT.map((name, at) => [name, numberOr(decoded(values[at]!))])), undefined);
}

/** Values are percent-encoded; text that is none stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const POSTGRES = /^([^:]*:[^:]*:[^:]*):([^:]*):([^@:]*)@([^:]*):\[(\d+)\]:([A-Z]+\d?): *([\s\S]*)$/;

export function parsePostgres(document: EventDocument): void {
  const [, logTime, srcIp, userName, dbName, processId, logLevel] = POSTGRES.exec(document.message) ?? [];
  if (logTime === undefined) throw new NotTransformed('the message is no line of PostgreSQL');
  document.merge({ logTime, srcIp, userName, dbName, processId, logLevel }, undefined);
}

/** Headers and labels become objects by their names. */
export function parseWaf(document: EventDocument): void {
  const fields = readObject(document.message);
  if (!fields) throw new NotTransformed('the message is no JSON object');
  const changed: Fields = { ...fields };
  const { httpRequest: request, labels } = changed;
  if (isObject(request) && Array.isArray(request['headers'])) changed['httpRequest'] = { ...request, headers: byName(request['headers']) };
  if (Array.isArray(labels)) changed['labels'] = byName(labels);
  document.merge(changed, undefined);
}

function byName(list: readonly unknown[]): Fields {
  const named: Fields = dictionary();
  for (const each of list) {
    const { name, value = name } = isObject(each) ? (each as { name?: unknown; value?: unknown }) : {};
    if (typeof name === 'string') named[name] = value;
  }
  return named;
}
