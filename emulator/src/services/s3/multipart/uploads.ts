// Multipart uploads: create, list, abort.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CreateMultipartUploadRequest, operation } from '#model/s3';
import { ownerOf } from '#services/s3/access/acl';
import { findBucket } from '#services/s3/access/find-bucket';
import { knownAlgorithm } from '#services/s3/checksum/claim';
import { invalidArgument, invalidRequest } from '#services/s3/faults';
import { abortMembers, planAbort } from '#services/s3/lifecycle/plan-expiry';
import { encodingFor, listPage, type Page, pageSize } from '#services/s3/listing/list-page';
import { encryptionMembers } from '#services/s3/objects/encryption';
import { checkKey, factsOf } from '#services/s3/objects/facts';
import { withKmsKey } from '#services/s3/objects/kms-key';
import { type ChecksumAlgorithm, type ChecksumType, type Upload, uploads } from '#services/s3/state';
import { VERSION_ALPHABET } from '#services/s3/versions/version-order';
import { liveObject } from '#services/s3/versions/versions';
import { dropUpload, findUpload, initiatorOf } from './find-upload.ts';

const ID_LENGTH = 128;

export const CreateMultipartUpload = operation('CreateMultipartUpload', async (input, ctx) => {
  const found = findBucket(input, ctx);
  checkKey(input.Key);
  const { bucket, there } = found;
  const checksum = uploadChecksum(input);
  const startedMs = ctx.now();
  // Ids begin with the start time, so lists show the oldest upload of a key first
  const moment = startedMs.toString(36).padStart(10, '0');
  const upload: Upload = {
    uploadId: moment + ctx.random(ID_LENGTH - moment.length, VERSION_ALPHABET),
    key: input.Key,
    startedMs,
    initiator: ctx.principal.account,
    facts: await withKmsKey(factsOf(input, found, ctx.principal.account, startedMs), found),
    replaces: liveObject(found, input.Key)?.order ?? '',
    ...checksum,
  };
  there.write((tx) => {
    tx.put(there.records(uploads), [bucket.name, input.Key, upload.uploadId], upload);
    planAbort(found, tx, input.Key, startedMs);
  });
  return {
    Bucket: bucket.name,
    Key: input.Key,
    UploadId: upload.uploadId,
    ChecksumAlgorithm: upload.checksumAlgorithm,
    ChecksumType: upload.checksumType,
    ...encryptionMembers(upload.facts.encryption),
    ...abortMembers(found, input.Key, startedMs),
  };
});

function uploadChecksum({
  ChecksumAlgorithm,
  ChecksumType,
}: CreateMultipartUploadRequest): Pick<Upload, 'checksumAlgorithm' | 'checksumType'> {
  if (ChecksumAlgorithm === undefined) {
    if (ChecksumType !== undefined)
      throw invalidRequest('The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.');
    return {};
  }
  const checksumAlgorithm = knownAlgorithm(ChecksumAlgorithm);
  return { checksumAlgorithm, checksumType: checkedType(checksumAlgorithm, ChecksumType) };
}

/** Checks the type: SHA checksums are composite only, CRC-64 is full-object only, the other CRCs may be either. */
function checkedType(algorithm: ChecksumAlgorithm, type: string | undefined): ChecksumType {
  const natural = algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE';
  if (type === undefined) return natural;
  if (type !== 'COMPOSITE' && type !== 'FULL_OBJECT') throw invalidRequest('Value for x-amz-checksum-type header is invalid.');
  if (type !== natural && !['CRC32', 'CRC32C'].includes(algorithm))
    throw invalidRequest(`The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`);
  return type;
}

export const AbortMultipartUpload = operation('AbortMultipartUpload', (input, ctx) => {
  const found = findBucket(input, ctx);
  const upload = findUpload(found, input.Key, input.UploadId);
  if (input.IfMatchInitiatedTime && Math.floor(input.IfMatchInitiatedTime.getTime() / 1000) !== Math.floor(upload.startedMs / 1000))
    throw invalidRequest('x-amz-if-match-initiated-time does not match the upload');
  found.there.write((tx) => dropUpload(tx, found.bucket.name, upload, found.there));
});

export const ListMultipartUploads = operation('ListMultipartUploads', (input, ctx) => {
  const { bucket, there } = findBucket(input, ctx);
  const { Prefix = '', Delimiter, KeyMarker = '', UploadIdMarker = '' } = input;
  const encode = encodingFor(input.EncodingType);
  const Owner = ownerOf(bucket.account);
  const MaxUploads = pageSize(input.MaxUploads, 'max-uploads');
  // Without a key marker, the marker of the upload is ignored
  if (KeyMarker && UploadIdMarker && belongsToAnotherKey(bucket.name, KeyMarker, UploadIdMarker, there))
    throw invalidArgument('Invalid uploadId marker', 'upload-id-marker', UploadIdMarker);
  const page = listPage<Upload>(
    (after, limit) =>
      there
        .records(uploads)
        .entries([bucket.name], { startsWith: Prefix, limit, ...(after ? { after: [bucket.name, after.key, after.sub] } : {}) })
        .map(([[, key, sub], item]) => ({ key, sub, item })),
    {
      prefix: Prefix,
      delimiter: Delimiter,
      limit: MaxUploads,
      ...(KeyMarker ? { marker: { key: KeyMarker, sub: UploadIdMarker || undefined } } : {}),
    },
  );
  return {
    Bucket: bucket.name,
    ...(Prefix ? { Prefix: encode(Prefix) } : {}),
    ...(Delimiter ? { Delimiter: encode(Delimiter) } : {}),
    KeyMarker: encode(KeyMarker),
    UploadIdMarker: KeyMarker ? UploadIdMarker : '',
    MaxUploads,
    EncodingType: input.EncodingType,
    IsTruncated: page.truncated,
    ...nextMarkers(page, encode),
    Uploads: page.items.map((upload) => ({
      UploadId: upload.uploadId,
      Key: encode(upload.key),
      Initiated: new Date(upload.startedMs),
      StorageClass: upload.facts.storageClass,
      Owner,
      Initiator: initiatorOf(upload),
      ChecksumAlgorithm: upload.checksumAlgorithm,
      ChecksumType: upload.checksumType,
    })),
    CommonPrefixes: page.prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
});

/** An upload that has ended meanwhile is a good marker still: its id begins with the time, so its position is known. */
function belongsToAnotherKey(bucket: string, key: string, uploadId: string, there: Ctx): boolean {
  if (there.records(uploads).has([bucket, key, uploadId])) return false;
  const all: Frozen<Upload>[] = there.records(uploads).range([bucket]);
  return all.some((upload) => upload.uploadId === uploadId);
}

/** Both are there on the last page too, and name its last upload. They are empty where the page has common prefixes only (recorded). */
function nextMarkers({ items }: Page<Frozen<Upload>>, encode: (text: string) => string) {
  const upload = items.at(-1);
  return { NextKeyMarker: encode(upload?.key ?? ''), NextUploadIdMarker: upload?.uploadId ?? '' };
}
