import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

const stack = (StackName: string, exportNames: readonly string[]) => ({
  StackName,
  TemplateBody: JSON.stringify({
    Resources: { Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' } },
    Outputs: Object.fromEntries(exportNames.map((Name, at) => [`Output${at}`, { Value: Name, Export: { Name } }])),
  }),
});
const names = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${start}-${String(at).padStart(3, '0')}`);

it('goes on with the exports of a list where the one named by the token was deleted meanwhile', async () => {
  await using emulator = await startTestEmulator();
  const cloudformation = emulator.client(CloudFormation);
  for (const request of [stack('first', names('a', 99)), stack('gone', ['b']), stack('last', names('c', 3))])
    await cloudformation.createStack(request);
  await emulator.idle();
  const page = await cloudformation.listExports({});
  expect(page.Exports?.at(-1)?.Name).toBe('b');
  await cloudformation.deleteStack({ StackName: 'gone' });
  await emulator.idle();
  const rest = await cloudformation.listExports({ NextToken: page.NextToken });
  expect(rest.Exports?.map(({ Name }) => Name)).toEqual(names('c', 3));
  expect(rest.NextToken).toBeUndefined();
  await expect(cloudformation.listExports({ NextToken: 'none-of-ours' })).rejects.toThrow('Invalid NextToken');
});
