// Macros: functions that change a template, or a part of it, before it is deployed.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;

/** Answers by its parameters: adds a queue, names things, or fails. Its answer holds what it was told, too. */
const SOURCE = `exports.handler = async ({ fragment, params, requestId, region, accountId, transformId, templateParameterValues }) => {
  if (params.Fail === 'silent') return { requestId, status: 'failure' };
  if (params.Fail) return { requestId, status: 'failure', errorMessage: params.Fail };
  if (params.Nonsense) return 'nonsense';
  if (params.Text) return { requestId, status: 'success', fragment: 'text' };
  if (params.Delay) return { requestId, status: 'success', fragment: { ...fragment, DelaySeconds: params.Delay } };
  const Description = [region, accountId, transformId, templateParameterValues.Name].join(' ');
  const Added = { Type: 'AWS::SQS::Queue', Properties: { QueueName: templateParameterValues.Name } };
  return { requestId, status: 'success', fragment: { ...fragment, Description, Resources: { ...fragment.Resources, Added } } };
};`;
const MACRO = {
  Resources: {
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: 'arn:aws:iam::000000000000:role/any',
        Code: { ZipFile: SOURCE },
      },
    },
    Macro: { Type: 'AWS::CloudFormation::Macro', Properties: { Name: 'Shape', FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] } } },
  },
};
const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });

async function deploy(StackName: string, template: object, more: object = {}) {
  const TemplateBody = JSON.stringify(template);
  await cfn.createStack({ StackName, TemplateBody, Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'], ...more });
  await emulator.idle();
  return (await cfn.describeStacks({ StackName })).Stacks![0]!;
}

beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  expect((await deploy('macro', MACRO)).StackStatus).toBe('CREATE_COMPLETE');
});
afterAll(() => emulator.stop());

it('a macro of the template receives the whole of it, with its parameters', async () => {
  const template = { Transform: 'Shape', Parameters: { Name: { Type: 'String', Default: 'added' } }, Resources: { Q: queue() } };
  const stack = await deploy('whole', template);
  expect(stack).toMatchObject({
    StackStatus: 'CREATE_COMPLETE',
    Description: 'us-east-1 000000000000 000000000000::Shape added',
  });
  expect((await emulator.client(SQS).getQueueUrl({ QueueName: 'added' })).QueueUrl).toContain('/added');
  const { TemplateBody } = await cfn.getTemplate({ StackName: 'whole', TemplateStage: 'Processed' });
  expect(JSON.parse(TemplateBody!)).toMatchObject({ Resources: { Added: {} } });
  await expect(
    cfn.createStack({ StackName: 'alone', TemplateBody: JSON.stringify(template), Capabilities: ['CAPABILITY_IAM'] }),
  ).rejects.toThrow('Requires capabilities : [CAPABILITY_AUTO_EXPAND]');
});

it('a macro within the template receives what stands beside it, and its parameters evaluated', async () => {
  const Properties = {
    QueueName: 'beside',
    'Fn::Transform': { Name: 'Shape', Parameters: { Delay: { Ref: 'Seconds' } } },
  };
  const Parameters = { Seconds: { Type: 'Number', Default: '7' } };
  expect((await deploy('within', { Parameters, Resources: { Q: queue(Properties) } })).StackStatus).toBe('CREATE_COMPLETE');
  const sqs = emulator.client(SQS);
  const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'beside' });
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['DelaySeconds'] });
  expect(Attributes).toEqual({ DelaySeconds: '7' });
});

it('a macro within the template needs the capability that one of the whole needs', async () => {
  const TemplateBody = JSON.stringify({ Resources: { Q: queue({ 'Fn::Transform': { Name: 'Shape', Parameters: { Delay: 7 } } }) } });
  await expect(cfn.createStack({ StackName: 'nested', TemplateBody })).rejects.toMatchObject({
    name: 'InsufficientCapabilitiesException',
    message: 'Requires capabilities : [CAPABILITY_AUTO_EXPAND]',
  });
  expect(await cfn.validateTemplate({ TemplateBody })).toMatchObject({ Capabilities: ['CAPABILITY_AUTO_EXPAND'] });
});

/** The reason of the first event of that status, the latest events first. */
const reasonOf = async (StackName: string, status: string): Promise<string | undefined> =>
  (await cfn.describeStackEvents({ StackName })).StackEvents?.find(({ ResourceStatus }) => ResourceStatus === status)?.ResourceStatusReason;

// Recorded: localstack/localstack, test_failed_state, 2023.
it.each([
  ['fails', { Fail: 'no such shape' }, 'Transform 000000000000::Shape failed with: no such shape. Rollback requested by user.'],
  ['says nothing', { Fail: 'silent' }, 'Transform 000000000000::Shape failed without an error message.. Rollback requested by user.'],
  ['answers nonsense', { Nonsense: true }, 'Received malformed response from transform 000000000000::Shape. Rollback requested by user.'],
  ['answers no template', { Text: true }, 'Template format error: unsupported structure.. Rollback requested by user.'],
])('a macro that %s fails the stack, which makes nothing and says why', async (how, Parameters, reason) => {
  const StackName = how.replaceAll(' ', '-');
  const described = await deploy(StackName, { Transform: { Name: 'Shape', Parameters }, Resources: { Q: queue() } });
  expect(described).toMatchObject({ StackStatus: 'ROLLBACK_COMPLETE' });
  expect(await reasonOf(StackName, 'ROLLBACK_IN_PROGRESS')).toBe(reason);
  expect((await cfn.describeStackResources({ StackName })).StackResources).toEqual([]);
});

it('a macro that fails an update leaves everything as it was', async () => {
  const template = (Parameters: object) => JSON.stringify({ Transform: { Name: 'Shape', Parameters }, Resources: { Q: queue() } });
  const input = { StackName: 'updated', Capabilities: ['CAPABILITY_AUTO_EXPAND' as const] };
  await cfn.createStack({ ...input, TemplateBody: template({}) });
  const before = await cfn.describeStackResources({ StackName: 'updated' });
  await cfn.updateStack({ ...input, TemplateBody: template({ Fail: 'no such shape' }) });
  expect((await cfn.describeStacks({ StackName: 'updated' })).Stacks).toMatchObject([{ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' }]);
  expect(await reasonOf('updated', 'UPDATE_ROLLBACK_IN_PROGRESS')).toBe('Transform 000000000000::Shape failed with: no such shape.');
  const { StackResources } = await cfn.describeStackResources({ StackName: 'updated' });
  expect(StackResources?.map(({ PhysicalResourceId }) => PhysicalResourceId)).toEqual(
    before.StackResources?.map(({ PhysicalResourceId }) => PhysicalResourceId),
  );
  expect((await cfn.getTemplate({ StackName: 'updated', TemplateStage: 'Original' })).TemplateBody).toBe(template({}));
});

it('a macro that fails where nothing is rolled back leaves a failed stack, and one where all is deleted none', async () => {
  const TemplateBody = JSON.stringify({ Transform: { Name: 'Shape', Parameters: { Fail: 'so' } }, Resources: { Q: queue() } });
  const Capabilities = ['CAPABILITY_AUTO_EXPAND' as const];
  await cfn.createStack({ StackName: 'stays', TemplateBody, Capabilities, OnFailure: 'DO_NOTHING' });
  expect((await cfn.describeStacks({ StackName: 'stays' })).Stacks).toMatchObject([
    { StackStatus: 'CREATE_FAILED', StackStatusReason: 'Transform 000000000000::Shape failed with: so.' },
  ]);
  const { StackId } = await cfn.createStack({ StackName: 'goes', TemplateBody, Capabilities, OnFailure: 'DELETE' });
  expect((await cfn.describeStacks({ StackName: StackId! })).Stacks).toMatchObject([{ StackStatus: 'DELETE_COMPLETE' }]);
});

it('a stack whose macro has failed is asked, updated, rolled back and deleted as any other', async () => {
  const template = (Parameters: object) => JSON.stringify({ Transform: { Name: 'Shape', Parameters }, Resources: { Q: queue() } });
  const input = { StackName: 'later', Capabilities: ['CAPABILITY_AUTO_EXPAND' as const] };
  await cfn.createStack({ ...input, TemplateBody: template({ Fail: 'so' }), OnFailure: 'DO_NOTHING' });
  expect((await cfn.getTemplate({ StackName: 'later', TemplateStage: 'Processed' })).TemplateBody).toContain('Resources');
  expect((await cfn.listStackResources({ StackName: 'later' })).StackResourceSummaries).toEqual([]);
  await cfn.updateStack({ ...input, TemplateBody: template({}) });
  const status = async () => (await cfn.describeStacks({ StackName: 'later' })).Stacks![0]!.StackStatus;
  expect(await status()).toBe('UPDATE_COMPLETE');
  await cfn.updateStack({ ...input, TemplateBody: template({ Fail: 'so' }), DisableRollback: true });
  expect(await status()).toBe('UPDATE_FAILED');
  const { StackDriftDetectionId } = await cfn.detectStackDrift({ StackName: 'later' });
  const drift = await cfn.describeStackDriftDetectionStatus({ StackDriftDetectionId });
  expect(drift).toMatchObject({ DetectionStatus: 'DETECTION_COMPLETE', StackDriftStatus: 'IN_SYNC' });
  await cfn.rollbackStack({ StackName: 'later' });
  expect(await status()).toBe('UPDATE_ROLLBACK_COMPLETE');
  await cfn.deleteStack({ StackName: 'later' });
  await expect(cfn.describeStacks({ StackName: 'later' })).rejects.toThrow('does not exist');
});

it('a macro that is not there, or without its capability, refuses the request', async () => {
  await expect(deploy('absent', { Transform: 'None', Resources: { Q: queue() } })).rejects.toThrow('No transform named None found.');
  const TemplateBody = JSON.stringify({ Transform: { Name: 'Shape', Parameters: { Fail: 'so' } }, Resources: { Q: queue() } });
  await expect(cfn.createStack({ StackName: 'absent', TemplateBody })).rejects.toThrow('Requires capabilities : [CAPABILITY_AUTO_EXPAND]');
});

it('why a stack whose macro fails was rolled back is told', async () => {
  await deploy('why', { Transform: { Name: 'Shape', Parameters: { Fail: 'no such shape' } }, Resources: { Q: queue() } });
  expect(emulator.lines.join('\n')).toMatch(/stack why .*ROLLBACK_COMPLETE.*Transform 000000000000::Shape failed with: no such shape\./);
});
