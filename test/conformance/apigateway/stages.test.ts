// Deployments are copies that never change; stages point to them, and canaries take a share.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

async function made(body: string) {
  const { restApiId, rootId: resourceId } = await api.create();
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.method(method, {}, { requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await api.client.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates: { 'application/json': body } });
  return { restApiId, method };
}
const textOf = async (restApiId: string, path: string) => (await api.call(restApiId, path)).text();

it('answers what was deployed, until something else is', async () => {
  const { restApiId, method } = await made('one $stageVariables.name');
  const first = await api.deploy(restApiId);
  await api.client.putIntegrationResponse({
    ...method,
    statusCode: '200',
    responseTemplates: { 'application/json': 'two $stageVariables.name' },
  });
  expect(await textOf(restApiId, '/dev')).toBe('one ');
  const second = await api.deploy(restApiId);
  const stage = { restApiId, stageName: 'dev' };
  await api.client.updateStage({ ...stage, patchOperations: [{ op: 'replace', path: '/variables/name', value: 'x' }] });
  expect(await textOf(restApiId, '/dev/')).toBe('two x');
  await api.client.updateStage({ ...stage, patchOperations: [{ op: 'replace', path: '/deploymentId', value: first }] });
  expect(await textOf(restApiId, '/dev')).toBe('one x');
  await expect(api.client.deleteDeployment({ restApiId, deploymentId: first })).rejects.toMatchObject({
    name: 'BadRequestException',
    message: 'Active stages pointing to this deployment must be moved or deleted',
  });
  await api.client.deleteDeployment({ restApiId, deploymentId: second });
});

it('gives a canary its share, and promotes it', async () => {
  const { restApiId, method } = await made('old $stageVariables.name');
  await api.deploy(restApiId);
  const stage = { restApiId, stageName: 'dev' };
  await api.client.putIntegrationResponse({
    ...method,
    statusCode: '200',
    responseTemplates: { 'application/json': 'new $stageVariables.name' },
  });
  await api.client.createDeployment({ ...stage, canarySettings: { percentTraffic: 100, stageVariableOverrides: { name: 'canary' } } });
  expect(await textOf(restApiId, '/dev')).toBe('new canary');
  await api.client.updateStage({ ...stage, patchOperations: [{ op: 'replace', path: '/canarySettings/percentTraffic', value: '0' }] });
  expect(await textOf(restApiId, '/dev')).toBe('old ');
  await api.client.updateStage({
    ...stage,
    patchOperations: [
      { op: 'copy', from: '/canarySettings/deploymentId', path: '/deploymentId' },
      { op: 'copy', from: '/canarySettings/stageVariableOverrides', path: '/variables' },
      { op: 'remove', path: '/canarySettings' },
    ],
  });
  expect(await textOf(restApiId, '/dev')).toBe('new canary');
  expect((await api.client.getStage(stage)).canarySettings).toBeUndefined();
});

it('keeps method settings under their paths, and refuses what was recorded', async () => {
  const { restApiId } = await made('x');
  await api.deploy(restApiId);
  const patch = (...patchOperations: { op: 'replace' | 'remove' | 'add' | 'copy'; path: string; value?: string; from?: string }[]) =>
    api.client.updateStage({ restApiId, stageName: 'dev', patchOperations });
  const { methodSettings } = await patch(
    { op: 'replace', path: '/*/*/logging/loglevel', value: 'INFO' },
    { op: 'replace', path: '/~1pets/GET/throttling/rateLimit', value: '5' },
  );
  expect(methodSettings).toMatchObject({ '*/*': { loggingLevel: 'INFO' }, 'pets/GET': { throttlingRateLimit: 5, loggingLevel: 'INFO' } });
  await patch({ op: 'remove', path: '/*/*' });
  await expect(patch({ op: 'remove', path: '/*/*' })).rejects.toThrow(
    'Cannot remove method setting */* because there is no method setting for this method ',
  );
  await expect(patch({ op: 'replace', path: '/canarySettings/badPath', value: 'x' })).rejects.toThrow(
    /^Invalid method setting path: \/canarySettings\/badPath\. Must be one of: \[\/deploymentId, /,
  );
  await expect(patch({ op: 'add', path: '/canarySettings/deploymentId', value: 'x' })).rejects.toThrow(
    'Invalid add operation with path: /canarySettings/deploymentId',
  );
  await expect(patch({ op: 'remove', path: '/accessLogSettings/destinationArn' })).rejects.toThrow(
    'Cannot remove method setting accessLogSettings/destinationArn because there is no method setting for this method ',
  );
  await expect(patch({ op: 'copy', from: '/canarySettings/deploymentId', path: '/deploymentId' })).rejects.toThrow(
    'Promotion not available. Canary does not exist.',
  );
});
