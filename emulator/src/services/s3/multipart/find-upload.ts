// Finds uploads in progress, and removes them with all their parts.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { ownerOf } from '#services/s3/access/acl';
import { release } from '#services/s3/bodies/segments';
import { invalidArgument, invalidRequest, noSuchUpload } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type CustomerKeyInput, customerKeyMd5 } from '#services/s3/objects/encryption';
import { parts, type Upload, uploads } from '#services/s3/state';

/** Limit: number of a part of an upload. */
export const MAX_PART_NUMBER = 10_000;

export function findUpload({ bucket, there }: LocatedBucket, key: string, uploadId: string): Frozen<Upload> {
  const upload = there.records(uploads).get([bucket.name, key, uploadId]);
  if (!upload) throw noSuchUpload(uploadId);
  return upload;
}

/** The account that began an upload. Unlike owners, initiators have a display name in answers; here it is the account's number. */
export const initiatorOf = ({ initiator }: Frozen<Upload>) => ({ ...ownerOf(initiator), DisplayName: initiator });

export function checkPartNumber(partNumber: number): void {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PART_NUMBER)
    throw invalidArgument(`Part number must be an integer between 1 and ${MAX_PART_NUMBER}, inclusive`, 'partNumber', String(partNumber));
}

/** Parts of an upload encrypted with a customer's key must come with the same key. */
export function checkPartKey({ facts }: Frozen<Upload>, input: CustomerKeyInput): void {
  const given = customerKeyMd5(input);
  const wanted = facts.encryption.customerKeyMd5;
  // The same words for a key too few and for a key too many (recorded in February 2026)
  if ((wanted === undefined) !== (given === undefined))
    throw invalidRequest(
      'The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters.',
    );
  if (given !== wanted) throw invalidRequest('The provided encryption parameters did not match the ones used originally.');
}

/** Removes an upload and releases its parts. */
export function dropUpload(tx: Tx, bucket: string, { key, uploadId }: Frozen<Upload>, there: Ctx): void {
  const all = there.records(parts).range([uploadId]);
  for (const { segment, partNumber } of all) {
    release(tx, [segment], there);
    tx.delete(there.records(parts), [uploadId, partNumber]);
  }
  tx.delete(there.records(uploads), [bucket, key, uploadId]);
}
