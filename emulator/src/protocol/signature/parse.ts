// Parses a request's signature: version 4 in a header or the query, version 2 as S3 still accepts it.
import { firstValue, type WireRequest } from '#protocol/http/wire';
import type { CredentialScope } from './canonical-request.ts';

export interface SignatureV4 {
  readonly version: 4;
  readonly presigned: boolean;
  readonly accessKeyId: string;
  readonly scope: CredentialScope;
  readonly signedHeaders: readonly string[];
  readonly provided: string;
  /** `20261122T143000Z`, or the value of the `Date` header. */
  readonly timestamp: string;
  readonly token: string | undefined;
}

export interface SignatureV2 {
  readonly version: 2;
  readonly presigned: boolean;
  readonly accessKeyId: string;
  readonly provided: string;
  readonly token: string | undefined;
}

/** `why`: the reason, in words that clients receive. */
export interface Malformed {
  readonly why: string;
  /** The answer for objects, which tell it otherwise of a signature in the query. */
  readonly inQuery?: { readonly code: string; readonly message: string; readonly status: number };
}

type Signed = Pick<WireRequest, 'headers' | 'query'>;

const CREDENTIAL = /[\s,]Credential=([^,\s]*)/;
const SIGNED_HEADERS = /[\s,]SignedHeaders=([^,\s]*)/;
const SIGNATURE = /[\s,]Signature=([^,\s]*)/;
const STAMP = /^\d{8}T\d{6}Z$/;

/** Undefined where the request is not signed. */
export function parseSignature({ headers, query }: Signed): SignatureV4 | SignatureV2 | Malformed | undefined {
  const authorization = headers['authorization'];
  const token = headers['x-amz-security-token'];
  if (authorization?.startsWith('AWS4-HMAC-SHA256')) return fromHeader(authorization, headers, token);
  const [, keyId, provided] = /^AWS ([^:\s]+):(\S+)$/.exec(authorization ?? '') ?? [];
  if (keyId !== undefined && provided !== undefined) return { version: 2, presigned: false, accessKeyId: keyId, provided, token };
  if (authorization !== undefined) return { why: 'Unsupported Authorization Type' };
  const value = (name: string): string | undefined => firstValue(query.get(name));
  if (query.has('X-Amz-Credential'))
    return versionFour({
      presigned: true,
      credential: value('X-Amz-Credential'),
      signedHeaders: value('X-Amz-SignedHeaders'),
      provided: value('X-Amz-Signature'),
      timestamp: value('X-Amz-Date'),
      token: value('X-Amz-Security-Token'),
    });
  const [old, signature] = [value('AWSAccessKeyId'), value('Signature')];
  if (old === undefined && signature === undefined) return undefined;
  if (old === undefined || signature === undefined || !query.has('Expires')) return INCOMPLETE;
  return { version: 2, presigned: true, accessKeyId: old, provided: signature, token: value('x-amz-security-token') };
}

const INCOMPLETE_TEXT = 'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters';
const INCOMPLETE: Malformed = { why: INCOMPLETE_TEXT, inQuery: { code: 'AccessDenied', message: INCOMPLETE_TEXT, status: 403 } };
const BAD_CREDENTIAL = {
  code: 'AuthorizationQueryParametersError',
  message:
    'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
  status: 400,
};

function fromHeader(authorization: string, headers: Signed['headers'], token: string | undefined) {
  const timestamp = headers['x-amz-date'] ?? headers['date'];
  const stamp = timestamp === undefined || STAMP.test(timestamp) ? timestamp : fromHttpDate(timestamp);
  return versionFour({
    presigned: false,
    credential: CREDENTIAL.exec(authorization)?.[1],
    signedHeaders: SIGNED_HEADERS.exec(authorization)?.[1],
    provided: SIGNATURE.exec(authorization)?.[1],
    timestamp: stamp,
    token,
  });
}

function fromHttpDate(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
}

interface Written {
  readonly presigned: boolean;
  readonly credential: string | undefined;
  readonly signedHeaders: string | undefined;
  readonly provided: string | undefined;
  readonly timestamp: string | undefined;
  readonly token: string | undefined;
}

function versionFour({ presigned, credential, signedHeaders, provided, timestamp, token }: Written): SignatureV4 | Malformed {
  if (credential === undefined) return { why: "Authorization header requires 'Credential' parameter." };
  if (!provided) return { why: "Authorization header requires 'Signature' parameter." };
  if (!signedHeaders) return { why: "Authorization header requires 'SignedHeaders' parameter." };
  const [, accessKeyId, date, region, service] = /^(.+)\/(\d{8})\/([^/]*)\/([^/]+)\/aws4_request$/.exec(credential) ?? [];
  if (accessKeyId === undefined || date === undefined || service === undefined)
    return {
      why: `Credential must have five slash-delimited elements, ended by aws4_request, got '${credential}'.`,
      ...(presigned && { inQuery: BAD_CREDENTIAL }),
    };
  if (timestamp === undefined || !STAMP.test(timestamp)) return { why: "Request requires a valid 'Date' or 'X-Amz-Date'." };
  if (!timestamp.startsWith(date))
    return { why: `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date: '${date}'.` };
  const scope = { date, region: region ?? '', service };
  return { version: 4, presigned, accessKeyId, scope, signedHeaders: signedHeaders.split(';'), provided, timestamp, token };
}
