// Query parameters that name a part of a bucket or of an object: they choose the operation, or the request is refused. Raw requests, because no SDK
// sends these. Measured against the service in September 2026 (brekkylab/backlot, issues 230, 267 and 312).
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const Bucket = 'selected';
const Key = 'folder/k';
const BODY = 'hello';
/** Without a signature, requests are anonymous. */
const SIGNED = {
  authorization: 'AWS4-HMAC-SHA256 Credential=test/20260923/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
};

let emulator: TestEmulator;
let s3: S3;
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  await s3.putObject({ Bucket, Key, Body: BODY });
});
afterAll(() => emulator.stop());

interface Answer {
  readonly status: number;
  readonly allow: string | undefined;
  readonly text: string;
}

async function ask(method: string, path: string, body?: string): Promise<Answer> {
  const response = await fetch(`${emulator.url}/${path}`, { method, headers: SIGNED, ...(body === undefined ? {} : { body }) });
  const allow = response.headers.get('allow') ?? undefined;
  return { status: response.status, allow, text: await response.text() };
}

const element = (text: string, name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
const refusal = ({ status, text }: Answer) => [status, element(text, 'Code'), element(text, 'Message')];
const isThere = async () => expect(await (await s3.getObject({ Bucket, Key })).Body!.transformToString()).toBe(BODY);

describe('a method that a part does not take', () => {
  it.each([
    [Bucket, 'location', 'GET'],
    [Bucket, 'uploads', 'POST, GET'],
    [Bucket, 'versioning', 'GET, PUT'],
    [Bucket, 'acl', 'GET, PUT'],
    [Bucket, 'tagging', 'DELETE, GET, PUT'],
    [Bucket, 'policy', 'DELETE, GET, PUT'],
    [Bucket, 'versions', 'GET'],
    [Bucket, 'delete', 'POST'],
    ['no-such-bucket', 'location', 'GET'],
    [`${Bucket}/${Key}`, 'acl', 'GET, PUT'],
    [`${Bucket}/${Key}`, 'tagging', 'DELETE, GET, PUT'],
    [`${Bucket}/${Key}`, 'uploadId=abc', 'DELETE, POST, GET'],
    [`${Bucket}/${Key}`, 'partNumber=1&uploadId=abc', 'PUT'],
    [`${Bucket}/${Key}`, 'location', 'GET'],
    [`${Bucket}/${Key}`, 'select&select-type=2', 'POST'],
  ])('is told what it takes: HEAD /%s?%s', async (path, query, allow) => {
    expect(await ask('HEAD', `${path}?${query}`)).toEqual({ status: 405, allow, text: '' });
  });

  it.each([
    ['DELETE', Bucket, 'versioning', 'VERSIONING'],
    ['DELETE', Bucket, 'acl', 'ACL'],
    ['PUT', Bucket, 'location', 'LOCATION'],
    ['POST', Bucket, 'policy', 'BUCKETPOLICY'],
    ['PUT', Bucket, 'versions', 'BUCKETVERSIONS'],
    ['GET', Bucket, 'delete', 'MULTI_OBJECT_DELETE'],
    ['GET', Bucket, 'torrent', 'TORRENT'],
    ['PATCH', Bucket, 'uploadId=1', 'UPLOAD'],
    ['DELETE', `${Bucket}/${Key}`, 'acl', 'ACL'],
    ['DELETE', `${Bucket}/${Key}`, 'versioning', 'VERSIONING'],
    ['DELETE', `${Bucket}/${Key}`, 'legal-hold', 'OBJECT_LOCK_LEGALHOLD'],
    ['PUT', `${Bucket}/${Key}`, 'attributes', 'OBJECT_ATTRIBUTES'],
    ['PUT', `${Bucket}/${Key}`, 'location', 'LOCATION'],
    ['PUT', `${Bucket}/${Key}`, 'uploads', 'UPLOADS'],
    ['POST', `${Bucket}/${Key}`, 'tagging', 'OBJECT_TAGGING'],
    ['PUT', `${Bucket}/${Key}`, 'uploadId=1', 'UPLOAD'],
    ['GET', `${Bucket}/${Key}`, 'restore', 'RESTORE'],
    ['DELETE', `${Bucket}/${Key}`, 'publicAccessBlock', 'PUBLIC_ACCESS_BLOCK'],
    ['PUT', `${Bucket}/${Key}`, 'object-lock', 'OBJECT_LOCK_CONFIGURATION'],
  ])('is refused and changes nothing: %s /%s?%s', async (method, path, query, type) => {
    const answer = await ask(method, `${path}?${query}`, method === 'GET' ? undefined : 'other');
    expect(refusal(answer)).toEqual([405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.']);
    expect([element(answer.text, 'Method'), element(answer.text, 'ResourceType')]).toEqual([method, type]);
    await isThere();
  });

  it.each([
    ['PATCH', '', 'SERVICE', 'GET'],
    ['PATCH', Bucket, 'BUCKET', 'HEAD, DELETE, POST, GET, PUT'],
    ['PATCH', `${Bucket}/${Key}`, 'OBJECT', 'HEAD, DELETE, GET, PUT'],
    ['POST', `${Bucket}/${Key}`, 'OBJECT', 'HEAD, DELETE, GET, PUT'],
  ])('is refused for the resource itself: %s /%s', async (method, path, type, allow) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.allow, element(answer.text, 'ResourceType')]).toEqual([405, allow, type]);
  });
});

describe('two parts at once', () => {
  it.each([
    ['GET', Bucket, 'versioning&acl', 'acl, versioning'],
    ['PUT', Bucket, 'uploads&versioning', 'uploads, versioning'],
    ['DELETE', `${Bucket}/${Key}`, 'tagging&acl', 'acl, tagging'],
    ['GET', `${Bucket}/${Key}`, 'partNumber=1&tagging', 'partNumber, tagging'],
    ['GET', `${Bucket}/${Key}`, 'restore&location', 'location, restore'],
  ])('are in conflict: %s /%s?%s', async (method, path, query, names) => {
    const answer = await ask(method, `${path}?${query}`);
    expect(refusal(answer)).toEqual([400, 'InvalidArgument', `Conflicting query string parameters: ${names}`]);
    expect(element(answer.text, 'ArgumentName')).toBe('ResourceType');
    expect(element(answer.text, 'ArgumentValue')).toBe(names.split(',')[0]);
    await isThere();
  });

  it('are a bare 400 for HEAD', async () => expect(await ask('HEAD', `${Bucket}?acl&versioning`)).toMatchObject({ status: 400, text: '' }));
});

describe('parts of a bucket behind a key', () => {
  it('are those of the bucket', async () => {
    expect(await ask('GET', `${Bucket}/${Key}?location`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('LocationConstraint'),
    });
    expect(refusal(await ask('GET', `no-such-bucket/${Key}?location`))[1]).toBe('NoSuchBucket');
    const Status = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    expect((await ask('PUT', `${Bucket}/${Key}?versioning`, Status)).status).toBe(200);
    expect((await s3.getBucketVersioning({ Bucket })).Status).toBe('Enabled');
    await isThere();
  });

  it.each([
    ['logging', 'NoLoggingStatusForKey', 'There is no such thing as the ?logging sub-resource for a key'],
    ['versions', 'InvalidRequest', 'There is no such thing as the ?versions sub-resource for a key'],
    ['uploads', 'InvalidRequest', 'Key is not expected for the GET method ?uploads subresource'],
  ])('are refused where an object cannot have them: ?%s', async (query, code, message) => {
    expect(refusal(await ask('GET', `${Bucket}/${Key}?${query}`))).toEqual([400, code, message]);
  });

  it.each(['publicAccessBlock', 'ownershipControls', 'policyStatus'])('are passed over by reads: ?%s', async (query) => {
    expect(await ask('GET', `${Bucket}/${Key}?${query}`)).toMatchObject({ status: 200, text: BODY });
  });
});

describe('parameters', () => {
  it.each([
    [`${Bucket}?partNumber=1`, 'InvalidRequest', 'Object must have a valid key name.'],
    [`${Bucket}?uploadId=1`, 'InvalidRequest', 'A key must be specified'],
    [`${Bucket}?versionId=1`, 'InvalidArgument', 'This operation does not accept a version-id.'],
    [
      `${Bucket}/${Key}?response-nonsense=x`,
      'InvalidArgument',
      'response-nonsense is not in the set of overridable response headers. Please refer to the S3 API documentation for a complete list of overridable response headers.',
    ],
  ])('that do not belong to the resource are refused: %s', async (path, code, message) => {
    expect(refusal(await ask('GET', path))).toEqual([400, code, message]);
  });

  it('that nobody knows are passed over, whatever their case', async () => {
    for (const query of ['foo=bar', 'x-id=GetObject', 'Versioning', 'ACL'])
      expect(await ask('GET', `${Bucket}/${Key}?${query}`)).toMatchObject({ status: 200, text: BODY });
  });
});

it('a version is deleted without conditions', async () => {
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  const { VersionId, ETag } = await s3.putObject({ Bucket, Key: 'conditional', Body: 'x' });
  await expect(s3.deleteObject({ Bucket, Key: 'conditional', VersionId, IfMatch: ETag })).rejects.toMatchObject({
    name: 'NotImplemented',
    Header: 'If-Match',
    $metadata: { httpStatusCode: 501 },
  });
});
