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

it('a macro that fails, answers nonsense or is not there fails the stack before anything is made', async () => {
  const calling = (Parameters: object) => ({ Transform: { Name: 'Shape', Parameters }, Resources: { Q: queue() } });
  await expect(deploy('failing', calling({ Fail: 'no such shape' }))).rejects.toThrow(
    'Transform 000000000000::Shape failed with: no such shape.',
  );
  await expect(deploy('failing', calling({ Fail: 'silent' }))).rejects.toThrow(
    'Transform 000000000000::Shape failed without an error message.',
  );
  await expect(deploy('failing', calling({ Nonsense: true }))).rejects.toThrow(
    'Received malformed response from transform 000000000000::Shape',
  );
  await expect(deploy('failing', { Transform: 'None', Resources: { Q: queue() } })).rejects.toThrow('No transform named None found.');
});
