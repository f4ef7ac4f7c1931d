// PutObject: streams the body in first; then a single write checks again and stores the object.
import type { Ctx } from '#core/ctx';
import { fault, operation, type PutObjectRequest } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { MAX_PUT_BYTES, type Received, receive, tooLarge } from '#services/s3/bodies/receive';
import { keep } from '#services/s3/bodies/segments';
import { type ChecksumMembers, type Claim, checksumMembers, claimOf, verifyClaim, verifyMd5 } from '#services/s3/checksum/claim';
import { noSuchBucket, refuseMembers } from '#services/s3/faults';
import { expirationOf, planExpiry } from '#services/s3/lifecycle/plan-expiry';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';
import { announce } from '#services/s3/notification/announce';
import { replicate } from '#services/s3/replication/replicate';
import type { ChecksumAlgorithm, Facts, LiveVersion, StoredChecksum } from '#services/s3/state';
import { addVersion, liveObject, writtenVersionId } from '#services/s3/versions/versions';
import { checkWrite } from './conditions.ts';
import { encryptionMembers } from './encryption.ts';
import { checkKey, factsOf } from './facts.ts';
import { withKmsKey } from './kms-key.ts';

const DEFAULT_ALGORITHM: ChecksumAlgorithm = 'CRC64NVME';
const SHA256 = /^[0-9a-f]{64}$/;

export const PutObject = operation('PutObject', async (input, ctx) => {
  refuseMembers(input, 'WriteOffsetBytes');
  const found = findBucket(input, ctx);
  checkKey(input.Key);
  // Check as much as possible before the body is read
  const facts = await withKmsKey(factsOf(input, found, ctx.principal.account, ctx.now()), found);
  const conditions = { ifMatch: input.IfMatch, ifNoneMatch: input.IfNoneMatch };
  checkWrite(input.Key, comparable(liveObject(found, input.Key)), conditions);
  const { received, checksum } = await receiveChecked(input.Body, input, ctx);
  const { version, found: now } = storeObject(
    {
      Bucket: input.Bucket,
      Key: input.Key,
      owner: ctx.principal.account,
      facts,
      received,
      checksum,
      conditions,
      event: 'ObjectCreated:Put',
    },
    ctx,
  );
  return putAnswer(now, input.Key, version);
});

export const comparable = (version: LiveVersion | ReturnType<typeof liveObject>) =>
  version && { etag: version.object.etag, modifiedMs: version.modifiedMs };

/** Reads a body and compares it with every checksum and length in the request. */
export async function receiveChecked(
  body: PutObjectRequest['Body'],
  input: ChecksumMembers & Pick<PutObjectRequest, 'ContentMD5' | 'ContentLength' | 'ChecksumAlgorithm'>,
  ctx: Ctx,
): Promise<{ received: Received; checksum: StoredChecksum; claim: Claim | undefined }> {
  if ((input.ContentLength ?? 0) > MAX_PUT_BYTES) throw tooLarge(input.ContentLength!);
  const claim = claimOf(input, ctx);
  const algorithm = claim?.algorithm ?? DEFAULT_ALGORITHM;
  const received = await receive(body, [algorithm], ctx);
  const value = received.checksums[algorithm]!;
  verifyTransfer(received, ctx);
  verifyMd5(input.ContentMD5, received.md5, 'hex');
  if (claim) verifyClaim(claim, value, ctx.http);
  return { received, checksum: { algorithm, type: 'FULL_OBJECT', value }, claim };
}

/** Compares the body with the length and hash in the request's framing and signature. */
export function verifyTransfer(received: Received, ctx: Ctx): void {
  verifyLength(received, ctx);
  verifySignedPayload(received, ctx);
}

/** Chunked uploads give the length of the body without the framing in a header. */
function verifyLength({ sizeBytes }: Received, { http }: Ctx): void {
  const announced = http?.headers['x-amz-decoded-content-length'];
  if (announced !== undefined && Number(announced) !== sizeBytes)
    throw fault('IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length HTTP header', {
      NumberBytesExpected: announced,
      NumberBytesProvided: String(sizeBytes),
    });
}

function verifySignedPayload(received: Received, { http }: Ctx): void {
  const claimed = http?.headers['x-amz-content-sha256'];
  if (claimed === undefined || !SHA256.test(claimed)) return;
  const computed = received.sha256();
  if (computed !== claimed)
    throw fault('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match what was computed.", {
      ClientComputedContentSHA256: claimed,
      S3ComputedContentSHA256: computed,
    });
}

export interface NewObject {
  readonly Bucket: string;
  readonly Key: string;
  /** The account that writes the object. */
  readonly owner: string;
  readonly facts: Facts;
  readonly received: Received;
  readonly checksum: StoredChecksum;
  readonly conditions: { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: string | undefined };
  readonly event: string;
}

/** Stores the received body. Checks everything once more, since it may have changed while the body was read. */
export function storeObject(given: NewObject, ctx: Ctx): { found: LocatedBucket; version: LiveVersion } {
  const found = lookUpBucket(given.Bucket, ctx);
  if (!found) throw noSuchBucket(given.Bucket);
  const { there } = found;
  const { Key, received, facts, checksum } = given;
  const version = there.write((tx) => {
    checkWrite(Key, comparable(liveObject(found, Key)), given.conditions);
    const segment = keep(tx, received, there);
    const object = {
      ...facts,
      etag: received.md5,
      sizeBytes: received.sizeBytes,
      body: received.sizeBytes > 0 ? [segment] : [],
      checksum,
    };
    const added = addVersion(found, tx, Key, { object, owner: given.owner, modifiedMs: ctx.now() }) as LiveVersion;
    const version = replicate({ found, key: Key, version: added }, tx, ctx);
    planExpiry(found, tx, Key, version);
    announce(found, tx, { name: given.event, key: Key, version }, ctx);
    return version;
  });
  return { found, version };
}

export const putAnswer = (found: LocatedBucket, key: string, version: LiveVersion) => ({
  ETag: `"${version.object.etag}"`,
  ...checksumMembers(version.object.checksum.algorithm, version.object.checksum.value),
  ChecksumType: version.object.checksum.type,
  ...writtenVersionId(found, version),
  ...encryptionMembers(version.object.encryption),
  ...(version.object.encryption.kmsContext ? { SSEKMSEncryptionContext: version.object.encryption.kmsContext } : {}),
  ...expirationOf(found, key, version),
});
