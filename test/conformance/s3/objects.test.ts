import { KMS } from '@aws-sdk/client-kms';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
const Bucket = 'objects';

beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
});
afterAll(() => emulator.stop());

const text = async (Key: string, more: object = {}) => (await s3.getObject({ Bucket, Key, ...more })).Body!.transformToString();

describe('an object', () => {
  it('comes back as it went in, with its facts', async () => {
    const put = await s3.putObject({
      Bucket,
      Key: 'a/b c+ü.txt',
      Body: 'hello',
      ContentType: 'text/plain',
      CacheControl: 'no-cache',
      Metadata: { Colour: 'blue' },
      Tagging: 'x=1&y=2',
    });
    expect(put.ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(put.ChecksumCRC32).toBe('NhCmhg==');
    expect(put.ServerSideEncryption).toBe('AES256');
    const got = await s3.getObject({ Bucket, Key: 'a/b c+ü.txt' });
    expect(await got.Body!.transformToString()).toBe('hello');
    expect(got).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-cache',
      Metadata: { colour: 'blue' },
      ContentLength: 5,
      TagCount: 2,
      AcceptRanges: 'bytes',
    });
    const head = await s3.headObject({ Bucket, Key: 'a/b c+ü.txt' });
    expect(head).toMatchObject({ ContentLength: 5, ETag: put.ETag, ContentType: 'text/plain' });
  });

  it.each([1, 16_384, 16_385, 65_536, 65_537])('of %d bytes comes back byte for byte, whatever the bytes are', async (sizeBytes) => {
    const Body = Uint8Array.from({ length: sizeBytes }, (_, at) => 255 - (at % 256));
    await s3.putObject({ Bucket, Key: 'bytes', Body });
    const got = await (await s3.getObject({ Bucket, Key: 'bytes' })).Body!.transformToByteArray();
    expect(Buffer.compare(got, Body)).toBe(0);
  });

  it('of megabytes streams, whole and in ranges', async () => {
    const Body = Buffer.alloc(3_000_000, (Math.random() * 256) | 0);
    for (let i = 0; i < Body.length; i += 4096) Body.writeUInt32LE(i, i);
    await s3.putObject({ Bucket, Key: 'large', Body });
    const whole = await (await s3.getObject({ Bucket, Key: 'large' })).Body!.transformToByteArray();
    expect(Buffer.compare(whole, Body)).toBe(0);
    const part = await s3.getObject({ Bucket, Key: 'large', Range: 'bytes=1000000-1999999' });
    expect(part.$metadata.httpStatusCode).toBe(206);
    expect(part.ContentRange).toBe('bytes 1000000-1999999/3000000');
    expect(Buffer.compare(await part.Body!.transformToByteArray(), Body.subarray(1_000_000, 2_000_000))).toBe(0);
  });

  it('may be empty', async () => {
    const put = await s3.putObject({ Bucket, Key: 'empty', Body: '' });
    expect(put.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
    expect(await text('empty')).toBe('');
    await expect(text('empty', { Range: 'bytes=0-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  it('answers ranges', async () => {
    await s3.putObject({ Bucket, Key: 'ranges', Body: '0123456789' });
    expect(await text('ranges', { Range: 'bytes=2-4' })).toBe('234');
    expect(await text('ranges', { Range: 'bytes=-3' })).toBe('789');
    expect(await text('ranges', { Range: 'bytes=8-100' })).toBe('89');
    expect(await text('ranges', { Range: 'bytes=0-1,3-4' })).toBe('0123456789');
    await expect(text('ranges', { Range: 'bytes=10-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  it('answers headers as they are asked for', async () => {
    const got = await s3.getObject({ Bucket, Key: 'ranges', ResponseContentType: 'x/y', ResponseContentDisposition: 'attachment' });
    expect(got).toMatchObject({ ContentType: 'x/y', ContentDisposition: 'attachment' });
  });

  it('that is not there', async () => {
    await expect(text('missing')).rejects.toMatchObject({
      name: 'NoSuchKey',
      message: 'The specified key does not exist.',
      Key: 'missing',
    });
    await expect(s3.headObject({ Bucket, Key: 'missing' })).rejects.toMatchObject({ name: 'NotFound' });
    await expect(s3.getObject({ Bucket: 'nobody', Key: 'x' })).rejects.toMatchObject({
      name: 'NoSuchBucket',
      BucketName: 'nobody',
    });
    await expect(s3.headBucket({ Bucket: 'nobody' })).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('goes, and going twice is no error', async () => {
    await s3.putObject({ Bucket, Key: 'gone', Body: 'x' });
    await s3.deleteObject({ Bucket, Key: 'gone' });
    await s3.deleteObject({ Bucket, Key: 'gone' });
    await expect(text('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('goes with others', async () => {
    for (const Key of ['d1', 'd2']) await s3.putObject({ Bucket, Key, Body: 'x' });
    const Objects = [{ Key: 'd1' }, { Key: 'd2' }, { Key: 'd3' }];
    const { Deleted, Errors } = await s3.deleteObjects({ Bucket, Delete: { Objects } });
    expect(Deleted).toEqual(Objects);
    expect(Errors).toBeUndefined();
    const quiet = await s3.deleteObjects({ Bucket, Delete: { Objects, Quiet: true } });
    expect(quiet.Deleted).toBeUndefined();
    const tooMany = Array.from({ length: 1001 }, (_, i) => ({ Key: `k${i}` }));
    await expect(s3.deleteObjects({ Bucket, Delete: { Objects: tooMany } })).rejects.toMatchObject({
      name: 'MalformedXML',
    });
  });

  it('has a key of at most 1024 bytes and 2 KB of metadata', async () => {
    const put = (Key: string, Metadata?: Record<string, string>) =>
      s3.putObject({ Bucket, Key, Body: '', ...(Metadata ? { Metadata } : {}) });
    await put('k'.repeat(1024));
    await expect(put('k'.repeat(1025))).rejects.toMatchObject({ name: 'KeyTooLongError' });
    await expect(put('m', { a: 'x'.repeat(2048) })).rejects.toMatchObject({ name: 'MetadataTooLarge' });
  });

  it('keeps a bucket from being deleted', async () => {
    await expect(s3.deleteBucket({ Bucket })).rejects.toMatchObject({ name: 'BucketNotEmpty' });
  });
});

describe('conditions', () => {
  const Key = 'conditional';
  let etag: string;
  beforeAll(async () => {
    etag = (await s3.putObject({ Bucket, Key, Body: 'x' })).ETag!;
  });
  it('of reads', async () => {
    expect(await text(Key, { IfMatch: etag })).toBe('x');
    await expect(text(Key, { IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    await expect(text(Key, { IfNoneMatch: etag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(text(Key, { IfModifiedSince: new Date() })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(text(Key, { IfUnmodifiedSince: new Date(0) })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });
  it('of writes', async () => {
    await expect(s3.putObject({ Bucket, Key, Body: 'y', IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await expect(s3.putObject({ Bucket, Key, Body: 'y', IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await s3.putObject({ Bucket, Key, Body: 'y', IfMatch: etag });
    await s3.putObject({ Bucket, Key: 'fresh', Body: 'y', IfNoneMatch: '*' });
  });
});

describe('checksums', () => {
  it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)('%s is checked and given back', async (ChecksumAlgorithm) => {
    const Key = `sum-${ChecksumAlgorithm}`;
    const put = await s3.putObject({ Bucket, Key, Body: 'hello', ChecksumAlgorithm });
    const value = put[`Checksum${ChecksumAlgorithm}`];
    expect(value).toBeTruthy();
    const got = await s3.getObject({ Bucket, Key, ChecksumMode: 'ENABLED' });
    expect(got[`Checksum${ChecksumAlgorithm}`]).toBe(value);
    expect(await got.Body!.transformToString()).toBe('hello');
    const attributes = await s3.getObjectAttributes({ Bucket, Key, ObjectAttributes: ['Checksum', 'ETag', 'ObjectSize', 'StorageClass'] });
    expect(attributes).toMatchObject({ ETag: '5d41402abc4b2a76b9719d911017c592', ObjectSize: 5, StorageClass: 'STANDARD' });
    expect(attributes.Checksum?.[`Checksum${ChecksumAlgorithm}`]).toBe(value);
  });
  it('wrong ones are refused', async () => {
    await expect(s3.putObject({ Bucket, Key: 'w', Body: 'hello', ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(s3.putObject({ Bucket, Key: 'w', Body: 'hello', ChecksumSHA256: 'AAAA' })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    await expect(s3.putObject({ Bucket, Key: 'w', Body: 'hello', ContentMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(s3.putObject({ Bucket, Key: 'w', Body: 'hello', ContentMD5: 'no' })).rejects.toMatchObject({
      name: 'InvalidDigest',
    });
  });
});

describe('copies', () => {
  beforeAll(() => s3.putObject({ Bucket, Key: 'source', Body: 'copy me', ContentType: 'a/b', Metadata: { m: '1' }, Tagging: 't=1' }));
  const copy = (Key: string, more: object = {}) => s3.copyObject({ Bucket, Key, CopySource: `${Bucket}/source`, ...more });
  it('bring metadata and tags along', async () => {
    const { CopyObjectResult } = await copy('copied');
    expect(CopyObjectResult?.ETag).toBe((await s3.headObject({ Bucket, Key: 'source' })).ETag);
    expect(await s3.headObject({ Bucket, Key: 'copied' })).toMatchObject({
      ContentType: 'a/b',
      Metadata: { m: '1' },
      TagCount: 1,
    });
    expect(await text('copied')).toBe('copy me');
  });
  it('or replace them', async () => {
    await copy('replaced', { MetadataDirective: 'REPLACE', ContentType: 'c/d', TaggingDirective: 'REPLACE', Tagging: 'a=1&b=2' });
    expect(await s3.headObject({ Bucket, Key: 'replaced' })).toMatchObject({
      ContentType: 'c/d',
      Metadata: {},
      TagCount: 2,
    });
  });
  it('with another checksum', async () => {
    const { CopyObjectResult } = await copy('summed', { ChecksumAlgorithm: 'SHA256' });
    expect(CopyObjectResult?.ChecksumSHA256).toBeTruthy();
  });
  it('onto themselves must change something', async () => {
    await expect(copy('source')).rejects.toMatchObject({ name: 'InvalidRequest' });
    await copy('source', { MetadataDirective: 'REPLACE', Metadata: { m: '2' } });
    expect(await text('source')).toBe('copy me');
  });
  it('under conditions', async () => {
    await expect(copy('never', { CopySourceIfMatch: '"x"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(s3.copyObject({ Bucket, Key: 'n', CopySource: `${Bucket}/missing` })).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
  });
});

describe('encryption', () => {
  const SSECustomerKey = Buffer.alloc(32, 7).toString('base64');
  const customer = { SSECustomerAlgorithm: 'AES256', SSECustomerKey };
  it('by a customer key takes the same key to read', async () => {
    await s3.putObject({ Bucket, Key: 'secret', Body: 'x', ...customer });
    expect(await text('secret', customer)).toBe('x');
    await expect(text('secret')).rejects.toMatchObject({ name: 'InvalidRequest' });
    const other = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: Buffer.alloc(32, 8).toString('base64') };
    await expect(text('secret', other)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
  it('by KMS is echoed', async () => {
    const { KeyMetadata } = await emulator.client(KMS).createKey({});
    const put = await s3.putObject({ Bucket, Key: 'kms', Body: 'x', ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KeyMetadata!.KeyId });
    expect(put).toMatchObject({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KeyMetadata!.Arn });
  });
});
