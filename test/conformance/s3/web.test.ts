import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
const Bucket = 'web';
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
});
afterAll(() => emulator.stop());

/** Says who asks; the signature itself is not looked at. */
const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0';

const text = async (Key: string) => (await s3.getObject({ Bucket, Key })).Body!.transformToString();

describe('presigned addresses', () => {
  it('put and get', async () => {
    const put = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'signed' }), { expiresIn: 60 });
    expect((await fetch(put, { method: 'PUT', body: 'by url' })).status).toBe(200);
    const get = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'signed', ResponseContentType: 'a/b' }), { expiresIn: 60 });
    const got = await fetch(get);
    expect(await got.text()).toBe('by url');
    expect(got.headers.get('content-type')).toBe('a/b');
  });
  it('expire', async () => {
    const signingDate = new Date(Date.now() - 120_000);
    const old = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'signed' }), { expiresIn: 60, signingDate });
    const refused = await fetch(old);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Request has expired');
  });
});

describe('forms', () => {
  const post = async (
    Key: string,
    more: object = {},
    body: string | Blob = 'form body',
    extra: Record<string, string> = {},
    name = 'f.txt',
  ) => {
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key, Expires: 60, ...more });
    const form = new FormData();
    for (const [field, value] of Object.entries({ ...fields, ...extra })) form.set(field, value);
    form.set('file', typeof body === 'string' ? new Blob([body]) : body, name);
    return fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  };
  it('upload a file', async () => {
    const answer = await post('by-form');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('etag')).toBe(`"${createHash('md5').update('form body').digest('hex')}"`);
    expect(await text('by-form')).toBe('form body');
  });
  it('name the file in the key', async () => {
    await post('up/${filename}', {}, 'x', {}, 'my file.txt');
    expect(await text('up/my file.txt')).toBe('x');
  });
  it('carry metadata and a type, and answer 201 with a document', async () => {
    const Fields = { 'Content-Type': 'text/x', 'x-amz-meta-a': 'b', success_action_status: '201' };
    const answer = await post('facts', {
      Fields,
      Conditions: [['starts-with', '$Content-Type', 'text/'], { 'x-amz-meta-a': 'b' }, { success_action_status: '201' }],
    });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toMatch(
      /<PostResponse><Location>.*<\/Location><Bucket>web<\/Bucket><Key>facts<\/Key><ETag>".*"<\/ETag><\/PostResponse>/,
    );
    expect(await s3.headObject({ Bucket, Key: 'facts' })).toMatchObject({ ContentType: 'text/x', Metadata: { a: 'b' } });
  });
  it('redirect', async () => {
    const Fields = { success_action_redirect: 'http://localhost/done' };
    const answer = await post('redirected', { Fields });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost\/done\?bucket=web&key=redirected&etag=%22/);
  });
  it('keep to their policy', async () => {
    const refused = await post('policy', {}, 'x', { 'x-amz-meta-extra': '1' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Extra input fields: x-amz-meta-extra');
    const large = await post('large', { Conditions: [['content-length-range', 0, 10]] }, 'more than ten bytes');
    expect(large.status).toBe(400);
    expect(await large.text()).toContain('EntityTooLarge');
    const other = await post('other', {}, 'x', { key: 'another' });
    expect(other.status).toBe(403);
    const late = await post('late', { Expires: -10 });
    expect(await late.text()).toContain('Policy expired');
  });
  // As recorded (LocalStack's suite, s3/test_s3.py::TestS3PresignedPost::test_post_request_missing_signature, …_missing_fields, …_with_tags,
  // …_with_file_as_string, 2026-02)
  it('are signed as a whole', async () => {
    const without = async (...names: string[]) => {
      const { url, fields } = await createPresignedPost(s3, { Bucket, Key: 'half', Expires: 60 });
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) if (!names.includes(field)) form.set(field, value);
      form.set('file', 'x');
      const answer = await fetch(url, { method: 'POST', body: form });
      return [answer.status, /<Message>(.*)<\/Message>/.exec(await answer.text())?.[1]];
    };
    const lacks = (name: string) =>
      `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`;
    expect(await without('X-Amz-Signature')).toEqual([400, lacks('X-Amz-Signature')]);
    expect(await without('X-Amz-Algorithm', 'X-Amz-Credential')).toEqual([400, lacks('X-Amz-Algorithm')]);
    expect(await without('X-Amz-Signature', 'X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date')).toEqual([403, 'Access Denied']);
  });
  it('take no tags from another document, and no name from a file without one', async () => {
    const tagged = (tagging: string) => post('tagged', { Fields: { tagging } });
    expect((await tagged('<InvalidXmlTagging></InvalidXmlTagging>')).status).toBe(204);
    expect((await s3.getObjectTagging({ Bucket, Key: 'tagged' })).TagSet).toEqual([]);
    expect(await (await tagged('not-xml')).text()).toContain('<Code>MalformedXML</Code>');
    const Key = 'field-${filename}';
    const { url, fields } = await createPresignedPost(s3, { Bucket, Key, Expires: 60 });
    const form = new FormData();
    for (const [field, value] of Object.entries({ ...fields, file: 'as a field' })) form.set(field, value);
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
    expect(await text(Key)).toBe('as a field');
  });
  it('stream megabytes', async () => {
    const bytes = Buffer.alloc(2_000_000, 5);
    expect((await post('big', {}, new Blob([bytes]))).status).toBe(204);
    expect((await s3.headObject({ Bucket, Key: 'big' })).ContentLength).toBe(2_000_000);
  });
});

describe('framed uploads', () => {
  const framed = (checksum: string, length: number) =>
    fetch(`${emulator.url}/${Bucket}/framed`, {
      method: 'PUT',
      headers: {
        authorization,
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': String(length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      body: `5\r\nhello\r\n0\r\nx-amz-checksum-crc32:${checksum}\r\n\r\n`,
    });
  it('are checked by their trailer', async () => {
    const answer = await framed('NhCmhg==', 5);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-amz-checksum-crc32')).toBe('NhCmhg==');
    expect(await text('framed')).toBe('hello');
    const { ContentEncoding } = await s3.headObject({ Bucket, Key: 'framed' });
    expect(ContentEncoding).toBeUndefined();
  });
  it('with another checksum are refused', async () => {
    const answer = await framed('AAAAAA==', 5);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<Code>BadDigest</Code>');
  });
  it('of another length are refused', async () => {
    const answer = await framed('NhCmhg==', 6);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<Code>IncompleteBody</Code>');
  });
});

it('errors are documents', async () => {
  const answer = await fetch(`${emulator.url}/${Bucket}/missing`, { headers: { authorization } });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('application/xml');
  expect(await answer.text()).toMatch(
    /<Error><Code>NoSuchKey<\/Code><Message>The specified key does not exist.<\/Message>.*<Key>missing<\/Key>/s,
  );
});
