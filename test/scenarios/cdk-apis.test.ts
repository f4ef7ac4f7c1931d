// The real CDK with every construct of APIs: deployed, used with their authorizers, keys, domain and WebSockets, and destroyed.
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { expect, it } from 'vitest';
import { isMissing } from '#lib/testing/is-missing';
import { ask } from '../conformance/apigatewayv2/use-apis.ts';
import { open } from '../conformance/apigatewayv2/use-sockets.ts';
import { openApp, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const APP = fileURLToPath(new URL('./cdk-apis', import.meta.url));

it.skipIf(isMissing('the CDK with APIs', whyNoLongScenario() ?? whyNoCdk()))(
  'the CDK deploys APIs of all kinds, which answer as their constructs say, and destroys them',
  { timeout: 600_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using app = openApp(APP, emulator.url);
    await app.cdk('bootstrap');
    await app.cdk('deploy', '--require-approval', 'never');
    const { Stacks = [] } = await emulator.client(CloudFormation).describeStacks({ StackName: 'Apis' });
    const outputs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const);
    const urlOf = (start: string): string => outputs.find(([name]) => name.startsWith(start))?.[1].replace(/\/$/, '') ?? '';
    const json = (text: string): unknown => JSON.parse(text);

    const door = { authorization: 'open', 'x-api-key': 'a-key-of-twenty-characters' };
    const order = await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: door });
    expect(json(order.text)).toMatchObject({ path: '/orders/7', who: { principalId: 'token', who: 'token' } });
    expect((await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: { ...door, 'x-api-key': 'other' } })).status).toBe(403);
    expect((await ask(`${urlOf('ShopEndpoint')}/orders/7`, { headers: { ...door, authorization: 'shut' } })).status).toBe(403);
    const preflight = { method: 'OPTIONS', headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' } };
    expect((await ask(`${urlOf('ShopEndpoint')}/orders/7`, preflight)).headers['access-control-allow-origin']).toBe('https://app.example');
    expect(json((await ask(`${urlOf('WholeEndpoint')}/any/path`)).text)).toMatchObject({ path: '/any/path' });
    expect(json((await ask(`${urlOf('SpecEndpoint')}/`)).text)).toEqual({ from: 'document' });

    const byDomain = await ask(`${emulator.url}/v1/open/7`, { host: 'api.example.com', headers: { origin: 'https://app.example' } });
    expect([byDomain.status, byDomain.headers['access-control-allow-origin']]).toEqual([200, 'https://app.example']);
    const body = JSON.stringify({ issuer: 'https://issuer.example', claims: { aud: 'app', sub: 'ann' } });
    const signed = await fetch(`${emulator.url}/_emulator/issuer/tokens`, { method: 'POST', body });
    const { token } = (await signed.json()) as { token: string };
    expect((await ask(`${urlOf('HttpUrl')}/jwt`)).status).toBe(401);
    const asAnn = await ask(`${urlOf('HttpUrl')}/jwt`, { headers: { authorization: `Bearer ${token}` } });
    expect(json(asAnn.text)).toMatchObject({ who: { jwt: { claims: { sub: 'ann' } } } });
    expect((await ask(`${urlOf('HttpUrl')}/simple`, { headers: { door: 'shut' } })).status).toBe(403);
    const simple = await ask(`${urlOf('HttpUrl')}/simple`, { headers: { door: 'open' } });
    expect(json(simple.text)).toMatchObject({ who: { lambda: { who: 'simple' } } });

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
