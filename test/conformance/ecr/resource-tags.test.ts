// Tags of repositories: merged in order, removed by key, and found by an ARN of this service and region alone.
import { ECR, type Tag } from '@aws-sdk/client-ecr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let ecr: ECR;
let resourceArn: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
  ecr = emulator.client(ECR);
  const tags = [{ Key: 'team', Value: 'shop' }];
  const { repository } = await ecr.createRepository({ repositoryName: 'images', tags });
  resourceArn = repository!.repositoryArn!;
});
afterAll(() => emulator.stop());

const present = async (): Promise<Tag[]> => (await ecr.listTagsForResource({ resourceArn })).tags!;

it('are changed in place, added behind, and removed', async () => {
  await ecr.tagResource({
    resourceArn,
    tags: [
      { Key: 'stage', Value: 'dev' },
      { Key: 'team', Value: 'bikes' },
    ],
  });
  expect(await present()).toEqual([
    { Key: 'team', Value: 'bikes' },
    { Key: 'stage', Value: 'dev' },
  ]);
  await ecr.untagResource({ resourceArn, tagKeys: ['team', 'unknown'] });
  expect(await present()).toEqual([{ Key: 'stage', Value: 'dev' }]);
});

it.each([
  ['another service', () => resourceArn.replace(':ecr:', ':sqs:')],
  ['another region', () => resourceArn.replace('us-east-1', 'eu-west-1')],
  ['nothing', () => 'images'],
])('are refused for an ARN of %s', async (_, arn) => {
  await expect(ecr.tagResource({ resourceArn: arn(), tags: [] })).rejects.toMatchObject({ name: 'InvalidParameterException' });
});
