// Rules, secrets and what they refuse, in stacks: what the table of resource types cannot say.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { KMS } from '@aws-sdk/client-kms';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { getAtt, policy, ref } from './resource-types/type-case.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let events: EventBridge;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  events = emulator.client(EventBridge);
});
afterAll(() => emulator.stop());

type Resources = Readonly<Record<string, object>>;
async function deploy(StackName: string, Resources: Resources, verb: 'create' | 'update' = 'create') {
  const refs = Object.keys(Resources).map((id) => [id, { Value: { Ref: id } }]);
  const TemplateBody = JSON.stringify({ Resources, Outputs: Object.fromEntries(refs) });
  const input = { StackName, TemplateBody };
  await (verb === 'create' ? cfn.createStack(input) : cfn.updateStack(input));
  await emulator.idle();
  const stack = (await cfn.describeStacks({ StackName })).Stacks![0]!;
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'));
  return {
    status: stack.StackStatus,
    reasons: failed.map(({ LogicalResourceId, ResourceStatusReason }) => `${LogicalResourceId}: ${ResourceStatusReason}`).join('\n'),
    ref: Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!])),
  };
}
const resource = (Type: string, Properties: object = {}, more: object = {}) => ({ Type, Properties, ...more });

it('a rule on the default bus fires or matches, and Ref is its bare name', async () => {
  const scheduled = resource('AWS::Events::Rule', { ScheduleExpression: 'rate(1 day)', State: 'DISABLED' });
  const rule = resource('AWS::Events::Rule', {
    EventPattern: { source: ['app'] },
    Targets: [{ Id: 'q', Arn: getAtt('Queue', 'Arn'), InputPath: '$.detail' }],
  });
  const open = policy({ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: '*' });
  const { status, ref: made } = await deploy('rules', {
    Scheduled: scheduled,
    Rule: rule,
    Queue: resource('AWS::SQS::Queue'),
    Open: resource('AWS::SQS::QueuePolicy', { Queues: [ref('Queue')], PolicyDocument: open }),
  });
  expect(status).toBe('CREATE_COMPLETE');
  expect(made.Rule).toMatch(/^rules-Rule-[A-Za-z0-9]{12}$/);
  const described = await events.describeRule({ Name: made.Scheduled! });
  expect(described).toMatchObject({ ScheduleExpression: 'rate(1 day)', State: 'DISABLED' });
  await events.putEvents({ Entries: [{ Source: 'app', DetailType: 'x', Detail: '{"a":1}' }] });
  await emulator.idle();
  const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl: made.Queue! });
  expect(Messages).toMatchObject([{ Body: '{"a":1}' }]);
  await events.putTargets({ Rule: made.Rule!, Targets: [{ Id: 'behind', Arn: `arn:aws:sqs:us-east-1:000000000000:x` }] });
  const { StackResourceDrift } = await cfn.detectStackResourceDrift({ StackName: 'rules', LogicalResourceId: 'Rule' });
  expect(StackResourceDrift).toMatchObject({
    StackResourceDriftStatus: 'MODIFIED',
    PropertyDifferences: [{ PropertyPath: '/Targets/1', DifferenceType: 'ADD' }],
  });
});

it('a target that nothing takes fails the rule with the reason, and leaves no rule behind', async () => {
  const rule = resource('AWS::Events::Rule', {
    Name: 'nobody-takes',
    EventPattern: { source: ['app'] },
    Targets: [{ Id: 'other', Arn: 'arn:aws:glue:us-east-1:000000000000:workflow/w', RoleArn: 'arn:aws:iam::000000000000:role/any' }],
  });
  const { status, reasons } = await deploy('nobody', { Rule: rule });
  expect(status).toBe('ROLLBACK_COMPLETE');
  expect(reasons).toContain('Rule: Target other of rule nobody-takes was not taken: arn:aws:glue:');
  await expect(events.describeRule({ Name: 'nobody-takes' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('another rule on another bus is another resource', async () => {
  const bus = (Name: string) => resource('AWS::Events::EventBus', { Name });
  const rule = (EventBusName: object) => resource('AWS::Events::Rule', { Name: 'moved', EventBusName, EventPattern: { source: ['app'] } });
  const buses = { One: bus('one'), Two: bus('two') };
  expect((await deploy('moved', { ...buses, Rule: rule(ref('One')) })).ref.Rule).toBe('one|moved');
  expect(await deploy('moved', { ...buses, Rule: rule(ref('Two')) }, 'update')).toMatchObject({
    status: 'UPDATE_COMPLETE',
    ref: { Rule: 'two|moved' },
  });
  expect((await events.listTargetsByRule({ Rule: 'moved', EventBusName: 'two' })).Targets).toEqual([]);
  await expect(events.describeRule({ Name: 'moved', EventBusName: 'one' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

it('a secret without a rule for its value has none; a generated one stays through other changes', async () => {
  const secrets = emulator.client(SecretsManager);
  const { ref: made } = await deploy('secrets', {
    Empty: resource('AWS::SecretsManager::Secret'),
    Made: resource('AWS::SecretsManager::Secret', { GenerateSecretString: {} }),
  });
  expect(made.Made).toMatch(/:secret:Made-[A-Za-z0-9]{12}-[A-Za-z0-9]{6}$/);
  await expect(secrets.getSecretValue({ SecretId: made.Empty! })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  const value = async () => (await secrets.getSecretValue({ SecretId: made.Made! })).SecretString;
  const before = await value();
  expect(before).toHaveLength(32);
  await deploy('secrets', { Made: resource('AWS::SecretsManager::Secret', { GenerateSecretString: {}, Description: 'now' }) }, 'update');
  expect(await value()).toBe(before);
  await deploy(
    'secrets',
    { Made: resource('AWS::SecretsManager::Secret', { GenerateSecretString: { PasswordLength: 20 }, Description: 'now' }) },
    'update',
  );
  expect(await value()).toHaveLength(20);
});

it.each([
  ['both values', { SecretString: 'x', GenerateSecretString: {} }, 'both SecretString and GenerateSecretString'],
  ['a template without a key', { GenerateSecretString: { SecretStringTemplate: '{}' } }, 'must be specified together'],
  [
    'a template that is no object',
    { GenerateSecretString: { SecretStringTemplate: '[]', GenerateStringKey: 'a' } },
    'must be a JSON object',
  ],
])('a secret with %s is refused', async (what, properties, reason) => {
  const { status, reasons } = await deploy(what.replaceAll(' ', '-'), { It: resource('AWS::SecretsManager::Secret', properties) });
  expect(status).toBe('ROLLBACK_COMPLETE');
  expect(reasons).toContain(reason);
});

it('what a key is for cannot be changed', async () => {
  const key = (KeySpec: string, KeyUsage: string) => ({ Key: resource('AWS::KMS::Key', { KeySpec, KeyUsage }) });
  const { ref: made } = await deploy('fixed', key('SYMMETRIC_DEFAULT', 'ENCRYPT_DECRYPT'));
  const { status, reasons } = await deploy('fixed', key('RSA_2048', 'SIGN_VERIFY'), 'update');
  expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(reasons).toContain('The KeySpec of a KMS key cannot be changed');
  const { KeyMetadata } = await emulator.client(KMS).describeKey({ KeyId: made.Key! });
  expect(KeyMetadata).toMatchObject({ KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT' });
});

it.each([
  [
    'a database behind a secret',
    resource('AWS::SecretsManager::SecretTargetAttachment', { SecretId: 's', TargetId: 't', TargetType: 'AWS::RDS::DBInstance' }),
    '#/TargetType',
  ],
  [
    'a hosted rotation',
    resource('AWS::SecretsManager::RotationSchedule', { SecretId: 's', HostedRotationLambda: { RotationType: 'MySQLSingleUser' } }),
    '#/HostedRotationLambda',
  ],
])('%s is refused before anything is created', async (_, It, path) => {
  const TemplateBody = JSON.stringify({ Resources: { It } });
  await expect(cfn.createStack({ StackName: 'refused', TemplateBody })).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining(`${path}: ${It.Type} does not emulate it`),
  });
});
