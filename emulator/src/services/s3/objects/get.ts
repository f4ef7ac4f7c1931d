// GetObject, HeadObject and GetObjectAttributes: whole objects, ranges, single parts and older versions, with conditions.
import type { Ctx } from '#core/ctx';
import type { ByteRange, Frozen } from '#core/records';
import { fault, type GetObjectAttributesRequest, type GetObjectRequest, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { open } from '#services/s3/bodies/segments';
import { checksumMembers } from '#services/s3/checksum/claim';
import { invalidArgument, type noSuchKey, withHeaders } from '#services/s3/faults';
import { expirationOf } from '#services/s3/lifecycle/plan-expiry';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { lockMembers } from '#services/s3/lock/retention';
import type { LiveVersion } from '#services/s3/state';
import { readable } from '#services/s3/versions/readable';
import { shownVersionId } from '#services/s3/versions/versions';
import { checkRestored, restoreText } from './archive.ts';
import { contentRange, rangeOf } from './byte-range.ts';
import { checkRead } from './conditions.ts';
import { metadataMembers, NO_HEADER } from './encoded-words.ts';
import { checkCustomerKey, encryptionMembers } from './encryption.ts';
import { checkDecryption } from './kms-key.ts';

export const GetObject = operation('GetObject', (input, ctx) => {
  const looked = look(input, ctx);
  const decryption = checkDecryption(looked.version.object.encryption, looked.found);
  return decryption ? decryption.then(() => getObject(input, ctx)) : shown(input, looked, ctx);
});

/** `operation`: the one whose permission is asked for. */
export const getObject = (input: GetObjectRequest, ctx: Ctx, operation = ctx.operation) => shown(input, look(input, ctx, operation), ctx);

function shown(input: GetObjectRequest, looked: Looked, ctx: Ctx) {
  const { found, version, range } = looked;
  checkRestored(version.object, ctx.now());
  return described(input, looked, open(version.object.body, found.there, range));
}

export const HeadObject = operation('HeadObject', (input, ctx) => {
  return described(input, lookForHead(input, ctx), undefined);
});

/** Finds the object for a HEAD. Its answer has no body for an error code, so a missing object is `NotFound`. */
function lookForHead(input: GetObjectRequest, ctx: Ctx) {
  try {
    return look(input, ctx);
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NoSuchBucket', 'NoSuchVersion'].includes(error.name)) {
      const { headers } = (error as ReturnType<typeof noSuchKey>).options;
      throw withHeaders('NotFound', 'Not Found', { status: 404, headers });
    }
    throw error;
  }
}

/** Reads find out by themselves how an object is encrypted. */
const ENCRYPTION = 'x-amz-server-side-encryption';

interface Looked {
  readonly found: LocatedBucket;
  readonly version: Frozen<LiveVersion>;
  readonly range: ByteRange | undefined;
  readonly part: number | undefined;
}

function look(input: GetObjectRequest, ctx: Ctx, operation = ctx.operation): Looked {
  const encryption = ctx.http?.headers[ENCRYPTION];
  if (encryption !== undefined) throw invalidArgument(`${ENCRYPTION} header is not supported for this operation.`, ENCRYPTION, encryption);
  const found = findBucket(input, ctx, operation);
  const version = readable(found, input.Key, input.VersionId);
  const { object } = version;
  checkCustomerKey(object.encryption, input);
  checkRead(
    { etag: object.etag, modifiedMs: version.modifiedMs },
    {
      ifMatch: input.IfMatch,
      ifNoneMatch: input.IfNoneMatch,
      ifModifiedSince: input.IfModifiedSince,
      ifUnmodifiedSince: input.IfUnmodifiedSince,
    },
    ctx.now(),
    () => ({ ETag: `"${object.etag}"`, 'Last-Modified': new Date(version.modifiedMs).toUTCString() }),
  );
  if (input.PartNumber === undefined) return { found, version, range: rangeOf(input.Range, object.sizeBytes), part: undefined };
  if (input.Range !== undefined) throw fault('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter');
  return { found, version, range: partRange(version, input.PartNumber), part: input.PartNumber };
}

/** The range of a part. An object uploaded at once is its own part 1. */
function partRange({ object }: Frozen<LiveVersion>, partNumber: number): ByteRange | undefined {
  const count = object.partsCount ?? 1;
  if (partNumber < 1 || partNumber > 10_000)
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', String(partNumber));
  if (object.partsCount === undefined && partNumber === 1)
    return object.sizeBytes > 0 ? { start: 0, end: object.sizeBytes - 1 } : undefined;
  let start = 0;
  for (const { partNumber: number, sizeBytes } of object.body) {
    if (number === partNumber) return { start, end: start + sizeBytes - 1 };
    start += sizeBytes;
  }
  throw fault('InvalidPartNumber', 'The requested partnumber is not satisfiable', {
    PartNumberRequested: String(partNumber),
    ActualPartCount: String(count),
  });
}

/** One literal, not joined from others: that costs a tenth of a whole read. Members that are undefined are not sent. */
function described<B>(input: GetObjectRequest, { found, version, range, part }: Looked, Body: B) {
  const { object } = version;
  const answer = {
    AcceptRanges: 'bytes',
    LastModified: new Date(version.modifiedMs),
    ContentLength: range ? range.end - range.start + 1 : object.sizeBytes,
    ETag: `"${object.etag}"`,
    VersionId: found.bucket.versioning === undefined ? undefined : version.versionId,
    ReplicationStatus: version.replication,
    ContentType: object.contentType,
    CacheControl: object.cacheControl,
    ContentDisposition: object.contentDisposition,
    ContentEncoding: object.contentEncoding,
    ContentLanguage: object.contentLanguage,
    Expires: object.expiresMs === undefined ? undefined : new Date(object.expiresMs),
    WebsiteRedirectLocation: object.websiteRedirect,
    StorageClass: object.storageClass === 'STANDARD' ? undefined : object.storageClass,
    TagCount: object.tags.length > 0 ? object.tags.length : undefined,
    ContentRange: range && contentRange(range, object.sizeBytes),
    StatusCode: range && 206,
    // Not shown to who names a version (recorded in February 2026)
    Expiration: input.VersionId === undefined ? expirationOf(found, input.Key, version).Expiration : undefined,
    Restore: restoreText(object, found.there.now()),
    PartsCount: part === undefined ? undefined : object.partsCount,
    Body,
  };
  Object.assign(answer, metadataMembers(object.metadata), encryptionMembers(object.encryption), lockMembers(object));
  Object.assign(answer, checksumOf(input, version, range));
  override(answer, input);
  return answer;
}

/** The checksum of what is answered: of the whole object, also where a range covers it, or of a part that has one of its own. */
function checksumOf({ ChecksumMode, PartNumber }: GetObjectRequest, { object }: Frozen<LiveVersion>, range: ByteRange | undefined) {
  if (ChecksumMode?.toUpperCase() !== 'ENABLED') return {};
  const { algorithm, type, value } = object.checksum;
  const shown = (checksum: string) => ({ ...checksumMembers(algorithm, checksum), ChecksumType: type });
  if (PartNumber !== undefined && type === 'COMPOSITE') {
    const checksum = object.body.find(({ partNumber }) => partNumber === PartNumber)?.checksum;
    return checksum === undefined ? {} : shown(checksum);
  }
  const isWhole = !range || range.end - range.start + 1 === object.sizeBytes;
  return isWhole ? shown(value) : {};
}

function checkHeader(name: string, value: unknown): void {
  if (typeof value !== 'string' || value.search(NO_HEADER) < 0) return;
  const parameter = `response${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw invalidArgument('Header value cannot be represented using ISO-8859-1.', parameter, value);
}

const OVERRIDES = [
  ['CacheControl', 'ResponseCacheControl'],
  ['ContentDisposition', 'ResponseContentDisposition'],
  ['ContentEncoding', 'ResponseContentEncoding'],
  ['ContentLanguage', 'ResponseContentLanguage'],
  ['ContentType', 'ResponseContentType'],
  ['Expires', 'ResponseExpires'],
] as const;

/** Sets the answer's headers that the request overrides with `response-content-type` and similar parameters. */
function override(answer: Partial<Record<(typeof OVERRIDES)[number][0], unknown>>, input: GetObjectRequest): void {
  for (const [header, parameter] of OVERRIDES) {
    const value = input[parameter];
    if (value === undefined) continue;
    checkHeader(header, value);
    answer[header] = value;
  }
}

const ATTRIBUTES = new Set(['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize']);

export const GetObjectAttributes = operation('GetObjectAttributes', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId);
  const { object } = version;
  checkCustomerKey(object.encryption, input);
  const wanted = new Set<string>(input.ObjectAttributes.flatMap((each) => each.split(',')).map((each) => each.trim()));
  for (const each of wanted)
    if (!ATTRIBUTES.has(each)) throw invalidArgument('Invalid attribute name specified.', 'x-amz-object-attributes', each);
  const { algorithm, type, value } = object.checksum;
  return {
    LastModified: new Date(version.modifiedMs),
    ...shownVersionId(found, version),
    ...(wanted.has('ETag') ? { ETag: object.etag } : {}),
    ...(wanted.has('Checksum') ? { Checksum: { ...checksumMembers(algorithm, withoutCount(value)), ChecksumType: type } } : {}),
    ...(wanted.has('ObjectParts') && object.partsCount !== undefined ? { ObjectParts: partsOf(version, input) } : {}),
    ...(wanted.has('StorageClass') ? { StorageClass: object.storageClass } : {}),
    ...(wanted.has('ObjectSize') ? { ObjectSize: object.sizeBytes } : {}),
  };
});

const withoutCount = (value: string): string => value.replace(/-\d+$/, '');

/** The list of parts: only for objects whose parts each have a checksum of their own. */
function partsOf({ object }: Frozen<LiveVersion>, input: GetObjectAttributesRequest) {
  const { algorithm, type } = object.checksum;
  const max = Math.min(input.MaxParts ?? 1000, 1000);
  const marker = Number(input.PartNumberMarker ?? 0);
  const after = object.body.filter(({ partNumber = 0 }) => partNumber > marker);
  const page = after.slice(0, max);
  return {
    TotalPartsCount: object.partsCount,
    ...(type === 'COMPOSITE'
      ? {
          PartNumberMarker: String(marker),
          NextPartNumberMarker: String(page.at(-1)?.partNumber ?? 0),
          MaxParts: max,
          IsTruncated: after.length > page.length,
          Parts: page.map(({ partNumber, sizeBytes, checksum }) => ({
            PartNumber: partNumber,
            Size: sizeBytes,
            ...(checksum ? checksumMembers(algorithm, checksum) : {}),
          })),
        }
      : {}),
  };
}
