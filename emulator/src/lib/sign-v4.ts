// Signature version 4 for requests that the emulator itself sends to the real cloud. Pure.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from 'node:crypto';
import { table } from '#lib/table';
import { percentEncoded } from './percent-encoding.ts';

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface Signable {
  /** `GET` by default. */
  readonly method?: string;
  readonly url: Pick<URL, 'host' | 'pathname' | 'searchParams'>;
  readonly body?: string | Uint8Array | undefined;
  /** Further headers that are signed; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The path is signed as it is sent, as for objects. */
  readonly isSignedAsSent?: boolean;
  readonly service: string;
  readonly region: string;
  readonly atMs: number;
}

export const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers that sign a request. */
export function signedHeaders(
  { method = 'GET', url, body = '', service, region, atMs, headers: given = {}, isSignedAsSent = false }: Signable,
  key: SigningKey,
): Record<string, string> {
  const stamp = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = table({
    ...given,
    host: url.host,
    'x-amz-date': stamp,
    ...(key.sessionToken && { 'x-amz-security-token': key.sessionToken }),
  });
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams].map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).sort();
  const head = names.map((name) => `${name}:${headers[name]!.trim().replace(/ +/g, ' ')}\n`).join('');
  // The path is encoded already, and once more for the signature, as every service but S3 wants it.
  const path = isSignedAsSent ? url.pathname : url.pathname.split('/').map(percentEncoded).join('/');
  const canonical = [method, path, query.join('&'), head, names.join(';'), digest(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, digest(canonical)].join('\n');
  const signingKey = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${key.secretAccessKey}`, day));
  const signature = hmac(signingKey, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
