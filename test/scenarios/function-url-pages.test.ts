// Function URLs in a real browser: a page of another origin reads a URL's answers where its CORS configuration lets it, and gains nothing else
// by it; a page that a function serves has the origin of its URL, not the emulator's.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cors, FunctionUrlAuthType } from '@aws-sdk/client-lambda';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, zipOf } from '../conformance/lambda/fixture.ts';
import { MAX_PAGE_MS } from '../support/browser.ts';
import { isMissing } from '../support/is-missing.ts';

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const noBrowser = !BROWSER && 'no Chromium on this machine: apt-get install chromium';

const PAGE = zipOf({
  'index.js': `exports.handler = async () => ({ statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<title>served</title>' });`,
});

describe.skipIf(isMissing('function URLs in a browser', noBrowser))('a function URL', () => {
  let fixture: Fixture;
  let pages: http.Server;
  let browser: BrowserContext;
  let page: Page;
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    fixture = await startFixture();
    const { lambda } = fixture;
    const add = async (FunctionName: string, AuthType: FunctionUrlAuthType, AllowOrigins?: string[]) => {
      await fixture.create(FunctionName, PAGE);
      const config = AllowOrigins ? { Cors: { AllowOrigins } satisfies Cors } : {};
      const { FunctionUrl } = await lambda.createFunctionUrlConfig({ FunctionName, AuthType, ...config });
      const permission = {
        FunctionName,
        StatementId: 'all',
        Action: 'lambda:InvokeFunctionUrl',
        Principal: '*',
        FunctionUrlAuthType: AuthType,
      };
      await lambda.addPermission(permission);
      urls[FunctionName] = FunctionUrl!;
    };
    await add('open', 'NONE', ['*']);
    await add('listed', 'NONE', ['https://elsewhere.example']);
    await add('silent', 'NONE');
    await add('signed', 'AWS_IAM', ['*']);
    pages = http.createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>blank</title>'));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: BROWSER!,
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--host-resolver-rules=MAP *.example.com 127.0.0.1',
      ],
    });
    browser.setDefaultTimeout(MAX_PAGE_MS);
    page = await browser.newPage();
    await page.goto(`http://page.example.com:${(pages.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await fixture?.emulator.stop();
    rmSync(profile, { recursive: true, force: true });
  });

  /** The status and the text, as far as the page may see them. */
  const read = (url: string, init = '{}'): Promise<unknown> =>
    page.evaluate(`fetch(${JSON.stringify(url)}, ${init}).then(async (answer) => [answer.status, await answer.text()], () => 'unread')`);
  const SIGNED = JSON.stringify({
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0',
  });

  it('is read by pages that its CORS configuration names, and by no others', async () => {
    expect(await read(urls['open']!)).toEqual([200, '<title>served</title>']);
    expect(await read(urls['listed']!)).toBe('unread');
    expect(await read(urls['silent']!)).toBe('unread');
  });

  it('with AWS_IAM believes no signature of such a page', async () => {
    expect(await read(urls['signed']!, `{ headers: ${SIGNED} }`)).not.toEqual([200, '<title>served</title>']);
    expect(await read(`${urls['signed']}?X-Amz-Credential=test%2F20260101%2Fus-east-1%2Flambda%2Faws4_request`)).not.toEqual([
      200,
      '<title>served</title>',
    ]);
  });

  it('lets a page no further than its function', async () => {
    const { url } = fixture.emulator;
    for (const path of ['/_emulator/health', '/2015-03-31/functions/', '/'])
      for (const host of [url, new URL(urls['open']!).origin.replace(/\/\/[^.]+\.lambda-url\.[^.]+\./, '//')])
        expect(await read(`${host}${path}`), `${host}${path}`).toBe('unread');
    expect(await read(`${new URL(urls['open']!).origin}/_emulator/config`)).toEqual([200, '<title>served</title>']);
  });

  it('serves pages of an origin of its own, from which nothing of the emulator is read', async () => {
    const served = await browser.newPage();
    await served.goto(urls['open']!);
    expect(await served.title()).toBe('served');
    expect(await served.evaluate('origin')).toBe(new URL(urls['open']!).origin);
    const answer = served.evaluate(
      `fetch(${JSON.stringify(fixture.emulator.url)} + '/_emulator/config').then(() => 'read', () => 'unread')`,
    );
    expect(await answer).toBe('unread');
    await served.close();
  });
});
