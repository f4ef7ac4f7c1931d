// Requests as browsers send them for pages of other origins, without a browser: where they end, and what is put on the answers.
import http from 'node:http';
import { IAM } from '@aws-sdk/client-iam';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
let sqs: SQS;
beforeAll(async () => {
  // Its pages and programs do not sign: what a bucket's policy would say to that is not the subject
  emulator = await startTestEmulator({ environment: { RESOURCE_POLICIES: 'warn' } });
  s3 = emulator.client(S3);
  sqs = emulator.client(SQS);
  await sqs.createQueue({ QueueName: 'mine' });
  for (const Bucket of ['private', 'open']) {
    await s3.createBucket({ Bucket });
    await s3.putObject({ Bucket, Key: 'page.html', Body: '<p>stored</p>', ContentType: 'text/html' });
  }
  const everything = { AllowedOrigins: ['*'], AllowedMethods: ['GET', 'PUT', 'DELETE'], AllowedHeaders: ['*'] };
  await s3.putBucketCors({ Bucket: 'open', CORSConfiguration: { CORSRules: [everything] } });
});
afterAll(() => emulator.stop());

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
/** Sends the headers as they are, `Host` included. */
const send = (path: string, headers: Record<string, string> = {}, { method = 'GET', body = '' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port: emulator.port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
    });
    request.on('error', reject).end(body);
  });

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0', 'accept-language': 'en-US' };
const EVIL = { ...BROWSER, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
const NAVIGATION = { ...BROWSER, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const create = (name: string) => `Action=CreateQueue&Version=2012-11-05&QueueName=${name}`;
const forged = (service: string): string => {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=test%2F${stamp.slice(0, 8)}%2Fus-east-1%2F${service}%2Faws4_request&X-Amz-Date=${stamp}&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=forged`;
};
const queues = async () => ((await sqs.listQueues()).QueueUrls ?? []).map((url) => url.split('/').at(-1));

describe('a query that looks signed', () => {
  it.each(['sqs', 's3', 'lambda', 'cloudformation'])('lets a page of another origin call nothing (%s)', async (service) => {
    expect((await send(`/?${forged(service)}`, { ...EVIL, ...FORM }, { method: 'POST', body: create('forged') })).status).toBe(403);
    expect((await send(`/?${create('forged')}&${forged(service)}`, { ...BROWSER, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await queues()).toEqual(['mine']);
  });
  it('of the old version lets none, either', async () => {
    const old = 'AWSAccessKeyId=test&Signature=x';
    expect((await send(`/private/page.html?${old}`, EVIL)).status).toBe(403);
    expect((await send('/private/new?AWSAccessKeyId=test&Signature=x', EVIL, { method: 'PUT', body: 'x' })).status).toBe(403);
  });
  it('signed with the secret that everybody knows lets none, either', async () => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'private', Key: 'page.html' }));
    expect((await send(url.slice(emulator.url.length), EVIL)).status).toBe(403);
    expect((await send(url.slice(emulator.url.length), NAVIGATION)).status).toBe(403);
    expect((await send(url.slice(emulator.url.length))).status).toBe(200);
  });
});

describe('a signature of a key that was made here', () => {
  it('lets a page of another origin do what was signed, and nothing else', async () => {
    const iam = emulator.client(IAM);
    await iam.createUser({ UserName: 'signer' });
    const { AccessKey } = await iam.createAccessKey({ UserName: 'signer' });
    const credentials = { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! };
    const signer = emulator.client(S3, { credentials });
    const object = { Bucket: 'private', Key: 'given' };
    const pathOf = (url: string) => url.slice(emulator.url.length);
    const put = pathOf(await getSignedUrl(signer, new PutObjectCommand(object)));
    const get = pathOf(await getSignedUrl(signer, new GetObjectCommand(object)));
    const gone = pathOf(await getSignedUrl(signer, new DeleteObjectCommand(object)));
    expect((await send(put, EVIL, { method: 'PUT', body: 'by a page' })).status).toBe(200);
    expect(await send(get, NAVIGATION)).toMatchObject({ status: 200, body: 'by a page', headers: { 'x-content-type-options': 'nosniff' } });
    for (const other of [get.replace('/given', '/page.html'), get.replace('X-Amz-Expires=900', 'X-Amz-Expires=901'), `${get}&x=1`])
      expect((await send(other, EVIL)).status).toBe(403);
    expect((await send(get, EVIL, { method: 'DELETE' })).status).toBe(403);
    expect((await send(get, { ...EVIL, ...FORM }, { method: 'POST', body: create('signed') })).status).toBe(403);
    expect((await send(get, { ...EVIL, 'x-amz-target': 'AmazonSQS.ListQueues' })).status).toBe(403);
    expect((await send(put, { ...EVIL, 'x-amz-copy-source': '/private/page.html' }, { method: 'PUT' })).status).toBe(403);
    expect((await send(gone, EVIL, { method: 'DELETE' })).status).toBe(204);
    const post = async (by: S3, more: object = {}) => {
      const { url, fields } = await createPresignedPost(by, object);
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
      form.set('file', new Blob(['x']));
      return (await fetch(url, { method: 'POST', body: form, headers: { origin: 'https://evil.example' } })).status;
    };
    expect([await post(signer), await post(signer, { 'X-Amz-Signature': '0' }), await post(s3)]).toEqual([204, 403, 403]);
    expect(await queues()).toEqual(['mine']);
  });
});

describe('what a browser may show as a document', () => {
  const isSandboxed = ({ headers }: Answer) => [
    String(headers['content-security-policy']).startsWith('sandbox '),
    headers['x-content-type-options'],
  ];
  it.each([
    ['typed', { ...NAVIGATION, 'sec-fetch-site': 'none' }],
    ['linked by a page on loopback', { ...NAVIGATION, referer: 'http://localhost:3000/' }],
    ['embedded', { ...NAVIGATION, 'sec-fetch-dest': 'iframe', referer: 'http://localhost:3000/' }],
    ['let in by the CORS rules of its bucket', { ...NAVIGATION, origin: 'https://evil.example' }],
    ['asked for without fetch metadata', BROWSER],
  ])('has no origin of ours: %s', async (_, headers) => {
    const answer = await send('/open/page.html', headers);
    expect([answer.status, answer.body]).toEqual([200, '<p>stored</p>']);
    expect(isSandboxed(answer)).toEqual([true, 'nosniff']);
  });
  it('and what programs and scripts read is as the service says', async () => {
    for (const headers of [{}, { ...BROWSER, origin: 'http://localhost:3000', 'sec-fetch-mode': 'cors' }])
      expect(isSandboxed(await send('/open/page.html', headers))).toEqual([false, undefined]);
  });
});

describe("a bucket's CORS rules", () => {
  const cors = { ...EVIL, 'sec-fetch-mode': 'cors' };
  it('let a page read and write objects', async () => {
    expect(await send('/open/page.html', cors)).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } });
    expect((await send('/open/new', cors, { method: 'PUT', body: 'x' })).status).toBe(200);
    expect((await send('/private/page.html', cors)).status).toBe(403);
  });
  it('let none change or delete the bucket, nor copy out of another', async () => {
    for (const path of ['/open', '/open/', '/open?policy', '/open/?notification'])
      for (const method of ['PUT', 'DELETE']) expect((await send(path, cors, { method })).status).toBe(403);
    const copy = (source: string) => send('/open/copy', { ...cors, 'x-amz-copy-source': source }, { method: 'PUT' });
    expect((await copy('/private/page.html')).status).toBe(403);
    expect((await copy('private/page.html')).status).toBe(403);
    expect((await copy('/open/page.html')).status).toBe(200);
  });
  it('are about S3 alone: a header that names another service is judged by that service', async () => {
    const headers = { ...cors, 'x-amz-target': 'AmazonSQS.CreateQueue', 'content-type': 'application/x-amz-json-1.0' };
    expect((await send('/open/x', headers, { method: 'PUT', body: '{"QueueName":"targeted"}' })).status).toBe(403);
    expect(await queues()).toEqual(['mine']);
  });
});

describe('a name to which browsers send no fetch metadata', () => {
  const host = (name: string) => ({ host: `${name}:${emulator.port}` });
  const NAME = 'sqs.us-east-1.localhost.localstack.cloud';
  it.each([NAME, 'localhost.localstack.cloud', 'sqs.us-east-1.amazonaws.com', 'host.docker.internal'])(
    'takes no unsigned request of a browser (%s)',
    async (name) => {
      expect((await send(`/?${create('image')}`, { ...BROWSER, ...host(name) })).status).toBe(403);
      expect((await send(`/?${create('image')}&${forged('sqs')}`, { ...BROWSER, ...host(name) })).status).toBe(403);
      expect((await send('/', { ...BROWSER, ...FORM, ...host(name) }, { method: 'POST', body: create('form') })).status).toBe(403);
      expect((await send('/_emulator/config', { ...BROWSER, ...host(name) })).status).toBe(403);
      expect((await send('/_localstack/health', { ...BROWSER, ...host(name) })).status).toBe(403);
      expect(await queues()).toEqual(['mine']);
    },
  );
  it('takes those of other programs, of clients that sign, and of pages on loopback', async () => {
    expect((await send('/_localstack/health', { 'user-agent': 'curl/8.5.0', ...host(NAME) })).status).toBe(200);
    expect(
      (await send('/open/page.html', { ...BROWSER, referer: 'http://localhost:3000/', ...host('s3.localhost.localstack.cloud') })).status,
    ).toBe(200);
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0';
    const signed = { ...BROWSER, ...FORM, ...host(NAME), authorization };
    expect((await send('/', signed, { method: 'POST', body: 'Action=ListQueues&Version=2012-11-05' })).status).toBe(200);
  });
});
