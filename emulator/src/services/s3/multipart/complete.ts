// CompleteMultipartUpload: makes the named parts an object, in one write and without copying bytes.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CompletedPart, type CompleteMultipartUploadRequest, fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { release } from '#services/s3/bodies/segments';
import { type ChecksumMembers, checksumMembers } from '#services/s3/checksum/claim';
import { isCrc } from '#services/s3/checksum/crc-combine';
import { CHECKSUM_BYTES, compositeChecksum, fullObjectChecksum } from '#services/s3/checksum/digest';
import { invalidRequest, malformedXml } from '#services/s3/faults';
import { expirationOf, planExpiry } from '#services/s3/lifecycle/plan-expiry';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { announce } from '#services/s3/notification/announce';
import { checkWrite } from '#services/s3/objects/conditions';
import { encryptionMembers } from '#services/s3/objects/encryption';
import { comparable } from '#services/s3/objects/put';
import { replicate } from '#services/s3/replication/replicate';
import { type LiveVersion, type Part, parts, type Segment, type StoredChecksum, type Upload, uploads } from '#services/s3/state';
import { addVersion, liveObject, writtenVersionId } from '#services/s3/versions/versions';
import { checkPartKey, findUpload } from './find-upload.ts';

/** Limit: bytes of a part of an upload other than the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;

export const CompleteMultipartUpload = operation('CompleteMultipartUpload', async (input, ctx) => {
  const found = findBucket(input, ctx);
  const again = alreadyCompleted(found, input);
  if (again) return answer(found, input, again, ctx);
  const upload = findUpload(found, input.Key, input.UploadId);
  checkPartKeyOnce(upload, input);
  if (!input.MultipartUpload) throw invalidRequest('You must specify at least one part');
  checkType(upload, input);
  const chosen = chooseParts(found, upload, input.MultipartUpload.Parts ?? []);
  checkSize(input, chosen);
  const checksum = await objectChecksum(upload, chosen);
  checkClaims(upload, input, checksum);
  const version = storeUpload(input, chosen, checksum, ctx);
  return answer(findBucket(input, ctx), input, version, ctx);
});

/** The object, if this upload was completed before: a client repeats the request when it missed the answer. */
function alreadyCompleted(found: LocatedBucket, { Key, UploadId }: CompleteMultipartUploadRequest): Frozen<LiveVersion> | undefined {
  const version = liveObject(found, Key);
  return version?.object.uploadId === UploadId ? version : undefined;
}

function checkPartKeyOnce(upload: Frozen<Upload>, input: CompleteMultipartUploadRequest): void {
  if (input.SSECustomerAlgorithm !== undefined) checkPartKey(upload, input);
}

/** The parts that the request names, in order, as they were uploaded. */
function chooseParts({ there }: LocatedBucket, upload: Frozen<Upload>, named: readonly CompletedPart[]): Frozen<Part>[] {
  if (named.length === 0) throw malformedXml();
  let last = 0;
  const chosen = named.map((each) => {
    const { PartNumber } = each;
    if (PartNumber === undefined) throw malformedXml();
    if (PartNumber <= last)
      throw fault('InvalidPartOrder', 'The list of parts was not in ascending order. Parts must be ordered by part number.', {
        UploadId: upload.uploadId,
      });
    last = PartNumber;
    const part = there.records(parts).get([upload.uploadId, PartNumber]);
    checkNamed(upload, each, part);
    return part!;
  });
  for (const { segment, partNumber, etag } of chosen.slice(0, -1))
    if (segment.sizeBytes < MIN_PART_BYTES)
      throw fault('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        ProposedSize: String(segment.sizeBytes),
        MinSizeAllowed: String(MIN_PART_BYTES),
        PartNumber: String(partNumber),
        ETag: etag,
      });
  return chosen;
}

function checkNamed(
  { uploadId, checksumAlgorithm, checksumType }: Frozen<Upload>,
  named: CompletedPart,
  part: Frozen<Part> | undefined,
): void {
  const { ETag, PartNumber } = named;
  const others = ALGORITHMS.filter((each) => each !== checksumAlgorithm && named[`Checksum${each}`] !== undefined);
  if (checksumAlgorithm !== undefined)
    for (const other of others)
      throw fault('BadDigest', `The ${other.toLowerCase()} you specified for part ${PartNumber} did not match what we received.`);
  const claimed = checksumAlgorithm && named[`Checksum${checksumAlgorithm}`];
  if (checksumType === 'COMPOSITE' && claimed === undefined)
    throw invalidRequest(
      `The upload was created using a ${checksumAlgorithm!.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${PartNumber} in the request.`,
    );
  const sameEtag = ETag === undefined || ETag.replaceAll('"', '') === part?.etag;
  if (part && sameEtag && (claimed === undefined || claimed === part.segment.checksum) && others.length === 0) return;
  throw fault(
    'InvalidPart',
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    { UploadId: uploadId, PartNumber: String(PartNumber), ETag: ETag?.replaceAll('"', '') ?? '' },
  );
}

const sizeOf = (chosen: readonly Frozen<Part>[]): number => chosen.reduce((sum, { segment }) => sum + segment.sizeBytes, 0);

function checkSize({ MpuObjectSize }: CompleteMultipartUploadRequest, chosen: readonly Frozen<Part>[]): void {
  if (MpuObjectSize !== undefined && MpuObjectSize !== sizeOf(chosen))
    throw invalidRequest(
      `The provided 'x-amz-mp-object-size' header value ${MpuObjectSize} does not match what was computed: ${sizeOf(chosen)}`,
    );
}

async function objectChecksum(
  { checksumAlgorithm, checksumType }: Frozen<Upload>,
  chosen: readonly Frozen<Part>[],
): Promise<StoredChecksum> {
  const sums = chosen.map(({ segment }) => ({ value: segment.checksum ?? '', sizeBytes: segment.sizeBytes }));
  const algorithm = checksumAlgorithm ?? 'CRC64NVME';
  if (checksumType !== 'COMPOSITE' && isCrc(algorithm))
    return { algorithm, type: 'FULL_OBJECT', value: fullObjectChecksum(algorithm, sums) };
  return { algorithm, type: 'COMPOSITE', value: await compositeChecksum(algorithm, sums) };
}

/** @throws Fault InvalidRequest, before any of the parts is looked at (recorded) */
function checkType({ checksumType }: Frozen<Upload>, { ChecksumType }: CompleteMultipartUploadRequest): void {
  if (ChecksumType !== undefined && ChecksumType !== checksumType)
    throw invalidRequest(
      `The upload was created using the ${checksumType ?? 'null'} checksum mode. The complete request must use the same checksum mode.`,
    );
}

const ALGORITHMS = Object.keys(CHECKSUM_BYTES) as (keyof typeof CHECKSUM_BYTES)[];

/** An upload that has no algorithm ignores what is claimed. A claim without a type is of a composite checksum, where parts have one (recorded). */
function checkClaims(
  { checksumAlgorithm, checksumType }: Frozen<Upload>,
  input: CompleteMultipartUploadRequest,
  { algorithm, value }: StoredChecksum,
): void {
  if (checksumAlgorithm === undefined) return;
  const members: ChecksumMembers = input;
  const isOfOtherType = checksumType === 'FULL_OBJECT' && input.ChecksumType === undefined && algorithm !== 'CRC64NVME';
  for (const each of ALGORITHMS) {
    const claimed = members[`Checksum${each}`];
    if (claimed === undefined) continue;
    if (each !== algorithm || isOfOtherType || claimed.replace(/-\d+$/, '') !== value.replace(/-\d+$/, ''))
      throw fault('BadDigest', `The ${algorithm.toLowerCase()} you specified did not match the calculated checksum.`);
  }
}

function storeUpload(
  input: CompleteMultipartUploadRequest,
  chosen: readonly Frozen<Part>[],
  checksum: StoredChecksum,
  ctx: Ctx,
): LiveVersion {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  const upload = findUpload(found, input.Key, input.UploadId);
  refuseChanged(found, upload, chosen);
  return there.write((tx) => {
    checkWrite(input.Key, comparable(liveObject(found, input.Key)), { ifMatch: input.IfMatch, ifNoneMatch: input.IfNoneMatch });
    refuseConflict(found, upload, input);
    const used = new Set(chosen.map(({ partNumber }) => partNumber));
    const all: Frozen<Part>[] = there.records(parts).range([upload.uploadId]);
    for (const part of all) {
      if (!used.has(part.partNumber)) release(tx, [part.segment], there);
      tx.delete(there.records(parts), [upload.uploadId, part.partNumber]);
    }
    tx.delete(there.records(uploads), [bucket.name, input.Key, upload.uploadId]);
    const object = {
      ...(upload.facts as Upload['facts']),
      etag: etagOf(chosen),
      sizeBytes: sizeOf(chosen),
      body: chosen.map(({ segment }) => segment as Segment),
      partsCount: chosen.length,
      checksum,
      uploadId: upload.uploadId,
    };
    const added = addVersion(found, tx, input.Key, { object, owner: upload.initiator, modifiedMs: ctx.now() }) as LiveVersion;
    const version = replicate({ found, key: input.Key, version: added }, tx, ctx);
    planExpiry(found, tx, input.Key, version);
    announce(found, tx, { name: 'ObjectCreated:CompleteMultipartUpload', key: input.Key, version }, ctx);
    return version;
  });
}

/** Throws if a part was uploaded again while the checksum was computed: its former bytes are gone. */
function refuseChanged({ there }: LocatedBucket, upload: Frozen<Upload>, chosen: readonly Frozen<Part>[]): void {
  for (const { partNumber, etag, segment } of chosen) {
    const now = there.records(parts).get([upload.uploadId, partNumber]);
    const same = now?.segment.small === segment.small && now?.segment.blob?.sha256 === segment.blob?.sha256;
    if (!same) checkNamed(upload, { PartNumber: partNumber, ETag: etag }, undefined);
  }
}

/** A conditional completion fails for good if the object was written or deleted since the upload began (recorded in February 2026). */
function refuseConflict(found: LocatedBucket, { key, replaces }: Frozen<Upload>, input: CompleteMultipartUploadRequest): void {
  const condition = input.IfMatch !== undefined ? 'If-Match' : input.IfNoneMatch !== undefined ? 'If-None-Match' : undefined;
  if (condition === undefined || replaces === undefined || replaces === (liveObject(found, key)?.order ?? '')) return;
  throw fault(
    'ConditionalRequestConflict',
    'The conditional request cannot succeed due to a conflicting operation against this resource.',
    {
      Condition: condition,
      Key: key,
    },
  );
}

/** The MD5 of the parts' MD5s, followed by the number of parts. */
function etagOf(chosen: readonly Frozen<Part>[]): string {
  const md5 = createHash('md5');
  for (const { etag } of chosen) md5.update(Buffer.from(etag, 'hex'));
  return `${md5.digest('hex')}-${chosen.length}`;
}

function answer(found: LocatedBucket, input: CompleteMultipartUploadRequest, version: Frozen<LiveVersion>, ctx: Ctx) {
  const { etag, checksum, encryption } = version.object;
  const path = input.Key.split('/').map(encodeURIComponent).join('/');
  return {
    Location: `${ctx.origin}/${input.Bucket}/${path}`,
    Bucket: input.Bucket,
    Key: input.Key,
    ETag: `"${etag}"`,
    // The checksum that nobody asked for is told for the simplest encryption alone (recorded)
    ...(checksum.algorithm !== 'CRC64NVME' || encryption.algorithm === 'AES256'
      ? { ...checksumMembers(checksum.algorithm, checksum.value), ChecksumType: checksum.type }
      : {}),
    ...writtenVersionId(found, version),
    ...encryptionMembers(encryption),
    ...expirationOf(found, input.Key, version),
  };
}
