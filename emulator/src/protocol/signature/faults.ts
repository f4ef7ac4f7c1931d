// Answers to requests whose signature is missing or wrong, in the words of each family of protocols.

import { Fault } from '#core/fault';
import { isoSeconds } from '#lib/iso-seconds';
import type { ProtocolId } from '#protocol/ir';
import type { Malformed } from './parse.ts';

/** The texts that a client needs to compare with its own. */
export interface Mismatch {
  readonly accessKeyId: string;
  readonly provided: string;
  readonly stringToSign: string;
  /** Undefined for version 2 and for chunks. */
  readonly canonicalRequest?: string | undefined;
}

export interface SignatureFaults {
  mismatch(facts: Mismatch): Fault;
  unknownKey(accessKeyId: string): Fault;
  missing(): Fault;
  malformed(why: string, inQuery?: Malformed['inQuery']): Fault;
  wrongToken(token: string): Fault;
  expiredToken(token: string): Fault;
  /** `signedAt`: the time as the request wrote it. */
  skewed(signedAt: string, signedMs: number, nowMs: number): Fault;
  wrongScope(expected: string): Fault;
}

/** Limit: time that a client's clock may differ, where SIGNATURES is `verify`. */
export const MAX_SKEW_MS = 15 * 60_000;

const MISMATCH = 'The request signature we calculated does not match the signature you provided. Check your';
const INVALID_TOKEN = 'The security token included in the request is invalid.';
const EXPIRED_TOKEN = 'The security token included in the request is expired';
/** `20261122T143000Z` */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
const bytesOf = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const S3: SignatureFaults = {
  mismatch: ({ accessKeyId, provided, stringToSign, canonicalRequest }) =>
    new Fault('SignatureDoesNotMatch', `${MISMATCH} key and signing method.`, {
      status: 403,
      members: {
        AWSAccessKeyId: accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: provided,
        StringToSignBytes: bytesOf(stringToSign),
        ...(canonicalRequest === undefined ? {} : { CanonicalRequest: canonicalRequest, CanonicalRequestBytes: bytesOf(canonicalRequest) }),
      },
    }),
  unknownKey: (AWSAccessKeyId) =>
    new Fault('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
      status: 403,
      members: { AWSAccessKeyId },
    }),
  missing: () => new Fault('AccessDenied', 'Access Denied', { status: 403 }),
  malformed: (why, inQuery) =>
    inQuery
      ? new Fault(inQuery.code, inQuery.message, { status: inQuery.status })
      : new Fault('AuthorizationHeaderMalformed', `The authorization header is malformed; ${why}`, { status: 400 }),
  wrongToken: (token) =>
    new Fault('InvalidToken', 'The provided token is malformed or otherwise invalid.', { status: 400, members: { 'Token-0': token } }),
  expiredToken: (token) => new Fault('ExpiredToken', 'The provided token has expired.', { status: 400, members: { 'Token-0': token } }),
  skewed: (signedAt, _, nowMs) =>
    new Fault('RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.', {
      status: 403,
      members: { RequestTime: signedAt, ServerTime: isoSeconds(nowMs), MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS) },
    }),
  wrongScope: (expected) => S3.malformed(`incorrect service. This endpoint belongs to "${expected}".`),
};

/** The codes of the query and JSON protocols for the same errors. */
interface Codes {
  readonly mismatch: string;
  readonly unknownKey: string;
  readonly missing: readonly [code: string, message: string];
  readonly malformed: string;
  readonly expiredToken: string;
  readonly status: number;
}

function common(codes: Codes): SignatureFaults {
  const { status } = codes;
  const unknownKey = () => new Fault(codes.unknownKey, INVALID_TOKEN, { status });
  return {
    mismatch: ({ stringToSign, canonicalRequest }) =>
      new Fault(
        codes.mismatch,
        `${MISMATCH} AWS Secret Access Key and signing method. Consult the service documentation for details.\n\nThe Canonical String for this request should have been\n'${canonicalRequest ?? ''}'\n\nThe String-to-Sign should have been\n'${stringToSign}'\n`,
        { status },
      ),
    unknownKey,
    missing: () => new Fault(codes.missing[0], codes.missing[1], { status }),
    malformed: (why) => new Fault(codes.malformed, why, { status: 400 }),
    wrongToken: unknownKey,
    expiredToken: () => new Fault(codes.expiredToken, EXPIRED_TOKEN, { status }),
    skewed: (signedAt, signedMs, nowMs) => {
      const [now, border] = [stampOf(nowMs), stampOf(nowMs + (signedMs < nowMs ? -MAX_SKEW_MS : MAX_SKEW_MS))];
      const text =
        signedMs < nowMs
          ? `Signature expired: ${signedAt} is now earlier than ${border} (${now} - 15 min.)`
          : `Signature not yet current: ${signedAt} is still later than ${border} (${now} + 15 min.)`;
      return new Fault(codes.mismatch, text, { status });
    },
    wrongScope: (expected) => new Fault(codes.mismatch, `Credential should be scoped to correct service: '${expected}'. `, { status }),
  };
}

const QUERY = common({
  mismatch: 'SignatureDoesNotMatch',
  unknownKey: 'InvalidClientTokenId',
  missing: ['MissingAuthenticationToken', 'Request is missing Authentication Token'],
  malformed: 'IncompleteSignature',
  expiredToken: 'ExpiredToken',
  status: 403,
});
const jsonFaults = (status: number): SignatureFaults =>
  common({
    mismatch: 'InvalidSignatureException',
    unknownKey: 'UnrecognizedClientException',
    missing: ['MissingAuthenticationTokenException', 'Missing Authentication Token'],
    malformed: 'IncompleteSignatureException',
    expiredToken: 'ExpiredTokenException',
    status,
  });
const JSON_RPC = jsonFaults(400);
const REST_JSON = jsonFaults(403);

export function faultsOf(protocol: ProtocolId): SignatureFaults {
  if (protocol === 'restXml') return S3;
  if (protocol === 'awsQuery' || protocol === 'awsQueryJson') return QUERY;
  return protocol === 'restJson1' ? REST_JSON : JSON_RPC;
}

export const unsignedHeaders = (names: readonly string[]): Fault =>
  new Fault('AccessDenied', 'There were headers present in the request which were not signed', {
    status: 403,
    members: { HeadersNotSigned: names.join(', ') },
  });

export const wrongPayload = (claimed: string, computed: string): Fault =>
  new Fault('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match what was computed.", {
    status: 400,
    members: { ClientComputedContentSHA256: claimed, S3ComputedContentSHA256: computed },
  });

export const missingContentHash = (): Fault =>
  new Fault('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256', { status: 400 });
