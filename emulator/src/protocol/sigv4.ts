// The facts in a signature: who signed, for which service and region, and how long a presigned URL is valid.
import { Fault } from '#core/fault';
import { firstValue, type WireRequest } from './http/wire.ts';

export interface SignatureScope {
  readonly accessKeyId: string;
  readonly region: string;
  /** Signing name of the service; version 2 signatures have none. */
  readonly service?: string;
  /** The signature is in the query. */
  readonly presigned: boolean;
}

type Signed = Pick<WireRequest, 'headers' | 'query'>;

/** `AKID/20260101/us-east-1/s3/aws4_request`; the key id itself may contain slashes. */
const CREDENTIAL = /^(.+)\/\d{8}\/([^/]*)\/([^/]+)\/aws4_request$/;

function parseCredential(text: string, presigned: boolean): SignatureScope | undefined {
  const [, accessKeyId, region, service] = CREDENTIAL.exec(text) ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, region: region ?? '', service, presigned };
}

export function signatureScope({ headers, query }: Signed): SignatureScope | undefined {
  const authorization = headers['authorization'];
  if (authorization !== undefined) {
    const credential = /Credential=([^,\s]+)/.exec(authorization)?.[1];
    if (credential) return parseCredential(credential, false);
    // Version 2, still in use for objects: `AWS AKID:signature`, `?AWSAccessKeyId=…`. It names no region and no service.
    const old = /^AWS ([^:\s]+):/.exec(authorization)?.[1];
    return old === undefined ? undefined : { accessKeyId: old, region: '', presigned: false };
  }
  const credential = firstValue(query.get('X-Amz-Credential'));
  if (credential !== undefined) return parseCredential(credential, true);
  const old = query.has('Signature') ? firstValue(query.get('AWSAccessKeyId')) : undefined;
  return old === undefined ? undefined : { accessKeyId: old, region: '', presigned: true };
}

const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** Limit: time that a presigned URL is valid. */
const MAX_EXPIRES_SECONDS = 7 * 24 * 3600;

const badQuery = (message: string): Fault => new Fault('AuthorizationQueryParametersError', message, { status: 400 });

const expired = (atMs: number, nowMs: number, seconds?: string): Fault =>
  new Fault('AccessDenied', 'Request has expired', {
    status: 403,
    members: {
      ...(seconds === undefined ? {} : { 'X-Amz-Expires': seconds }),
      Expires: new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z'),
      ServerTime: new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    },
  });

/** Throws where a presigned URL is no longer, or was never, valid. Requests that are not presigned pass. */
export function checkPresignedExpiry({ query }: Pick<WireRequest, 'query'>, nowMs: number): void {
  const stamp = firstValue(query.get('X-Amz-Date'));
  const seconds = firstValue(query.get('X-Amz-Expires'));
  if (query.has('X-Amz-Credential')) {
    if (stamp === undefined || seconds === undefined)
      throw badQuery(
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      );
    const signedAt = STAMP.test(stamp) ? Date.parse(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN;
    if (Number.isNaN(signedAt)) throw badQuery("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
    if (!/^-?\d+$/.test(seconds)) throw badQuery('X-Amz-Expires should be a number');
    if (Number(seconds) < 0) throw badQuery('X-Amz-Expires must be non-negative');
    if (Number(seconds) > MAX_EXPIRES_SECONDS)
      throw badQuery(
        'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
      );
    const until = signedAt + Number(seconds) * 1000;
    if (nowMs > until) throw expired(until, nowMs, seconds);
    return;
  }
  const until = query.has('Signature') ? firstValue(query.get('Expires')) : undefined;
  if (until !== undefined && /^\d+$/.test(until) && nowMs > Number(until) * 1000) throw expired(Number(until) * 1000, nowMs);
}
