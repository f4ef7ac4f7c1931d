// Which tags may be moved: exclusions belong to the modes that know them.
import { ECR } from '@aws-sdk/client-ecr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const repositoryName = 'tags';
const filters = { imageTagMutabilityExclusionFilters: [{ filterType: 'WILDCARD' as const, filter: 'dev-*' }] };
let emulator: TestEmulator;
let client: ECR;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(ECR);
});
afterAll(() => emulator.stop());

it('keeps exclusions where there may be some, and refuses them elsewhere', async () => {
  await expect(client.createRepository({ repositoryName, ...filters })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await client.createRepository({ repositoryName });
  const put = (imageTagMutability: 'IMMUTABLE' | 'IMMUTABLE_WITH_EXCLUSION', more: object = {}) =>
    client.putImageTagMutability({ repositoryName, imageTagMutability, ...more });
  await put('IMMUTABLE_WITH_EXCLUSION', filters);
  await expect(put('IMMUTABLE', filters)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(put('IMMUTABLE_WITH_EXCLUSION')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  const { repositories } = await client.describeRepositories();
  expect(repositories).toMatchObject([{ imageTagMutability: 'IMMUTABLE_WITH_EXCLUSION', ...filters }]);
  await put('IMMUTABLE');
});
