// Signature version 4 for requests that the emulator itself sends to the real cloud. Pure.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request without a body. */
export interface Signable {
  readonly url: URL;
  readonly service: string;
  readonly region: string;
  readonly atMs: number;
}

const EMPTY_BODY = createHash('sha256').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The headers that sign a GET request. */
export function signedHeaders({ url, service, region, atMs }: Signable, key: SigningKey): Record<string, string> {
  const stamp = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-date': stamp,
    ...(key.sessionToken && { 'x-amz-security-token': key.sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const head = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['GET', url.pathname, query.join('&'), head, names.join(';'), EMPTY_BODY].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signingKey = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${key.secretAccessKey}`, day));
  const signature = hmac(signingKey, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
