// The real CDK with every construct of APIs: deployed, used with their authorizers, keys, domain and WebSockets, also by pages of another site in a
// real browser, and destroyed.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { expect, it } from 'vitest';
import { ask } from '../conformance/apigatewayv2/use-apis.ts';
import { open } from '../conformance/apigatewayv2/use-sockets.ts';
import { noBrowser } from '../support/browser.ts';
import { type BrowserSite, connectFrom, openSite, readBy } from '../support/browser-site.ts';
import { openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-apis', import.meta.url));

it.skipIf(isMissing('the CDK with APIs', whyNoLongScenario() ?? whyNoCdk() ?? (noBrowser || undefined)))(
  'the CDK deploys APIs of all kinds, which answer as their constructs say, and destroys them',
  { timeout: 600_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using app = openApp(APP, emulator.url);
    await app.cdk('bootstrap');
    await using site = await openSite();
    const { origin } = site;
    await app.cdk('deploy', '--require-approval', 'never', '-c', `origin=${origin}`);
    const { Stacks = [] } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Apis' });
    const outputs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const);
    const urlOf = (start: string): string => outputs.find(([name]) => name.startsWith(start))?.[1].replace(/\/$/, '') ?? '';
    const json = (text: string): unknown => JSON.parse(text);

    const door = { authorization: 'open', 'x-api-key': 'a-key-of-twenty-characters' };
    const order = await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: door });
    expect(json(order.text)).toMatchObject({ path: '/orders/7', who: { principalId: 'token', who: 'token' } });
    expect((await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: { ...door, 'x-api-key': 'other' } })).status).toBe(403);
    expect((await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: { ...door, authorization: 'shut' } })).status).toBe(403);
    expect(json((await ask(`${urlOf('WholeEndpoint')}/any/path`)).text)).toMatchObject({ path: '/any/path' });
    expect(json((await ask(`${urlOf('SpecEndpoint')}/`)).text)).toEqual({ from: 'document' });

    const body = JSON.stringify({ issuer: 'https://issuer.example', claims: { aud: 'app', sub: 'ann' } });
    const signed = await fetch(`${emulator.url}/_emulator/issuer/tokens`, { method: 'POST', body });
    const { token } = (await signed.json()) as { token: string };
    await usedByPages(site, { shop: urlOf('ShopEndpoint'), chat: urlOf('ChatUrl'), emulator: emulator.url, token });
    const asAnn = await ask(`${urlOf('HttpUrl')}/jwt`, { headers: { authorization: `Bearer ${token}` } });
    expect(json(asAnn.text)).toMatchObject({ who: { jwt: { claims: { sub: 'ann' } } } });
    expect((await ask(`${urlOf('HttpUrl')}/simple`, { headers: { door: 'shut' } })).status).toBe(403);
    const simple = await ask(`${urlOf('HttpUrl')}/simple`, { headers: { door: 'open' } });
    expect(json(simple.text)).toMatchObject({ who: { lambda: { who: 'simple' } } });

    // The pages have left, and so have their connections.
    await emulator.idle();
    const [ann, bob] = [await open(urlOf('ChatUrl')), await open(urlOf('ChatUrl'))];
    ann.socket.send('{"text":"hello"}');
    expect([await ann.next(), await bob.next()]).toEqual(['hello', 'hello']);
    bob.socket.close();
    await bob.closed;
    await emulator.idle();
    ann.socket.send('{"text":"alone"}');
    expect(await ann.next()).toBe('alone');
    ann.socket.close();

    await app.cdk('destroy', '--force');
    const left = await emulator
      .client(CloudFormation)
      .describeStacks({ StackName: 'Apis' })
      .catch(() => undefined);
    expect(left).toBeUndefined();
  },
);

interface Addresses {
  readonly shop: string;
  readonly chat: string;
  readonly emulator: string;
  /** Tells the authorizer of the HTTP API that ann asks. */
  readonly token: string;
}

/** Pages of the site that the APIs name read what those say, pages of another site nothing, and neither anything else on the port. */
async function usedByPages(site: BrowserSite, { shop, chat, emulator, token }: Addresses): Promise<void> {
  const [page, second, other] = [await site.open(), await site.open(), await site.open('other.test')];
  const domain = `http://api.example.com:${new URL(emulator).port}/v1`;
  const key = { 'x-api-key': 'a-key-of-twenty-characters' };
  const withToken = { headers: { authorization: `Bearer ${token}` } };
  const orders = (authorization: string, more: object = key) => [`${shop}/orders/7`, { headers: { authorization, ...more } }] as const;

  expect(await readBy(page, ...orders('open'))).toEqual([200, expect.stringContaining('"who":"token"')]);
  expect(await readBy(page, ...orders('shut'))).toEqual([403, expect.stringContaining('not authorized')]);
  // A refused key has a gateway response without the header that would let the page read it.
  expect(await readBy(page, ...orders('open', { 'x-api-key': 'other' }))).toBe('unread');
  expect(await readBy(page, `${domain}/open/7`)).toEqual([200, expect.stringContaining('"/v1/open/7"')]);
  expect(await readBy(page, `${domain}/jwt`, withToken)).toEqual([200, expect.stringContaining('"sub":"ann"')]);
  expect(await readBy(page, `${domain}/jwt`)).toEqual([401, '{"message":"Unauthorized"}']);
  expect(await readBy(page, `${domain}/open/7`, { headers: { 'x-other': '1' } })).toBe('unread');
  expect(await readBy(page, `${domain}/open/7`, { method: 'DELETE' })).toBe('unread');
  for (const [url, init] of [orders('open'), [`${domain}/open/7`], [`${domain}/jwt`, withToken]] as const)
    expect(await readBy(other, url, init)).toBe('unread');

  expect([await connectFrom(page, chat), await connectFrom(second, chat)]).toEqual([true, true]);
  await page.evaluate(`say('{"text":"hello"}')`);
  for (const each of [page, second]) await each.waitForFunction(`heard[0] === 'hello'`);

  for (const path of ['/', '/_emulator/health', '/restapis', '/v2/apis', '/_aws/lambda'])
    expect(await readBy(page, emulator + path)).toBe('unread');
  expect(await readBy(page, `${new URL(chat.replace('ws', 'http')).origin}/live/@connections/any`, { method: 'POST' })).toBe('unread');
  expect(await connectFrom(page, `${emulator.replace('http', 'ws')}/_emulator/stream?follow=1`)).toBe(false);
  await Promise.all([page, second, other].map((each) => each.close()));
}
