// Transforms that make much of little: what they make has the limits of a template.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const TOO_LARGE = 'Template may not exceed 1000000 bytes in size.';
const QUEUE = { Type: 'AWS::SQS::Queue' };
const MACRO = {
  Resources: {
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Role: 'arn:aws:iam::000000000000:role/any',
        Code: {
          ZipFile: `exports.handler = async ({ fragment, params, requestId }) => {
            if (params.Levels) return JSON.parse('{"requestId":"' + requestId + '","status":"success","fragment":' + '['.repeat(params.Levels) + ']'.repeat(params.Levels) + '}');
            return { requestId, status: 'success', fragment: { ...fragment, Metadata: 'é'.repeat(params.Letters) } };
          };`,
        },
      },
    },
    Macro: { Type: 'AWS::CloudFormation::Macro', Properties: { Name: 'Grow', FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] } } },
  },
};

let emulator: TestEmulator;
let cfn: CloudFormation;
let made = 0;

/** The last status of a stack of this template, behind the reason of its rollback. */
async function statusOf(template: object): Promise<string | undefined> {
  const StackName = `large-${++made}`;
  const Capabilities = ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'] as const;
  await cfn.createStack({ StackName, TemplateBody: JSON.stringify(template), Capabilities: [...Capabilities] });
  await emulator.idle();
  const { StackStatus } = (await cfn.describeStacks({ StackName })).Stacks![0]!;
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  const rollback = StackEvents.find(({ ResourceStatus }) => ResourceStatus === 'ROLLBACK_IN_PROGRESS');
  return rollback ? `${rollback.ResourceStatusReason} ${StackStatus}` : StackStatus;
}

const transform = (Name: string, Parameters: object) => ({ 'Fn::Transform': { Name, Parameters } });
const included = (times: number) => ({
  Metadata: Object.fromEntries(
    Array.from({ length: times }, (_, at) => [`m${at}`, transform('AWS::Include', { Location: 's3://parts/one' })]),
  ),
  Resources: { Q: QUEUE },
});
const looped = (times: number) => ({
  Transform: 'AWS::LanguageExtensions',
  Resources: {
    'Fn::ForEach::Queues': [
      'Name',
      Array.from({ length: times }, (_, at) => String(at)),
      { 'Q${Name}': { ...QUEUE, Metadata: 'x'.repeat(40_000) } },
    ],
  },
});

beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  await emulator.client(S3).createBucket({ Bucket: 'parts' });
  await emulator.client(S3).putObject({ Bucket: 'parts', Key: 'one', Body: JSON.stringify({ text: 'x'.repeat(300_000) }) });
  expect(await statusOf(MACRO)).toBe('CREATE_COMPLETE');
});
afterAll(() => emulator.stop());

it.each([
  ['fragments of a bucket', included(3), included(4)],
  ['loops', looped(20), looped(30)],
  [
    'a macro of the template',
    { Transform: { Name: 'Grow', Parameters: { Letters: 400_000 } }, Resources: { Q: QUEUE } },
    { Transform: { Name: 'Grow', Parameters: { Letters: 600_000 } }, Resources: { Q: QUEUE } },
  ],
  [
    'macros within it',
    { Metadata: [1, 2].map(() => transform('Grow', { Letters: 200_000 })), Resources: { Q: QUEUE } },
    { Metadata: [1, 2].map(() => transform('Grow', { Letters: 300_000 })), Resources: { Q: QUEUE } },
  ],
])('%s make no template that would be refused itself', async (_, small, large) => {
  expect(await statusOf(small)).toBe('CREATE_COMPLETE');
  expect(await statusOf(large)).toBe(`${TOO_LARGE}. Rollback requested by user. ROLLBACK_COMPLETE`);
});

it('macros answer nothing that is nested too deeply', async () => {
  const status = statusOf({ Metadata: transform('Grow', { Levels: 200_000 }), Resources: { Q: QUEUE } });
  await expect(status).resolves.toMatch(/(nested too deeply|malformed response).* ROLLBACK_COMPLETE$/);
});
