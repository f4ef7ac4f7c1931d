// Names of managed policies in SAM templates, and what is left of a role that could not be made.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { IAM } from '@aws-sdk/client-iam';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

async function deploy(StackName: string, Policies: readonly string[]): Promise<string | undefined> {
  const Properties = { Runtime: 'nodejs20.x', Handler: 'index.handler', InlineCode: 'exports.handler = async () => 1', Policies };
  const template = {
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: { F: { Type: 'AWS::Serverless::Function', Properties } },
  };
  await cfn.createStack({
    ...{ StackName, TemplateBody: JSON.stringify(template) },
    Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'],
  });
  await emulator.idle();
  return (await cfn.describeStacks({ StackName })).Stacks?.[0]?.StackStatus;
}

it('know every policy of AWS by its name', async () => {
  expect(await deploy('named', ['AmazonRoute53ReadOnlyAccess', 'TranslateReadOnly', 'AWSLambdaMSKExecutionRole'])).toBe('CREATE_COMPLETE');
  const { StackResources = [] } = await cfn.describeStackResources({ StackName: 'named', LogicalResourceId: 'FRole' });
  const RoleName = StackResources[0]?.PhysicalResourceId ?? '';
  const { AttachedPolicies = [] } = await emulator.client(IAM).listAttachedRolePolicies({ RoleName });
  expect(AttachedPolicies.map(({ PolicyArn }) => PolicyArn)).toEqual(
    expect.arrayContaining([
      'arn:aws:iam::aws:policy/AmazonRoute53ReadOnlyAccess',
      'arn:aws:iam::aws:policy/TranslateReadOnly',
      'arn:aws:iam::aws:policy/service-role/AWSLambdaMSKExecutionRole',
    ]),
  );
});

it.each(['Unheard', 'NoPolicyThatAnybodyEverHeardOf'])('that are none end in a stack that is rolled back: %s', async (name) => {
  expect(await deploy(`with-${name}`, [name])).toBe('ROLLBACK_COMPLETE');
  const roles = (await emulator.client(IAM).listRoles({})).Roles ?? [];
  expect(roles.filter(({ RoleName }) => RoleName?.startsWith(`with-${name}`))).toEqual([]);
});
