import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { KMS } from '@aws-sdk/client-kms';
import { S3 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const MB = 1024 ** 2;
const Bucket = 'parts';
let emulator: TestEmulator;
let s3: S3;

beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
});
afterAll(() => emulator.stop());

const begin = async (Key: string, more: object = {}) => (await s3.createMultipartUpload({ Bucket, Key, ...more })).UploadId!;
const send = (Key: string, UploadId: string, PartNumber: number, Body: Buffer, more: object = {}) =>
  s3.uploadPart({ Bucket, Key, UploadId, PartNumber, Body, ...more });
const md5 = (data: Buffer) => createHash('md5').update(data).digest();

describe('an upload in parts', () => {
  it('becomes one object', async () => {
    const Key = 'whole';
    const UploadId = await begin(Key, { ContentType: 'x/y', Metadata: { m: '1' } });
    const bodies = [Buffer.alloc(5 * MB, 1), Buffer.alloc(6 * MB, 2), Buffer.from('end')];
    const Parts = [];
    for (const [i, body] of bodies.entries()) Parts.push({ PartNumber: i + 1, ETag: (await send(Key, UploadId, i + 1, body)).ETag });
    const listed = await s3.listParts({ Bucket, Key, UploadId, MaxParts: 2 });
    expect(listed.IsTruncated).toBe(true);
    expect(listed.Parts?.map(({ Size }) => Size)).toEqual([5 * MB, 6 * MB]);
    const rest = await s3.listParts({ Bucket, Key, UploadId, PartNumberMarker: listed.NextPartNumberMarker });
    expect(rest.Parts).toMatchObject([{ PartNumber: 3, Size: 3 }]);
    const done = await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    const etag = `"${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-3"`;
    expect(done).toMatchObject({ ETag: etag, Bucket, Key, ChecksumType: 'FULL_OBJECT' });
    const again = await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    expect(again.ETag).toBe(etag);

    const got = await s3.getObject({ Bucket, Key });
    expect(Buffer.compare(Buffer.from(await got.Body!.transformToByteArray()), Buffer.concat(bodies))).toBe(0);
    expect(got).toMatchObject({ ContentType: 'x/y', Metadata: { m: '1' }, ETag: etag });
    const second = await s3.getObject({ Bucket, Key, PartNumber: 2 });
    expect(second).toMatchObject({ ContentLength: 6 * MB, PartsCount: 3, ContentRange: `bytes ${5 * MB}-${11 * MB - 1}/${11 * MB + 3}` });
    second.Body!.transformToByteArray();
    const across = await s3.getObject({ Bucket, Key, Range: `bytes=${5 * MB - 2}-${5 * MB + 1}` });
    expect([...(await across.Body!.transformToByteArray())]).toEqual([1, 1, 2, 2]);
    await expect(s3.headObject({ Bucket, Key, PartNumber: 4 })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 416 },
    });
  });

  it('with checksums of the parts', async () => {
    const Key = 'composite';
    const UploadId = await begin(Key, { ChecksumAlgorithm: 'SHA256' });
    const first = await send(Key, UploadId, 1, Buffer.alloc(5 * MB), { ChecksumAlgorithm: 'SHA256' });
    const second = await send(Key, UploadId, 2, Buffer.from('x'), { ChecksumAlgorithm: 'SHA256' });
    const Parts = [first, second].map(({ ETag, ChecksumSHA256 }, i) => ({ ETag, ChecksumSHA256, PartNumber: i + 1 }));
    const bare = Parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    await expect(s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts: bare } })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    const done = await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    expect(done.ChecksumSHA256).toMatch(/-2$/);
    const attributes = await s3.getObjectAttributes({ Bucket, Key, ObjectAttributes: ['Checksum', 'ObjectParts'] });
    expect(attributes.ObjectParts?.Parts).toMatchObject([
      { PartNumber: 1, ChecksumSHA256: Parts[0]!.ChecksumSHA256 },
      { PartNumber: 2, Size: 1 },
    ]);
    expect(attributes.Checksum?.ChecksumType).toBe('COMPOSITE');
  });

  it('with a checksum of the whole, the same as of one upload', async () => {
    const Key = 'full';
    const UploadId = await begin(Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const bodies = [Buffer.alloc(5 * MB, 3), Buffer.from('tail')];
    const Parts = [];
    for (const [i, body] of bodies.entries()) {
      const { ETag, ChecksumCRC32 } = await send(Key, UploadId, i + 1, body, { ChecksumAlgorithm: 'CRC32' });
      Parts.push({ ETag, ChecksumCRC32, PartNumber: i + 1 });
    }
    const done = await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    const once = await s3.putObject({ Bucket, Key: 'once', Body: Buffer.concat(bodies) });
    expect(done.ChecksumCRC32).toBe(once.ChecksumCRC32);
  });

  it('is read to its end by who has begun, though it is deleted meanwhile', async () => {
    const Key = 'gone';
    const UploadId = await begin(Key);
    const bodies = [Buffer.alloc(8 * MB, 1), Buffer.alloc(8 * MB, 2), Buffer.alloc(8 * MB, 3)];
    const Parts = [];
    for (const [i, body] of bodies.entries()) Parts.push({ PartNumber: i + 1, ETag: (await send(Key, UploadId, i + 1, body)).ETag });
    await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    const { Body } = await s3.getObject({ Bucket, Key });
    await s3.deleteObject({ Bucket, Key });
    await emulator.idle();
    expect(md5(Buffer.from(await Body!.transformToByteArray()))).toEqual(md5(Buffer.concat(bodies)));
  });

  it('takes no part under a KMS key that may not be used, and copies none', async () => {
    const kms = emulator.client(KMS);
    const { KeyMetadata } = await kms.createKey({});
    const KeyId = KeyMetadata!.KeyId!;
    const encrypted = { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: KeyId } as const;
    await s3.putObject({ Bucket, Key: 'plain', Body: 'x' });
    await s3.putObject({ Bucket, Key: 'under-key', Body: 'x', ...encrypted });
    const [under, plain] = [await begin('to-key', encrypted), await begin('to-plain')];
    await kms.disableKey({ KeyId });
    const refused = { name: 'KMS.DisabledException', message: `${KeyMetadata!.Arn} is disabled.` };
    await expect(send('to-key', under, 1, Buffer.from('x'))).rejects.toMatchObject(refused);
    const copy = (Key: string, UploadId: string, source: string) =>
      s3.uploadPartCopy({ Bucket, Key, UploadId, PartNumber: 1, CopySource: `${Bucket}/${source}` });
    await expect(copy('to-key', under, 'plain')).rejects.toMatchObject(refused);
    await expect(copy('to-plain', plain, 'under-key')).rejects.toMatchObject(refused);
    await kms.enableKey({ KeyId });
    expect(await send('to-key', under, 1, Buffer.from('x'))).toMatchObject({ SSEKMSKeyId: KeyMetadata!.Arn });
  });

  it('must name its parts rightly', async () => {
    const Key = 'wrong';
    const UploadId = await begin(Key);
    const a = await send(Key, UploadId, 1, Buffer.from('small'));
    const b = await send(Key, UploadId, 2, Buffer.from('small too'));
    const complete = (Parts: object[]) => s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    const one = { PartNumber: 1, ETag: a.ETag };
    const two = { PartNumber: 2, ETag: b.ETag };
    await expect(complete([two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete([one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete([{ ...one, ETag: '"0"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete([one, { PartNumber: 3, ETag: b.ETag }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete([])).rejects.toMatchObject({ name: 'MalformedXML' });
    await expect(send(Key, UploadId, 10_001, Buffer.from('x'))).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(send(Key, 'no-such-upload', 1, Buffer.from('x'))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await complete([two]);
    expect(await (await s3.getObject({ Bucket, Key })).Body!.transformToString()).toBe('small too');
  });

  it('may be aborted', async () => {
    const UploadId = await begin('aborted');
    await send('aborted', UploadId, 1, Buffer.from('x'));
    await s3.abortMultipartUpload({ Bucket, Key: 'aborted', UploadId });
    await expect(s3.listParts({ Bucket, Key: 'aborted', UploadId })).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(s3.abortMultipartUpload({ Bucket, Key: 'aborted', UploadId })).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('may be made of other objects', async () => {
    await s3.putObject({ Bucket, Key: 'from', Body: '0123456789' });
    const UploadId = await begin('copied');
    const CopySource = `${Bucket}/from`;
    const { CopyPartResult } = await s3.uploadPartCopy({
      Bucket,
      Key: 'copied',
      UploadId,
      PartNumber: 1,
      CopySource,
      CopySourceRange: 'bytes=2-5',
    });
    await expect(
      s3.uploadPartCopy({ Bucket, Key: 'copied', UploadId, PartNumber: 1, CopySource, CopySourceRange: 'bytes=2-50' }),
    ).rejects.toMatchObject({ name: 'InvalidArgument' });
    await s3.completeMultipartUpload({
      Bucket,
      Key: 'copied',
      UploadId,
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag: CopyPartResult!.ETag }] },
    });
    expect(await (await s3.getObject({ Bucket, Key: 'copied' })).Body!.transformToString()).toBe('2345');
  });

  it('is done by the upload library', async () => {
    const Body = Buffer.alloc(12 * MB, 9);
    const upload = new Upload({
      client: s3,
      params: { Bucket, Key: 'library', Body: Readable.from([Body.subarray(0, 7 * MB), Body.subarray(7 * MB)]) },
    });
    const { ETag } = await upload.done();
    expect(ETag).toMatch(/-3"$/);
    const { Body: got } = await s3.getObject({ Bucket, Key: 'library' });
    expect(Buffer.compare(Buffer.from(await got!.transformToByteArray()), Body)).toBe(0);
  });
});

it('uploads in progress are listed by key and age, in pages', async () => {
  const listed = 'listed';
  await s3.createBucket({ Bucket: listed });
  const start = (Key: string) => s3.createMultipartUpload({ Bucket: listed, Key });
  for (const key of ['a/1', 'a/2', 'b', 'b', 'c']) await start(key);
  const all = await s3.listMultipartUploads({ Bucket: listed });
  expect(all.Uploads?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2', 'b', 'b', 'c']);
  const grouped = await s3.listMultipartUploads({ Bucket: listed, Delimiter: '/' });
  expect(grouped.CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
  const first = await s3.listMultipartUploads({ Bucket: listed, MaxUploads: 3 });
  expect(first.IsTruncated).toBe(true);
  const rest = await s3.listMultipartUploads({ Bucket: listed, KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
  expect(rest.Uploads?.map(({ UploadId }) => UploadId)).toEqual(all.Uploads?.slice(3).map(({ UploadId }) => UploadId));
});
