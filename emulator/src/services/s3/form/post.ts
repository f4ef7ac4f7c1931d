// PostObject: an upload by a browser form. The fields come first and describe the file, which then streams.
import { accountOf } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { fault, operation } from '#model/s3';
import { readFormData } from '#protocol/http/form-data';
import { findBucket } from '#services/s3/access/find-bucket';
import { checksumMembers } from '#services/s3/checksum/claim';
import { accessDenied, invalidArgument, noSuchBucket } from '#services/s3/faults';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';
import { checkWrite } from '#services/s3/objects/conditions';
import { NO_HEADER } from '#services/s3/objects/encoded-words';
import { encryptionMembers } from '#services/s3/objects/encryption';
import { checkedMetadata, checkKey, type FactsInput, factsOf } from '#services/s3/objects/facts';
import { withKmsKey } from '#services/s3/objects/kms-key';
import { comparable, receiveChecked, storeObject } from '#services/s3/objects/put';
import type { LiveVersion } from '#services/s3/state';
import { liveObject, writtenVersionId } from '#services/s3/versions/versions';
import { checkFormPolicy, type SizeRange } from './policy.ts';

type Fields = ReadonlyMap<string, string>;

export const PostObject = operation('PostObject', async (input, ctx) => {
  const form = await readFormData(input.ContentType ?? ctx.http?.headers['content-type'], input.Body ?? nothing());
  const fields: Fields = new Map([...form.fields].map(([name, value]) => [name.toLowerCase(), value]));
  if (!form.file) throw invalidArgument('POST requires exactly one file upload per request.', 'file', '0');
  checkSignatureFields(fields);
  await ctx.http?.verifyForm(fields);
  const found = bucketFor(input.Bucket, fields, ctx);
  const template = fields.get('key');
  if (template === undefined) throw lacks('key');
  const { fileName } = form.file;
  // A file without a name leaves the text as it is (recorded)
  const key = fileName === undefined ? template : template.replace(/\$\{filename\}/g, () => fileName);
  checkKey(key);
  const size = policySize(fields, input.Bucket, key, template, ctx);
  const owner = found.bucket.account;
  const stated = factsOf(factFields(fields, form.file.contentType), found, owner, ctx.now());
  const facts = await withKmsKey({ ...stated, metadata: metadataOf(fields) }, found);
  const conditions = { ifMatch: fields.get('if-match'), ifNoneMatch: fields.get('if-none-match') };
  checkWrite(key, comparable(liveObject(found, key)), conditions);
  const { received, checksum } = await receiveChecked(within(form.file.body, size), checksumFields(fields), ctx);
  if (size && received.sizeBytes < size.min) throw tooSmall(received.sizeBytes, size);
  const { version } = storeObject(
    { Bucket: input.Bucket, Key: key, owner, facts, received, checksum, conditions, event: 'ObjectCreated:Post' },
    ctx,
  );
  return answer(found, key, version, fields, ctx);
});

const lacks = (field: string) =>
  invalidArgument(
    `Bucket POST must contain a field named '${field}'.  If it is specified, please check the order of the fields.`,
    field,
    '',
  );

/** The fields of a signature, of version 4 and of version 2, in the order in which the service misses them. */
const SIGNATURES = [
  ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Signature'],
  ['AWSAccessKeyId', 'Signature'],
] as const;

/** A form that is signed in part is refused. One without a signature is anonymous. */
function checkSignatureFields(fields: Fields): void {
  if (!fields.has('policy')) return;
  const has = (name: string) => fields.has(name.toLowerCase());
  const missing = SIGNATURES.find((names) => names.some(has))?.find((name) => !has(name));
  if (missing !== undefined) throw lacks(missing);
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/** A signed form acts for its signer, no matter who sends it. */
function bucketFor(name: string, fields: Fields, ctx: Ctx): LocatedBucket {
  const signer = fields.get('x-amz-credential')?.split('/')[0] ?? fields.get('awsaccesskeyid');
  if (signer === undefined) return findBucket({ Bucket: name }, ctx);
  const found = lookUpBucket(name, ctx);
  if (!found) throw noSuchBucket(name);
  if (accountOf(signer) !== found.bucket.account) throw accessDenied();
  return found;
}

function policySize(fields: Fields, bucket: string, key: string, template: string, ctx: Ctx): SizeRange | undefined {
  const policy = fields.get('policy');
  if (policy === undefined) return undefined;
  // A condition on the key may match the template or the key made from it
  const asSent = new Map([...fields, ['bucket', bucket]] as const);
  try {
    return checkFormPolicy(policy, new Map([...asSent, ['key', template]] as const), ctx.now());
  } catch (error) {
    if (template === key) throw error;
    return checkFormPolicy(policy, new Map([...asSent, ['key', key]] as const), ctx.now());
  }
}

const tooSmall = (sizeBytes: number, { min }: SizeRange) =>
  fault('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(sizeBytes),
    MinSizeAllowed: String(min),
  });

/** Passes the bytes on, and throws as soon as they exceed the policy's limit. */
async function* within(body: AsyncIterable<Uint8Array>, size: SizeRange | undefined): AsyncIterable<Uint8Array> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (size && total > size.max)
      throw fault('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: String(total),
        MaxSizeAllowed: String(size.max),
      });
    yield chunk;
  }
}

/** Metadata is text as it is: encoded words are only for headers (recorded). */
function metadataOf(fields: Fields): Record<string, string> {
  const prefix = 'x-amz-meta-';
  const own = [...fields].filter(([name]) => name.startsWith(prefix));
  return checkedMetadata(Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])));
}

function factFields(fields: Fields, fileType: string | undefined): FactsInput {
  const expires = fields.get('expires');
  const retain = fields.get('x-amz-object-lock-retain-until-date');
  // Headers have printable characters of ISO 8859-1: each other one becomes a space (recorded)
  const header = (name: string) => fields.get(name)?.replaceAll(NO_HEADER, ' ');
  return {
    ACL: fields.get('acl') ?? fields.get('x-amz-acl'),
    CacheControl: header('cache-control'),
    ContentDisposition: header('content-disposition'),
    ContentEncoding: header('content-encoding'),
    ContentLanguage: header('content-language'),
    ContentType: header('content-type') ?? fileType,
    Expires: expires === undefined ? undefined : new Date(expires),
    StorageClass: fields.get('x-amz-storage-class'),
    Tagging: taggingOf(fields.get('tagging')),
    WebsiteRedirectLocation: header('x-amz-website-redirect-location'),
    ServerSideEncryption: fields.get('x-amz-server-side-encryption'),
    SSEKMSKeyId: fields.get('x-amz-server-side-encryption-aws-kms-key-id'),
    SSECustomerAlgorithm: fields.get('x-amz-server-side-encryption-customer-algorithm'),
    SSECustomerKey: fields.get('x-amz-server-side-encryption-customer-key'),
    SSECustomerKeyMD5: fields.get('x-amz-server-side-encryption-customer-key-md5'),
    ObjectLockMode: fields.get('x-amz-object-lock-mode'),
    ObjectLockRetainUntilDate: retain === undefined ? undefined : new Date(retain),
    ObjectLockLegalHoldStatus: fields.get('x-amz-object-lock-legal-hold'),
  };
}

/** The form's tags, given as the XML document of PutObjectTagging. Another document has none (recorded). */
function taggingOf(xml: string | undefined): string | undefined {
  if (xml === undefined) return undefined;
  const tags = [...xml.matchAll(/<Tag>\s*<Key>([^<]*)<\/Key>\s*<Value>([^<]*)<\/Value>\s*<\/Tag>/g)];
  if (tags.length === 0 && /^\s*<(\w+)[^<]*(?:<.*)?<\/\1>\s*$/s.test(xml)) return undefined;
  if (tags.length === 0)
    throw fault('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');
  const pairs = tags.map(([, key = '', value = '']): [string, string] => [fromXml(key), fromXml(value)]);
  return new URLSearchParams(pairs).toString();
}

const ENTITIES: Readonly<Record<string, string>> = table({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });
const fromXml = (text: string): string => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!);
const toXml = (text: string): string => text.replace(/[<>&]/g, (each) => `&${each === '<' ? 'lt' : each === '>' ? 'gt' : 'amp'};`);

const checksumFields = (fields: Fields) => ({
  ContentMD5: fields.get('content-md5'),
  ChecksumCRC32: fields.get('x-amz-checksum-crc32'),
  ChecksumCRC32C: fields.get('x-amz-checksum-crc32c'),
  ChecksumCRC64NVME: fields.get('x-amz-checksum-crc64nvme'),
  ChecksumSHA1: fields.get('x-amz-checksum-sha1'),
  ChecksumSHA256: fields.get('x-amz-checksum-sha256'),
});

function answer(found: LocatedBucket, key: string, version: LiveVersion, fields: Fields, ctx: Ctx) {
  const ETag = `"${version.object.etag}"`;
  const bucket = found.bucket.name;
  const Location = `${ctx.origin}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const { algorithm, value, type } = version.object.checksum;
  const checksum = { ...checksumMembers(algorithm, value), ChecksumType: type };
  const common = { ETag, ...checksum, ...writtenVersionId(found, version), ...encryptionMembers(version.object.encryption) };
  const redirect = redirectOf(fields, { bucket, key, etag: ETag });
  if (redirect !== undefined) return { ...common, StatusCode: 303, Location: redirect };
  const status = fields.get('success_action_status');
  if (status === '200') return { ...common, StatusCode: 200, Location };
  if (status !== '201') return { ...common, StatusCode: 204, Location };
  const Body = `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${toXml(Location)}</Location><Bucket>${bucket}</Bucket><Key>${toXml(key)}</Key><ETag>${ETag}</ETag></PostResponse>`;
  return { ...common, StatusCode: 201, Location, ContentType: 'application/xml', Body };
}

/** The address to redirect the browser to; undefined for an invalid one, which S3 ignores. */
function redirectOf(fields: Fields, facts: Readonly<Record<string, string>>): string | undefined {
  const wanted = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (!wanted || !URL.canParse(wanted)) return undefined;
  const url = new URL(wanted);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return url.toString();
}
