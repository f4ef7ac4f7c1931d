// A REST API and an HTTP API in one account and region: each answers, whichever was called first.
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

/** Both with limits, which have buckets. */
async function makeApis(): Promise<Record<'rest' | 'http', () => Promise<number>>> {
  const rest = useRestApi(emulator);
  const { restApiId, rootId: resourceId } = await rest.create();
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await rest.method(method, {}, { requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await rest.client.putMethodResponse({ ...method, statusCode: '200' });
  await rest.client.putIntegrationResponse({ ...method, statusCode: '200' });
  await rest.deploy(restApiId);
  const patchOperations = ['throttling/rateLimit', 'throttling/burstLimit'].map((name) => ({
    op: 'replace' as const,
    path: `/*/*/${name}`,
    value: '50',
  }));
  await rest.client.updateStage({ restApiId, stageName: 'dev', patchOperations });
  const v2 = emulator.client(ApiGatewayV2);
  const { ApiId } = await v2.createApi({ Name: 'shop', ProtocolType: 'HTTP', Target: `${emulator.url}/_emulator/health` });
  await v2.updateStage({
    ...{ ApiId, StageName: '$default' },
    DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 50 },
  });
  const status = async (path: string) => (await fetch(`${emulator.url}/_execute-api/${path}`)).status;
  return { rest: () => status(`${restApiId}/dev/`), http: () => status(`${ApiId}/`) };
}

it.each([
  ['rest', 'http'],
  ['http', 'rest'],
] as const)('the %s API answers first, then the %s API', async (first, second) => {
  await fetch(`${emulator.url}/_emulator/state/reset`, { method: 'POST' });
  const apis = await makeApis();
  expect([await apis[first](), await apis[second](), await apis[first]()]).toEqual([200, 200, 200]);
});
