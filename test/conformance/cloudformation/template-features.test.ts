// Features of templates other than resources: values from elsewhere, fragments, rules, loops, policies on deletion; and features that are
// refused by name.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

/** As loops write it. */
const NAME = '$' + '{Name}';

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

const create = (StackName: string, template: object, more: object = {}) =>
  cfn.createStack({ StackName, TemplateBody: JSON.stringify(template), ...more });
const update = (StackName: string, template: object) => cfn.updateStack({ StackName, TemplateBody: JSON.stringify(template) });
async function stack(StackName: string) {
  await emulator.idle();
  const found = (await cfn.describeStacks({ StackName })).Stacks![0]!;
  return {
    status: found.StackStatus,
    outputs: Object.fromEntries((found.Outputs ?? []).map((each) => [each.OutputKey, each.OutputValue])),
  };
}
const queues = async (QueueNamePrefix: string) =>
  ((await emulator.client(SQS).listQueues({ QueueNamePrefix })).QueueUrls ?? []).map((url) => url.split('/').at(-1));
const queue = (Properties: object = {}, more: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties, ...more });

describe('values', () => {
  it('come from parameters of the account, by type and by dynamic reference, and from secrets', async () => {
    const ssm = emulator.client(SSM);
    await ssm.putParameter({ Name: '/delay', Type: 'String', Value: '7' });
    const SecretString = JSON.stringify({ size: '2048' });
    await emulator.client(SecretsManager).createSecret({ Name: 'limits', SecretString });
    const template = (delay: string) => ({
      Parameters: { Delay: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/delay' } },
      Resources: {
        Q: queue({
          DelaySeconds: { Ref: 'Delay' },
          VisibilityTimeout: delay,
          MaximumMessageSize: '{{resolve:secretsmanager:limits:SecretString:size}}',
        }),
      },
      Outputs: { Url: { Value: { Ref: 'Q' } }, Delay: { Value: { Ref: 'Delay' } } },
    });
    await create('values', template('{{resolve:ssm:/delay}}'));
    const { status, outputs } = await stack('values');
    expect([status, outputs.Delay]).toEqual(['CREATE_COMPLETE', '7']);
    const of = async () => (await emulator.client(SQS).getQueueAttributes({ QueueUrl: outputs.Url, AttributeNames: ['All'] })).Attributes;
    expect(await of()).toMatchObject({ DelaySeconds: '7', VisibilityTimeout: '7', MaximumMessageSize: '2048' });
    await ssm.putParameter({ Name: '/delay', Type: 'String', Value: '9', Overwrite: true });
    await update('values', template('{{resolve:ssm:/delay:2}}'));
    expect((await stack('values')).outputs.Delay).toBe('9');
    expect(await of()).toMatchObject({ DelaySeconds: '9', VisibilityTimeout: '9' });
    await expect(
      create('absent', { ...template('1'), Parameters: { Delay: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/no' } } }),
    ).rejects.toThrow(/\/no/);
  });

  it('come from fragments, and loops', async () => {
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket: 'fragments' });
    await s3.putObject({ Bucket: 'fragments', Key: 'queue.yaml', Body: 'DelaySeconds: 3\nQueueName: included\n' });
    const template = {
      Transform: 'AWS::LanguageExtensions',
      Resources: {
        Q: queue({ 'Fn::Transform': { Name: 'AWS::Include', Parameters: { Location: 's3://fragments/queue.yaml' } } }),
        'Fn::ForEach::Queues': ['Name', ['one', 'two'], { [`Loop${NAME}`]: queue({ QueueName: { 'Fn::Sub': `included-${NAME}` } }) }],
      },
      Outputs: { Count: { Value: { 'Fn::Length': ['a', 'b', 'c'] } }, Json: { Value: { 'Fn::ToJsonString': { a: [1] } } } },
    };
    await expect(create('included', template)).rejects.toMatchObject({ name: 'InsufficientCapabilitiesException' });
    await create('included', template, { Capabilities: ['CAPABILITY_AUTO_EXPAND'] });
    expect(await stack('included')).toEqual({ status: 'CREATE_COMPLETE', outputs: { Count: '3', Json: '{"a":[1]}' } });
    expect(await queues('included')).toEqual(['included', 'included-one', 'included-two']);
    // As recorded (LocalStack's suite, cloudformation/api/test_transformers.py::TestLanguageExtensionsTransform, 2025-07)
    const { TemplateBody } = await cfn.getTemplate({ StackName: 'included', TemplateStage: 'Processed' });
    expect((JSON.parse(TemplateBody!) as { Outputs: object }).Outputs).toEqual({ Count: { Value: 3 }, Json: { Value: '{"a":[1]}' } });
  });

  it('are shown as their extensions make them, with the parameters of the deployment', async () => {
    const length = { 'Fn::Length': { Ref: 'Names' } };
    const template = {
      Transform: 'AWS::LanguageExtensions',
      Parameters: { Names: { Type: 'CommaDelimitedList' } },
      Resources: { Q: queue({ DelaySeconds: length, Tags: [{ Key: 'of', Value: { 'Fn::ToJsonString': { Ref: 'Names' } } }] }) },
      Outputs: { Plain: { Value: { 'Fn::Sub': 'a ${!b}' } } },
    };
    const Parameters = [{ ParameterKey: 'Names', ParameterValue: 'a,b,c' }];
    await create('extended', template, { Parameters, Capabilities: ['CAPABILITY_AUTO_EXPAND'] });
    const { TemplateBody } = await cfn.getTemplate({ StackName: 'extended', TemplateStage: 'Processed' });
    expect(JSON.parse(TemplateBody!)).toMatchObject({
      Resources: { Q: { Properties: { DelaySeconds: 3, Tags: [{ Value: { 'Fn::ToJsonString': { Ref: 'Names' } } }] } } },
      Outputs: { Plain: { Value: 'a ${b}' } },
    });
  });

  it('keep the rules of the template', async () => {
    const template = {
      Parameters: { Stage: { Type: 'String' }, Count: { Type: 'Number', Default: '1' } },
      Rules: {
        Big: {
          RuleCondition: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] },
          Assertions: [{ Assert: { 'Fn::Equals': [{ Ref: 'Count' }, '2'] }, AssertDescription: 'Production wants two.' }],
        },
      },
      Resources: { Q: queue() },
    };
    const Parameters = [{ ParameterKey: 'Stage', ParameterValue: 'prod' }];
    await expect(create('ruled', template, { Parameters })).rejects.toThrow(/Production wants two\./);
    await create('ruled', template, { Parameters: [{ ParameterKey: 'Stage', ParameterValue: 'test' }] });
    expect((await stack('ruled')).status).toBe('CREATE_COMPLETE');
  });
});

describe('policies on deletion', () => {
  it('keep what is to be kept: with the stack gone, and replaced', async () => {
    const kept = (name: string) => queue({ QueueName: name }, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    await create('keeping', { Resources: { Kept: kept('keep-1'), Gone: queue({ QueueName: 'keep-not' }) } });
    await update('keeping', { Resources: { Kept: kept('keep-2'), Gone: queue({ QueueName: 'keep-not' }) } });
    expect((await stack('keeping')).status).toBe('UPDATE_COMPLETE');
    expect(await queues('keep')).toEqual(['keep-1', 'keep-2', 'keep-not']);
    await cfn.deleteStack({ StackName: 'keeping' });
    await emulator.idle();
    expect(await queues('keep')).toEqual(['keep-1', 'keep-2']);
  });

  it('RetainExceptOnCreate lets a creation that failed be undone', async () => {
    const bad = queue({ DelaySeconds: 9999 }, { DependsOn: 'Kept' });
    const resources = (policy: string) => ({
      Resources: { Kept: queue({ QueueName: `undone-${policy}` }, { DeletionPolicy: policy }), Bad: bad },
    });
    await create('undone', resources('RetainExceptOnCreate'));
    expect((await stack('undone')).status).toBe('ROLLBACK_COMPLETE');
    expect(await queues('undone')).toEqual([]);
    await create('undone-kept', resources('Retain'));
    expect((await stack('undone-kept')).status).toBe('ROLLBACK_COMPLETE');
    expect(await queues('undone')).toEqual(['undone-Retain']);
  });

  it('OnFailure decides what becomes of a failed creation', async () => {
    const template = { Resources: { Bad: queue({ DelaySeconds: 9999 }) } };
    const { StackId = '' } = await create('on-failure', template, { OnFailure: 'DELETE' });
    expect((await stack(StackId)).status).toBe('DELETE_COMPLETE');
    await create('on-failure', template, { OnFailure: 'DO_NOTHING' });
    expect((await stack('on-failure')).status).toBe('CREATE_FAILED');
  });
});

describe('refused by name', () => {
  it('are macros that are not there and types that are not emulated, before anything is made', async () => {
    const unknown = {
      Q: queue({ QueueName: 'never' }),
      M: { Type: 'AWS::ECS::Cluster' },
    };
    await expect(create('macro', { Resources: unknown })).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining(
        'Unrecognized resource types: [AWS::ECS::Cluster] (resource M): the type exists and is not emulated.',
      ),
    });
    await expect(create('macro', { Transform: 'Mine', Resources: { Q: queue() } })).rejects.toThrow('No transform named Mine found');
    expect(await queues('never')).toEqual([]);
  });

  it('also where nothing is left with CFN_UNSUPPORTED=ignore', async () => {
    await using lenient = await startTestEmulator({ options: { CFN_UNSUPPORTED: 'ignore' } });
    const client = lenient.client(CloudFormation);
    const TemplateBody = JSON.stringify({ Resources: { T: { Type: 'AWS::SNS::Topics' } } });
    await client.createStack({ StackName: 'nothing', TemplateBody });
    await lenient.idle();
    expect((await client.describeStacks({ StackName: 'nothing' })).Stacks).toMatchObject([{ StackStatus: 'CREATE_COMPLETE' }]);
    expect((await client.listStackResources({ StackName: 'nothing' })).StackResourceSummaries).toEqual([]);
    await client.updateStack({ StackName: 'nothing', TemplateBody: JSON.stringify({ Resources: { Q: queue() } }) });
    await lenient.idle();
    expect((await client.describeStacks({ StackName: 'nothing' })).Stacks).toMatchObject([{ StackStatus: 'UPDATE_COMPLETE' }]);
  });

  it('unless CFN_UNSUPPORTED=ignore leaves them out, loudly', async () => {
    await using lenient = await startTestEmulator({ options: { CFN_UNSUPPORTED: 'ignore' } });
    const client = lenient.client(CloudFormation);
    const TemplateBody = JSON.stringify({ Resources: { Q: queue(), T: { Type: 'AWS::SNS::Topics', Properties: {} } } });
    await client.createStack({ StackName: 'lenient', TemplateBody });
    await lenient.idle();
    const { Stacks } = await client.describeStacks({ StackName: 'lenient' });
    expect(Stacks![0]!.StackStatus).toBe('CREATE_COMPLETE');
    const { StackEvents } = await client.describeStackEvents({ StackName: 'lenient' });
    expect(StackEvents!.some(({ LogicalResourceId }) => LogicalResourceId === 'Q')).toBe(true);
    expect(lenient.lines.join('\n')).toMatch(/warn .*AWS::SNS::Topics.*Left out \(CFN_UNSUPPORTED=ignore\)/);
  });
});

it('a bucket whose name another account has already exists', async () => {
  await emulator.client(S3, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } }).createBucket({ Bucket: 'taken' });
  await create('taken', { Resources: { B: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'taken' } } } });
  await emulator.idle();
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'taken' });
  const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
  expect(failed.map((event) => event.ResourceStatusReason)).toEqual([expect.stringContaining('taken already exists')]);
});
