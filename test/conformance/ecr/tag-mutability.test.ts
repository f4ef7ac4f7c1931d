// Which tags may be moved: exclusions belong to the modes that know them.
import { CreateRepositoryCommand, DescribeRepositoriesCommand, ECRClient, PutImageTagMutabilityCommand } from '@aws-sdk/client-ecr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const repositoryName = 'tags';
const filters = { imageTagMutabilityExclusionFilters: [{ filterType: 'WILDCARD' as const, filter: 'dev-*' }] };
let emulator: TestEmulator;
let client: ECRClient;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(ECRClient);
});
afterAll(() => emulator.stop());

it('keeps exclusions where there may be some, and refuses them elsewhere', async () => {
  await expect(client.send(new CreateRepositoryCommand({ repositoryName, ...filters }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await client.send(new CreateRepositoryCommand({ repositoryName }));
  const put = (imageTagMutability: 'IMMUTABLE' | 'IMMUTABLE_WITH_EXCLUSION', more: object = {}) =>
    client.send(new PutImageTagMutabilityCommand({ repositoryName, imageTagMutability, ...more }));
  await put('IMMUTABLE_WITH_EXCLUSION', filters);
  await expect(put('IMMUTABLE', filters)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(put('IMMUTABLE_WITH_EXCLUSION')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  const { repositories } = await client.send(new DescribeRepositoriesCommand({}));
  expect(repositories).toMatchObject([{ imageTagMutability: 'IMMUTABLE_WITH_EXCLUSION', ...filters }]);
  await put('IMMUTABLE');
});
