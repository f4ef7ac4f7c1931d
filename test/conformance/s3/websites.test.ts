// Websites of buckets at their own host names.
import { get } from 'node:http';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
const Bucket = 'www.shop';
beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  await s3.putObject({ Bucket, Key: 'index.html', Body: 'index', ContentType: 'text/html', Metadata: { a: 'b' } });
  await s3.putObject({ Bucket, Key: 'docs/index.html', Body: 'docs' });
  await s3.putBucketWebsite({ Bucket, WebsiteConfiguration: { IndexDocument: { Suffix: 'index.html' } } });
});
afterAll(() => emulator.stop());

const visit = (host: string, path = '/', headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    get(`${emulator.url}${path}`, { headers: { host, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    }).on('error', reject);
  });
const openTo = async (Condition?: object) => {
  await s3.putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration: { RestrictPublicBuckets: false } });
  const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/*`, Condition };
  await s3.putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement: statement }) });
};
const HOST = `${Bucket}.s3-website.localhost`;

it('is closed as long as nothing opens its objects', async () => {
  expect(await visit(HOST)).toMatchObject({ status: 403, text: expect.stringContaining('<li>Code: AccessDenied</li>') as unknown });
});

it.each([
  HOST,
  `${Bucket}.s3-website-us-east-1.amazonaws.com`,
  `${Bucket}.s3-website.eu-central-1.amazonaws.com`,
  `${Bucket}.s3-website.localhost.localstack.cloud:4566`,
])('is found at %s', async (host) => {
  await openTo();
  expect(await visit(host)).toMatchObject({ status: 200, text: 'index', headers: { 'content-type': 'text/html', 'x-amz-meta-a': 'b' } });
  expect(await visit(host, '/docs')).toMatchObject({ status: 302, headers: { location: '/docs/' } });
  expect(await visit(host, '/docs/', { range: 'bytes=1-2' })).toMatchObject({ status: 206, text: 'oc' });
  expect((await visit(host, '/%')).status).toBe(400);
});

it('judges the conditions of the policy by the request', async () => {
  await openTo({ StringLike: { 'aws:Referer': 'http://example.com/*' } });
  expect((await visit(HOST)).status).toBe(403);
  expect((await visit(HOST, '/', { referer: 'http://example.com/a' })).status).toBe(200);
});
