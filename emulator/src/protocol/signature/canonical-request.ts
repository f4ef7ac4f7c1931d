// The canonical request of signature version 4, from a request as it arrived on the wire. Pure.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html

import { createHash, createHmac } from 'node:crypto';
import { percentEncoded } from '#lib/percent-encoding';
import { own } from '#lib/table';
import type { WireRequest } from '#protocol/http/wire';

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
export const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** The parts of `20261122/us-east-1/s3/aws4_request`. */
export interface CredentialScope {
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export const scopeText = ({ date, region, service }: CredentialScope): string => `${date}/${region}/${service}/aws4_request`;

export const signingKey = (secret: string, { date, region, service }: CredentialScope): Buffer =>
  hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `single`: encoded once, as for S3. All other services encode the wire's path once more, and resolve its dots and empty segments. */
export function canonicalPath(path: string, single: boolean): string {
  if (single)
    return path
      .split('/')
      .map((part) => percentEncoded(decoded(part)))
      .join('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(percentEncoded(part));
  }
  return parts.length === 0 ? '/' : `/${parts.join('/')}${path.endsWith('/') ? '/' : ''}`;
}

function canonicalQuery(query: WireRequest['query']): string {
  const pairs = [...query].flatMap(([key, value]) =>
    [value].flat().map((each) => [percentEncoded(key), percentEncoded(String(each))] as const),
  );
  const kept = pairs.filter(([key]) => key !== 'X-Amz-Signature');
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return kept
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

export interface CanonicalParts {
  readonly request: Pick<WireRequest, 'method' | 'path' | 'query' | 'headers'>;
  /** In lower case, in the order of the signature. */
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
  readonly singleEncoding: boolean;
}

export function canonicalRequest({ request, signedHeaders, payloadHash, singleEncoding }: CanonicalParts): string {
  const { method, path, query, headers } = request;
  const lines = signedHeaders.map((name) => `${name}:${(own(headers, name) ?? '').trim().replace(/ +/g, ' ')}\n`);
  const text = [method, canonicalPath(path, singleEncoding), canonicalQuery(query), lines.join(''), signedHeaders.join(';'), payloadHash];
  return text.join('\n');
}

export const stringToSign = (timestamp: string, scope: CredentialScope, canonical: string): string =>
  ['AWS4-HMAC-SHA256', timestamp, scopeText(scope), sha256(canonical)].join('\n');
