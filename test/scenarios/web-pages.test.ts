// Hostile web pages in a real browser: from another origin, from a page stored in a bucket, from a name that was rebound to this machine.
// They try forms, text/plain, fetch, images, frames and WebSockets, with queries that look signed and under names to which browsers send no fetch
// metadata; in the end no record of theirs exists. Requests that a resource does let in work, and none of them has the emulator's origin.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IAM } from '@aws-sdk/client-iam';
import { GetObjectCommand, S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PAGE_MS } from '../support/browser.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const noBrowser = !BROWSER && 'no Chromium on this machine: apt-get install chromium';

/** Everything a page can try against `target`; each attempt names the queue that it would make. */
const ATTACK = (target: string, query = ''): string => `<!doctype html><title>attack</title><body><script>
  const target = ${JSON.stringify(target)};
  const query = ${JSON.stringify(query)};
  const create = (name) => 'Action=CreateQueue&Version=2012-11-05&QueueName=' + name + query;
  const form = (name, enctype, method) => {
    const frame = document.createElement('iframe'); frame.name = name; document.body.append(frame);
    const form = document.createElement('form');
    Object.assign(form, { action: target + '/', method, enctype, target: name });
    for (const [key, value] of new URLSearchParams(create(name))) { const input = document.createElement('input'); Object.assign(input, { name: key, value }); form.append(input); }
    document.body.append(form); form.submit();
  };
  const quiet = (promise) => promise.then(() => {}, () => {});
  form('pwned-form', 'application/x-www-form-urlencoded', 'post');
  form('pwned-multipart', 'multipart/form-data', 'post');
  form('pwned-plain', 'text/plain', 'post');
  form('pwned-get', '', 'get');
  new Image().src = target + '/?' + create('pwned-image');
  const frame = document.createElement('iframe'); frame.src = target + '/?' + create('pwned-frame'); document.body.append(frame);
  const script = document.createElement('script'); script.src = target + '/?' + create('pwned-script'); document.body.append(script);
  const json = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.CreateQueue' };
  const tries = [
    fetch(target + '/?' + query, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: create('pwned-fetch') }),
    fetch(target + '/?' + query, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: JSON.stringify({ QueueName: 'pwned-text' }) }),
    fetch(target + '/?' + query, { method: 'POST', headers: json, body: JSON.stringify({ QueueName: 'pwned-cors' }) }),
    fetch(target + '/pwned-bucket?' + query, { method: 'PUT' }),
    fetch(target + '/site/page.html?' + query).then((answer) => answer.text()).then((text) => { document.title = 'read ' + text.length; }),
    fetch(target + '/_emulator/stop', { method: 'POST', mode: 'no-cors' }),
    fetch(target + '/_emulator/log').then((answer) => answer.text()).then((text) => { document.title = 'read ' + text.length; }),
  ];
  navigator.sendBeacon(target + '/', new Blob([create('pwned-beacon')], { type: 'application/x-www-form-urlencoded' }));
  const socket = new WebSocket(target.replace('http', 'ws') + '/');
  socket.onopen = () => { socket.send(create('pwned-socket')); document.title = 'socket open'; };
  Promise.all(tries.map(quiet)).then(() => setTimeout(() => { document.body.dataset.done = 'yes'; }, 700));
</script>`;

describe.skipIf(isMissing('hostile pages in a browser', noBrowser))('hostile pages', () => {
  let emulator: TestEmulator;
  let attacker: http.Server;
  let attackerPort: number;
  let browser: BrowserContext;
  let profile: string;
  let sqs: SQS;
  let s3: S3;
  let stopAsked = 0;

  beforeAll(async () => {
    // Every object may be read, as on a web site that is public.
    emulator = await startTestEmulator({ environment: { RESOURCE_POLICIES: 'warn' }, onStopRequest: () => stopAsked++ });
    sqs = emulator.client(SQS);
    s3 = emulator.client(S3);
    await sqs.createQueue({ QueueName: 'mine' });
    await s3.createBucket({ Bucket: 'site' });
    await s3.putObject({ Bucket: 'site', Key: 'page.html', Body: ATTACK(emulator.url), ContentType: 'text/html' });
    attacker = http.createServer((request, response) => {
      const [path = '', ...rest] = (request.url ?? '/').slice(1).split('?');
      const target = path.includes('.') ? `http://${path}:${emulator.port}` : emulator.url;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(path === 'blank' ? '<title>blank</title>' : ATTACK(target, rest.length > 0 ? `&${rest.join('?')}` : ''));
    });
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    attackerPort = (attacker.address() as AddressInfo).port;
    profile = mkdtempSync(join(tmpdir(), 'browser-'));
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: BROWSER!,
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP *.example.com 127.0.0.1, MAP *.localstack.cloud 127.0.0.1, MAP *.amazonaws.com 127.0.0.1',
      ],
    });
    browser.setDefaultTimeout(MAX_PAGE_MS);
  });
  afterAll(async () => {
    await browser?.close();
    attacker?.close();
    await emulator?.stop();
    if (profile) rmSync(profile, { recursive: true, force: true });
  });

  const visit = async (url: string): Promise<string> => {
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction("document.body?.dataset.done === 'yes'", undefined).catch(() => undefined);
    const title = await page.title();
    await page.close();
    return title;
  };
  const nothingHappened = async (): Promise<void> => {
    const { QueueUrls = [] } = await sqs.listQueues();
    expect(QueueUrls.map((url) => url.split('/').at(-1))).toEqual(['mine']);
    const { Buckets = [] } = await s3.listBuckets();
    expect(Buckets.map(({ Name }) => Name)).toEqual(['site']);
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: QueueUrls[0], AttributeNames: ['ApproximateNumberOfMessages'] });
    expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0' });
    expect(stopAsked).toBe(0);
  };

  it('of another origin get nowhere', async () => {
    expect(await visit(`http://attacker.example.com:${attackerPort}/`)).toBe('attack');
    await nothingHappened();
  });

  it('stored in a bucket have no origin of ours', async () => {
    expect(await visit(`${emulator.url}/site/page.html`)).toBe('attack');
    await nothingHappened();
  });

  it('under a name that was rebound to this machine get nowhere', async () => {
    expect(await visit(`http://rebound.example.com:${attackerPort}/rebound.example.com`)).toBe('attack');
    await nothingHappened();
    const page = await browser.newPage();
    const answer = await page.goto(`http://rebound.example.com:${emulator.port}/site/page.html`);
    expect(answer?.status()).toBe(403);
    await page.close();
    await nothingHappened();
  });

  const forged = (): string => {
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    return `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=test%2F${stamp.slice(0, 8)}%2Fus-east-1%2Fsqs%2Faws4_request&X-Amz-Date=${stamp}&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=forged`;
  };

  it('with queries that look signed get nowhere', async () => {
    for (const query of [forged(), forged().replace('sqs', 's3'), 'AWSAccessKeyId=test&Signature=forged'])
      expect(await visit(`http://attacker.example.com:${attackerPort}/attack?${query}`)).toBe('attack');
    await nothingHappened();
  });

  it('get nowhere by names to which browsers send no fetch metadata', async () => {
    for (const name of ['sqs.us-east-1.localhost.localstack.cloud', 'localhost.localstack.cloud', 'sqs.us-east-1.amazonaws.com']) {
      expect(await visit(`http://attacker.example.com:${attackerPort}/${name}`)).toBe('attack');
      expect(await visit(`http://attacker.example.com:${attackerPort}/${name}?${forged()}`)).toBe('attack');
      await nothingHappened();
      const page = await browser.newPage();
      await page.goto(`http://attacker.example.com:${attackerPort}/blank`);
      const answer = page.waitForResponse((response) => response.url().endsWith('/_emulator/config'));
      await page.evaluate(`location.href = 'http://${name}:${emulator.port}/_emulator/config'`);
      expect((await answer).status()).toBe(403);
      await page.close();
    }
  });

  it('stored in a bucket have no origin of ours by whatever road they are opened', async () => {
    const iam = emulator.client(IAM);
    await iam.createUser({ UserName: 'signer' });
    const { AccessKey } = await iam.createAccessKey({ UserName: 'signer' });
    const credentials = { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! };
    const signer = emulator.client(S3, { credentials });
    const honest = await getSignedUrl(signer, new GetObjectCommand({ Bucket: 'site', Key: 'page.html' }));
    const known = await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'site', Key: 'page.html' }));
    const open = async (url: string, from = `http://attacker.example.com:${attackerPort}/blank`) => {
      const page = await browser.newPage();
      await page.goto(from);
      const arrived = page.waitForResponse((response) => response.url() === url);
      await page.evaluate(`setTimeout(() => { location.href = ${JSON.stringify(url)}; })`);
      const status = (await arrived).status();
      await page.waitForURL(url, { waitUntil: 'domcontentloaded' });
      const origin = await page.evaluate('origin');
      if (status === 200) await page.waitForFunction("document.body?.dataset.done === 'yes'", undefined);
      await page.close();
      return [status, origin];
    };
    expect(await open(honest)).toEqual([200, 'null']);
    expect(await open(known)).toEqual([403, 'null']);
    const local = `http://127.0.0.1:${attackerPort}/blank`;
    expect(await open(known, local)).toEqual([200, 'null']);
    expect(await open(`http://site.s3.localhost:${emulator.port}/page.html`, local)).toEqual([200, 'null']);
    expect(await open(`http://site.s3.localhost.localstack.cloud:${emulator.port}/page.html`, local)).toEqual([200, 'null']);
    await nothingHappened();
  });

  it('read and write objects where the bucket lets them, and nothing else', async () => {
    const everything = { AllowedOrigins: ['*'], AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['*'] };
    await s3.putBucketCors({ Bucket: 'site', CORSConfiguration: { CORSRules: [everything] } });
    const page = await browser.newPage();
    await page.goto(`http://attacker.example.com:${attackerPort}/blank`);
    const ask = (path: string, init = '{}') =>
      page.evaluate(`fetch(${JSON.stringify(emulator.url + path)}, ${init}).then((answer) => answer.status, () => 'refused')`);
    expect(await ask('/site/page.html')).toBe(200);
    expect(await ask('/site/new', "{ method: 'PUT', body: 'x' }")).toBe(200);
    expect(await ask('/site?policy', "{ method: 'PUT', body: '{}' }")).toBe('refused');
    expect(await ask('/?list-type=2')).toBe('refused');
    expect(await ask('/_emulator/health')).toBe('refused');
    await page.close();
    await s3.deleteBucketCors({ Bucket: 'site' });
    await nothingHappened();
  });

  it('while a page on loopback may ask, and read the answer', async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${attackerPort}/blank`, { waitUntil: 'domcontentloaded' });
    const read = await page.evaluate(
      `fetch(${JSON.stringify(emulator.url)} + '/_emulator/health', { headers: { 'x-custom': '1' } }).then((answer) => answer.json()).then(({ status }) => status)`,
    );
    expect(read).toBe('ok');
    await page.close();
  });
});
