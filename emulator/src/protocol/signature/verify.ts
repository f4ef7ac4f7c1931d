// Verifies a request's signature, version 4 or 2, in its headers or query. Pure: the caller provides the secret and the time.
import { timingSafeEqual } from 'node:crypto';
import type { WireRequest } from '#protocol/http/wire';
import type { ProtocolId } from '#protocol/ir';
import { canonicalRequest, hmac, scopeText, sha256, signingKey, stringToSign } from './canonical-request.ts';
import { type ChunkSigning, isSignedChunks } from './chunks.ts';
import { faultsOf, MAX_SKEW_MS, missingContentHash, type SignatureFaults, unsignedHeaders, wrongPayload } from './faults.ts';
import type { SignatureV2, SignatureV4 } from './parse.ts';
import { signV2, stringToSignV2 } from './version-2.ts';

export interface Key {
  readonly secret: string;
  readonly sessionToken?: string | undefined;
  readonly expiresMs?: number | undefined;
}

export interface SignedRequest {
  /** The path as received; `objectPath` includes the bucket from the host name. */
  readonly wire: WireRequest;
  readonly objectPath: string;
  readonly protocol: ProtocolId;
  /** Names that the scope may use for the service; the service's own name comes first. */
  readonly serviceNames: readonly string[];
  /** SHA-256 of the body in hexadecimal; undefined where the body is a stream, which comes later. */
  readonly bodyHash: string | undefined;
}

/** Checks that remain while a streamed body is read. */
export interface BodyCheck {
  /** The hash that the whole body must have. */
  readonly sha256?: string | undefined;
  readonly chunks?: ChunkSigning | undefined;
}

export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** @throws Fault in the words of the request's protocol */
export function verifySignature(signature: SignatureV4 | SignatureV2, key: Key, request: SignedRequest, nowMs: number): BodyCheck {
  const faults = faultsOf(request.protocol);
  checkToken(signature, key, faults, nowMs);
  return signature.version === 4 ? verifyV4(signature, key, request, nowMs) : verifyV2(signature, key, request);
}

function checkToken({ token }: SignatureV4 | SignatureV2, { sessionToken, expiresMs }: Key, faults: SignatureFaults, nowMs: number): void {
  if (sessionToken !== undefined && (token === undefined || !sameText(token, sessionToken))) throw faults.wrongToken(token ?? '');
  if (expiresMs !== undefined && nowMs >= expiresMs) throw faults.expiredToken(token ?? '');
}

function verifyV4(signature: SignatureV4, { secret }: Key, request: SignedRequest, nowMs: number): BodyCheck {
  const { scope, signedHeaders, provided, timestamp, presigned, accessKeyId } = signature;
  const { wire, protocol, serviceNames } = request;
  const faults = faultsOf(protocol);
  const objects = protocol === 'restXml';
  if (!serviceNames.includes(scope.service)) throw faults.wrongScope(serviceNames[0]!);
  checkSkew(signature, faults, nowMs);
  const isTold = (name: string) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256';
  const loose = Object.keys(wire.headers).filter((name) => isTold(name) && !signedHeaders.includes(name));
  if (!signedHeaders.includes('host')) throw faults.malformed("'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
  if (objects && loose.length > 0) throw unsignedHeaders(loose);
  const payloadHash = payloadHashOf(signature, request);
  const canonical = canonicalRequest({ request: wire, signedHeaders, payloadHash, singleEncoding: objects });
  const text = stringToSign(timestamp, scope, canonical);
  const derived = signingKey(secret, scope);
  if (!sameText(hmac(derived, text).toString('hex'), provided))
    throw faults.mismatch({ accessKeyId, provided, stringToSign: text, canonicalRequest: canonical });
  if (presigned || !objects) return {};
  if (isSignedChunks(payloadHash)) {
    return { chunks: { key: derived, timestamp, scope: scopeText(scope), seed: provided, accessKeyId } };
  }
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) return {};
  if (request.bodyHash === undefined) return { sha256: payloadHash };
  if (request.bodyHash !== payloadHash) throw wrongPayload(payloadHash, request.bodyHash);
  return {};
}

/** All requests: presigned ones have an expiry of their own, checked elsewhere, but must not come from the future either. */
function checkSkew({ timestamp, presigned }: SignatureV4, faults: SignatureFaults, nowMs: number): void {
  const signedMs = Date.parse(timestamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const isLate = !presigned && nowMs - signedMs > MAX_SKEW_MS;
  if (Number.isNaN(signedMs) || isLate || signedMs - nowMs > MAX_SKEW_MS) throw faults.skewed(timestamp, signedMs, nowMs);
}

const EMPTY_HASH = sha256('');

/** Requests to S3 contain the hash, so that their bodies can be streams; for all other services the body is hashed. */
function payloadHashOf({ presigned }: SignatureV4, { wire, protocol, bodyHash }: SignedRequest): string {
  if (protocol !== 'restXml') return bodyHash ?? EMPTY_HASH;
  const claimed = wire.headers['x-amz-content-sha256'];
  if (claimed !== undefined) return claimed;
  if (!presigned) throw missingContentHash();
  return 'UNSIGNED-PAYLOAD';
}

function verifyV2(signature: SignatureV2, { secret }: Key, { wire, objectPath, protocol }: SignedRequest): BodyCheck {
  const faults = faultsOf(protocol);
  const { accessKeyId, provided } = signature;
  if (protocol !== 'restXml') throw faults.malformed('Signature version 2 is for objects only.');
  const text = stringToSignV2({ ...wire, path: objectPath }, signature);
  if (!sameText(signV2(secret, text), provided)) throw faults.mismatch({ accessKeyId, provided, stringToSign: text });
  return {};
}
