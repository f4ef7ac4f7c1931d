// Hostile web pages in a real browser against each of the emulator's own endpoints, and against the sockets of APIs: pages of another site, without an
// origin, in a frame, in a window that they open, and behind a redirect. They ask in each way that needs no permission (images, scripts, styles, frames,
// forms, beacons, streams, reports) and in those that do. The browser itself tells the status of each answer, of those as well that a page cannot read.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANAGEMENT_ROUTES } from '#gateway/management/routes';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Each endpoint with each example of its page. */
const ENDPOINTS: readonly Endpoint[] = MANAGEMENT_ROUTES.flatMap(({ method, url, examples = [{}] }) =>
  examples.map(({ params = {}, query, body }) => ({
    method,
    path: url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name) + (query === undefined ? '' : `?${query}`),
    body: body === undefined ? '' : JSON.stringify(body),
  })),
);
/** Endpoints that are asked with elements of a page, too: frames and forms are slow. */
const TRIED_BY_ELEMENTS = /\/(stream|explain|faults|regions|traces|clock|reset|save|stop)(\?|$)/;

/** Asks `target` for each endpoint in each way that a page has. It writes down what it could read, and says in the end that it is done. */
const ATTACK = (target: string): string => `<!doctype html><title>attack</title><body><script>
  const target = ${JSON.stringify(target)};
  const add = (name, members) => document.body.appendChild(Object.assign(document.createElement(name), members));
  const read = [];
  let frames = 0;
  const form = (url, method, enctype, name, value) => {
    const frame = 'frame' + frames++;
    add('iframe', { name: frame });
    const form = add('form', { action: url, method, enctype, target: frame });
    if (name !== undefined) form.appendChild(Object.assign(document.createElement('input'), { name, value }));
    form.submit();
  };
  const ask = (url, init) =>
    fetch(url, init).then(async (answer) => { if (answer.type !== 'opaque') read.push([url, answer.status]); }, () => {});
  const tries = [];
  for (const { method, path, body } of ${JSON.stringify(ENDPOINTS)}) {
    const url = target + path;
    const elements = ${TRIED_BY_ELEMENTS}.test(path);
    if (method === 'GET') tries.push(ask(url, { mode: 'no-cors' }), ask(url), ask(url, { headers: { 'x-custom': '1' } }));
    if (method === 'GET' && elements) {
      add('img', { src: url });
      add('script', { src: url, onload: () => read.push([url, 'script']) });
      add('link', { rel: 'stylesheet', href: url });
      add('iframe', { src: url });
      add('object', { data: url });
      add('video', { src: url });
      add('a', { ping: url, href: '#' }).click();
      form(url, 'get', '');
      const events = new EventSource(url);
      events.onmessage = () => read.push([url, 'event']);
      setTimeout(() => events.close(), 300);
    } else if (method !== 'GET' && elements) {
      // A form of plain text is JSON where the name of its field ends in a text that goes on in its value.
      form(url, 'post', 'text/plain', body.slice(0, -1) + (body === '{}' || body === '' ? '' : ',') + '"x":"', '"}');
      form(url, 'post', 'text/plain');
      form(url, 'post', 'application/x-www-form-urlencoded');
    }
    if (method !== 'GET') {
      navigator.sendBeacon(url, body);
      tries.push(ask(url, { method: 'POST', mode: 'no-cors', body: body || null, headers: { 'content-type': 'text/plain' } }));
      tries.push(ask(url, { method, body: body || null, headers: { 'content-type': 'application/json' } }));
      tries.push(ask(url, { method: 'POST', body: body || null, headers: { 'x-http-method-override': method } }));
    }
  }
  for (const path of ['/', '/_emulator/stream?follow=1', '/_emulator/events?follow=1']) {
    const socket = new WebSocket(target.replace('http', 'ws') + path);
    socket.onopen = () => read.push([path, 'socket']);
  }
  Promise.all(tries).then(() => setTimeout(() => { parent.postMessage({ read }, '*'); window.read = read; document.body.dataset.done = 'yes'; }, 800));
</script>`;

describe.skipIf(isMissing('hostile pages in a browser', noBrowser))('hostile pages', () => {
  let emulator: TestEmulator;
  let started: { readonly browser: Browser; close(): Promise<void> };
  let context: BrowserContext;
  let attacker: http.Server;
  let stopAsked = 0;
  /** The answers of the emulator to the browser. */
  let answers: { readonly url: string; readonly status: number }[] = [];

  const evil = (path: string): string => `http://evil.test:${(attacker.address() as AddressInfo).port}${path}`;
  const own = (path: string, init?: RequestInit) => fetch(emulator.url + path, init).then((answer) => answer.json() as Promise<never>);

  beforeAll(async () => {
    emulator = await startTestEmulator({ onStopRequest: () => stopAsked++ });
    await own('/_emulator/faults', { method: 'POST', body: JSON.stringify({ service: 'kms', delayMs: 1, times: 1 }) });
    attacker = http.createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://evil.test');
      const target = `http://${searchParams.get('host') ?? '127.0.0.1'}:${emulator.port}`;
      const page = (text: string, headers = {}) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
      if (pathname === '/blank') return page('<title>blank</title>');
      if (pathname === '/sandboxed') return page(ATTACK(target), { 'content-security-policy': 'sandbox allow-scripts allow-forms' });
      if (pathname === '/framed')
        return page(
          `<body><script>onmessage = ({ data }) => { window.read = data.read; document.body.dataset.done = 'yes'; };</script><iframe sandbox="allow-scripts allow-forms" src="/attack${new URL(request.url!, target).search}"></iframe>`,
        );
      if (pathname === '/redirect')
        return response.writeHead(Number(searchParams.get('status')), { location: target + searchParams.get('to') }).end();
      if (pathname === '/reports')
        return page(`<img src="http://elsewhere.test/">`, {
          'content-security-policy': `img-src 'none'; report-uri ${target}/_emulator/state/reset ${target}/_emulator/stop`,
        });
      return page(ATTACK(target));
    });
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    started = await startBrowser({
      names: 'MAP evil.test 127.0.0.1, MAP *.localstack.cloud 127.0.0.1, MAP *.amazonaws.com 127.0.0.1',
    });
    context = await started.browser.newContext();
    context.on('response', (answer) => {
      if (new URL(answer.url()).port === String(emulator.port)) answers.push({ url: answer.url(), status: answer.status() });
    });
  });
  afterAll(async () => {
    await started?.close();
    attacker?.close();
    await emulator?.stop();
  });

  const visited = async (url: string): Promise<{ read: unknown; page: Page }> => {
    answers = [];
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction("document.body?.dataset.done === 'yes'", undefined);
    return { read: await page.evaluate('window.read'), page };
  };
  const nothingHappened = async (): Promise<void> => {
    expect(answers.filter(({ status }) => status !== 403)).toEqual([]);
    expect(await own('/_emulator/faults')).toMatchObject({ faults: [{ service: 'kms', met: 0 }] });
    expect(await own('/_emulator/state')).toEqual({ states: [] });
    expect(((await own('/_emulator/clock')) as { aheadMs: number }).aheadMs).toBe(0);
    expect(stopAsked).toBe(0);
  };

  it.each([
    ['attack', '127.0.0.1'],
    ['framed', 'localhost'],
    ['sandboxed', 'any.localhost'],
    ['attack', 'localhost.localstack.cloud'],
    ['framed', 's3.us-east-1.amazonaws.com'],
  ])('get nowhere with any endpoint: %s, at %s', async (kind, host) => {
    const { read, page } = await visited(evil(`/${kind}?host=${host}`));
    expect(read).toEqual([]);
    expect(answers.length).toBeGreaterThan(50);
    await nothingHappened();
    await page.close();
  });

  const FAULT = '{"service":"*","error":"ThrottlingException"}';
  const refusals = (): number => emulator.lines.filter((line) => line.includes('refused a request')).length;
  /** Runs a script in a page at `from`, and waits until the emulator has refused as often as the page asks: the browser does not tell of each answer. */
  const run = async (script: string, asks: number, from = evil('/blank')): Promise<void> => {
    answers = [];
    const before = refusals();
    const page = await context.newPage();
    await page.goto(from);
    await page.evaluate(script);
    await expect.poll(refusals).toBeGreaterThanOrEqual(before + asks);
    await page.close();
  };

  it('get nowhere by windows that they open', async () => {
    for (const path of ['regions', 'stream', 'traces', 'state/reset'])
      await run(`void window.open('${emulator.url}/_emulator/${path}')`, 1);
    await run(`const opened = window.open('about:blank'); opened.location = '${emulator.url}/_emulator/regions'; 0`, 1);
    await nothingHappened();
  });

  it('get nowhere by redirects, of which one leads by way of a program on loopback', async () => {
    const to = (status: number, path: string) => `/redirect?status=${status}&to=${encodeURIComponent(path)}`;
    for (const at of [evil(''), evil('').replace('evil.test', 'localhost')]) {
      const post = `{ method: 'POST', mode: 'no-cors', body: ${JSON.stringify(FAULT)} }`;
      await run(`fetch('${at}${to(307, '/_emulator/faults')}', ${post}).catch(() => {}); 0`, 1);
      await run(`new Image().src = '${at}${to(302, '/_emulator/regions')}'`, 1);
      await run(`location.href = '${at}${to(302, '/_emulator/stream')}'`, 1);
      await run(
        `const form = document.createElement('form'); form.method = 'post'; form.action = '${at}${to(307, '/_emulator/state/reset')}'; document.body.append(form); form.submit(); 0`,
        1,
      );
      await nothingHappened();
    }
  });

  it('get nowhere by reports of what their own policy forbids', async () => {
    await run('0', 2, evil('/reports'));
    await nothingHappened();
  });

  it('open sockets of WebSocket APIs alone, which see their origin, and use no connection of others', async () => {
    const api = emulator.client(ApiGatewayV2);
    const { ApiId, ApiEndpoint = '' } = await api.createApi({
      Name: 'chat',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.x',
    });
    const { IntegrationId } = await api.createIntegration({
      ApiId,
      IntegrationType: 'MOCK',
      RequestTemplates: { $default: '{"statusCode":200}' },
    });
    await api.createRoute({ ApiId, RouteKey: '$connect', Target: `integrations/${IntegrationId}` });
    await api.createStage({ ApiId, StageName: 'dev', AutoDeploy: true });
    const opened = (url: string) =>
      `new Promise((resolve) => { const socket = new WebSocket('${url}'); socket.onopen = () => resolve(true); socket.onerror = () => resolve(false); })`;
    const page = await context.newPage();
    await page.goto(evil('/blank'));
    expect(await page.evaluate(opened(`${ApiEndpoint}/dev`))).toBe(true);
    for (const path of ['/', '/_emulator/stream?follow=1', '/_emulator/log?follow=1', `/${ApiId}`])
      expect(await page.evaluate(opened(emulator.url.replace('http', 'ws') + path)), path).toBe(false);
    answers = [];
    const connections = `${ApiEndpoint.replace('ws', 'http')}/dev/@connections/any`;
    await page.evaluate(`fetch('${connections}', { method: 'POST', mode: 'no-cors', body: 'x' }).then(() => 0)`);
    expect(answers).toEqual([{ url: connections, status: 403 }]);
    await page.close();
    await nothingHappened();
  });
});
