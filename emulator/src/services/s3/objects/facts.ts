// The properties of an object that clients set: reads them from a request, checks them, and returns them in answers.
import { fault } from '#model/s3';
import { type AclInput, aclOf, mentionsAcl, refuseTwoAcls } from '#services/s3/access/acl';
import { aclsDisabled, aclsNotSupported, refusePublicAcl } from '#services/s3/access/acl-rules';
import { refuseMembers } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type LockInput, lockOf } from '#services/s3/lock/retention';
import type { Facts } from '#services/s3/state';
import { tagsFromHeader } from '#services/s3/tag-rules';
import { decodedMetadata } from './encoded-words.ts';
import { type EncryptionInput, encryptionOf } from './encryption.ts';

/** Limit: bytes of an object's metadata. */
const MAX_METADATA_BYTES = 2048;
/** Limit: bytes of an object's key. */
export const MAX_KEY_BYTES = 1024;
const STORAGE_CLASSES = new Set([
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER',
  'DEEP_ARCHIVE',
  'GLACIER_IR',
]);

/** Members common to uploads, copies and forms. */
export interface FactsInput extends AclInput, EncryptionInput, LockInput {
  readonly CacheControl?: string | undefined;
  readonly ContentDisposition?: string | undefined;
  readonly ContentEncoding?: string | undefined;
  readonly ContentLanguage?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly Expires?: Date | undefined;
  readonly Metadata?: Readonly<Record<string, string>> | undefined;
  readonly StorageClass?: string | undefined;
  readonly Tagging?: string | undefined;
  readonly WebsiteRedirectLocation?: string | undefined;
  readonly ObjectLockEventHold?: string | undefined;
  readonly ObjectLockEventHoldDurationDays?: number | undefined;
  readonly ObjectLockEventHoldDurationYears?: number | undefined;
}

export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > MAX_KEY_BYTES)
    throw fault('KeyTooLongError', 'Your key is too long', { Size: String(size), MaxSizeAllowed: String(MAX_KEY_BYTES) });
}

/** The properties of a new object: those of the request, and the bucket's defaults. */
export function factsOf(input: FactsInput, found: LocatedBucket, owner: string, nowMs: number): Facts {
  refuseMembers(input, 'ObjectLockEventHold', 'ObjectLockEventHoldDurationDays', 'ObjectLockEventHoldDurationYears');
  const facts = {
    ...headersOf(input),
    metadata: checkedMetadata(decodedMetadata(input.Metadata)),
    websiteRedirect: checkedRedirect(input.WebsiteRedirectLocation),
    storageClass: checkedClass(input.StorageClass),
    tags: tagsFromHeader(input.Tagging),
    grants: objectGrants(input, found, owner),
    encryption: encryptionOf(input, found),
  };
  return Object.assign(facts, lockOf(input, found, nowMs));
}

export const headersOf = (input: FactsInput): Omit<Facts, 'metadata' | 'storageClass' | 'tags' | 'grants' | 'encryption'> => ({
  contentType: input.ContentType || 'binary/octet-stream',
  cacheControl: input.CacheControl,
  contentDisposition: input.ContentDisposition,
  contentEncoding: withoutChunking(input.ContentEncoding),
  contentLanguage: input.ContentLanguage,
  expiresMs: input.Expires?.getTime(),
});

/** Removes `aws-chunked`: it describes the framing of the request, not the encoding of the object. */
const withoutChunking = (encoding: string | undefined): string | undefined =>
  encoding
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== 'aws-chunked' && each !== '')
    .join(',') || undefined;

export function checkedMetadata(metadata: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = Object.entries(metadata).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  if (entries.length === 0) return {};
  const size = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (size > MAX_METADATA_BYTES)
    throw fault('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
      Size: String(size),
      MaxSizeAllowed: String(MAX_METADATA_BYTES),
    });
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
}

export function checkedClass(storageClass = 'STANDARD'): string {
  if (STORAGE_CLASSES.has(storageClass)) return storageClass;
  throw fault('InvalidStorageClass', 'The storage class you specified is not valid', { StorageClassRequested: storageClass });
}

export function checkedRedirect(location: string | undefined): string | undefined {
  if (location === undefined || /^(?:\/|https?:\/\/)/.test(location)) return location;
  throw fault('InvalidRedirectLocation', "The website redirect location must have a prefix of 'http://' or 'https://' or '/'.");
}

export function objectGrants(input: AclInput, found: LocatedBucket, owner: string): Facts['grants'] {
  const bucketOwner = found.bucket.account;
  refuseTwoAcls(input);
  // A list that is none is told before a bucket that takes none (recorded)
  const grants = aclOf(input, owner, bucketOwner);
  if (!aclsDisabled(found)) {
    refusePublicAcl(found, grants);
    return grants;
  }
  if (mentionsAcl(input) && input.ACL !== 'bucket-owner-full-control') throw aclsNotSupported();
  return aclOf({}, bucketOwner, bucketOwner);
}
