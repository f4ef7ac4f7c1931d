// The parts of an upload: upload, copy, list.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/s3';
import { ownerOf } from '#services/s3/access/acl';
import { findBucket } from '#services/s3/access/find-bucket';
import { type Received, receive } from '#services/s3/bodies/receive';
import { keep, open, release } from '#services/s3/bodies/segments';
import { type Claim, checksumMembers, claimOf, verifyClaim, verifyMd5 } from '#services/s3/checksum/claim';
import { invalidArgument, invalidRequest } from '#services/s3/faults';
import { abortMembers } from '#services/s3/lifecycle/plan-expiry';
import { pageSize } from '#services/s3/listing/list-page';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { copySourceOf, copySourceVersionId } from '#services/s3/objects/copy';
import { encryptionMembers } from '#services/s3/objects/encryption';
import { checkDecryption } from '#services/s3/objects/kms-key';
import { verifyTransfer } from '#services/s3/objects/put';
import { type ChecksumAlgorithm, type Part, parts, type Upload } from '#services/s3/state';
import { checkPartKey, checkPartNumber, findUpload, initiatorOf } from './find-upload.ts';

const DEFAULT_ALGORITHM: ChecksumAlgorithm = 'CRC64NVME';

export const UploadPart = operation('UploadPart', async (input, ctx) => {
  checkPartNumber(input.PartNumber);
  const found = findBucket(input, ctx);
  const upload = findUpload(found, input.Key, input.UploadId);
  checkPartKey(upload, input);
  await checkDecryption(upload.facts.encryption, found);
  const claim = claimOf(input, ctx);
  checkAlgorithm(upload, claim);
  const kept = upload.checksumAlgorithm ?? DEFAULT_ALGORITHM;
  const received = await receive(input.Body, [...new Set([kept, claim?.algorithm ?? kept])], ctx);
  verifyTransfer(received, ctx);
  verifyMd5(input.ContentMD5, received.md5, 'base64');
  if (claim) verifyClaim(claim, received.checksums[claim.algorithm]!, ctx.http);
  storePart(findBucket(input, ctx), upload, input.PartNumber, received, ctx);
  const shown = claim?.algorithm ?? kept;
  return {
    ETag: `"${received.md5}"`,
    ...checksumMembers(shown, received.checksums[shown]!),
    ...encryptionMembers(upload.facts.encryption),
  };
});

/** Throws if the upload named an algorithm and the part has another one. */
function checkAlgorithm({ checksumAlgorithm, checksumType }: Frozen<Upload>, claim: Claim | undefined): void {
  if (checksumAlgorithm === undefined || claim?.algorithm === checksumAlgorithm) return;
  if (claim === undefined && checksumType === 'FULL_OBJECT') return;
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm.toLowerCase()}, actual checksum Type: ${claim?.algorithm.toLowerCase() ?? 'null'}`,
  );
}

function storePart(
  found: LocatedBucket,
  { key, uploadId, checksumAlgorithm }: Frozen<Upload>,
  partNumber: number,
  received: Received,
  ctx: Ctx,
): void {
  const { there } = found;
  findUpload(found, key, uploadId);
  there.write((tx) => {
    const earlier = there.records(parts).get([uploadId, partNumber]);
    if (earlier) release(tx, [earlier.segment], there);
    const checksum = received.checksums[checksumAlgorithm ?? DEFAULT_ALGORITHM];
    const part: Part = {
      partNumber,
      etag: received.md5,
      modifiedMs: ctx.now(),
      segment: { ...keep(tx, received, there), partNumber, checksum },
    };
    tx.put(there.records(parts), [uploadId, partNumber], part);
  });
}

export const UploadPartCopy = operation('UploadPartCopy', async (input, ctx) => {
  checkPartNumber(input.PartNumber);
  const found = findBucket(input, ctx);
  const upload = findUpload(found, input.Key, input.UploadId);
  checkPartKey(upload, input);
  const source = copySourceOf(input, ctx);
  const { object } = source.version;
  await checkDecryption(object.encryption, source.found);
  await checkDecryption(upload.facts.encryption, found);
  const range = copyRange(input.CopySourceRange, object.sizeBytes);
  const kept = upload.checksumAlgorithm ?? DEFAULT_ALGORITHM;
  const received = await receive(open(object.body, source.found.there, range), [kept], ctx);
  storePart(findBucket(input, ctx), upload, input.PartNumber, received, ctx);
  return {
    ...copySourceVersionId(source),
    CopyPartResult: {
      ETag: `"${received.md5}"`,
      LastModified: new Date(ctx.now()),
      ...(upload.checksumAlgorithm ? checksumMembers(kept, received.checksums[kept]!) : {}),
    },
    ...encryptionMembers(upload.facts.encryption),
  };
});

/** The byte range of a part copy: both ends are required, and must lie within the source. */
function copyRange(header: string | undefined, sizeBytes: number) {
  if (header === undefined) return undefined;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header) ?? [];
  if (first === undefined || Number(last) < Number(first))
    throw invalidArgument(
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
      'x-amz-copy-source-range',
      header,
    );
  if (Number(first) >= sizeBytes) throw invalidRequest('The specified copy range is invalid for the source object size');
  if (Number(last) >= sizeBytes)
    throw invalidArgument(`Range specified is not valid for source object of size: ${sizeBytes}`, 'x-amz-copy-source-range', header);
  return { start: Number(first), end: Number(last) };
}

export const ListParts = operation('ListParts', (input, ctx) => {
  const found = findBucket(input, ctx);
  const upload = findUpload(found, input.Key, input.UploadId);
  const max = pageSize(input.MaxParts, 'max-parts');
  const marker = Number(input.PartNumberMarker || 0);
  if (!Number.isInteger(marker) || marker < 0 || marker > 2 ** 31 - 1)
    throw invalidArgument(
      'Argument part-number-marker must be an integer between 0 and 2147483647',
      'part-number-marker',
      input.PartNumberMarker,
    );
  const after: Frozen<Part>[] = found.there.records(parts).range([input.UploadId], { after: [input.UploadId, marker], limit: max + 1 });
  const page = after.slice(0, max);
  return {
    Bucket: found.bucket.name,
    Key: input.Key,
    UploadId: input.UploadId,
    PartNumberMarker: String(marker),
    NextPartNumberMarker: String(page.at(-1)?.partNumber ?? 0),
    MaxParts: max,
    IsTruncated: after.length > page.length,
    Parts: page.map((part) => ({
      PartNumber: part.partNumber,
      LastModified: new Date(part.modifiedMs),
      ETag: `"${part.etag}"`,
      Size: part.segment.sizeBytes,
      ...(upload.checksumAlgorithm && part.segment.checksum ? checksumMembers(upload.checksumAlgorithm, part.segment.checksum) : {}),
    })),
    Initiator: initiatorOf(upload),
    Owner: ownerOf(found.bucket.account),
    StorageClass: upload.facts.storageClass,
    ChecksumAlgorithm: upload.checksumAlgorithm,
    ChecksumType: upload.checksumType,
    ...abortMembers(found, input.Key, upload.startedMs),
  };
});
