// Stacks as the official client sees them: created, changed, rolled back, deleted.
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let sqs: SQS;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  sqs = emulator.client(SQS);
});
afterAll(() => emulator.stop());

const statusOf = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!;
const settled = async (name: string) => {
  await emulator.idle();
  return statusOf(name);
};
const create = async (StackName: string, template: object | string, more: object = {}) => {
  const TemplateBody = typeof template === 'string' ? template : JSON.stringify(template);
  const { StackId } = await cfn.createStack({ StackName, TemplateBody, ...more });
  return StackId!;
};
const update = (StackName: string, template: object, more: object = {}) =>
  cfn.updateStack({ StackName, TemplateBody: JSON.stringify(template), ...more });
const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const eventsOf = async (StackName: string) => (await cfn.describeStackEvents({ StackName })).StackEvents!;

const YAML = `
AWSTemplateFormatVersion: 2010-09-09
Description: Two queues
Parameters:
  Delay: { Type: Number, Default: 3, MaxValue: 10 }
Conditions:
  Long: !Equals [!Ref Delay, 5]
Resources:
  Dead:
    Type: AWS::SQS::Queue
  Main:
    Type: AWS::SQS::Queue
    Properties:
      QueueName: !Sub '\${AWS::StackName}-main'
      DelaySeconds: !Ref Delay
      VisibilityTimeout: !If [Long, 60, !Ref AWS::NoValue]
      RedrivePolicy:
        deadLetterTargetArn: !GetAtt Dead.Arn
        maxReceiveCount: 3
Outputs:
  Url: { Value: !Ref Main, Export: { Name: !Sub '\${AWS::StackName}:url' } }
  Arn: { Value: !GetAtt Main.Arn, Description: The queue }
`;

describe('a stack', () => {
  it('is created with its outputs, events and tags', async () => {
    const id = await create('two', YAML, {
      Tags: [{ Key: 'team', Value: 'a' }],
      Parameters: [{ ParameterKey: 'Delay', ParameterValue: '5' }],
    });
    await waitUntilStackCreateComplete({ client: cfn, ...WAITER }, { StackName: 'two' });
    const stack = await statusOf('two');
    expect(stack).toMatchObject({
      StackId: id,
      StackStatus: 'CREATE_COMPLETE',
      Description: 'Two queues',
      Parameters: [{ ParameterKey: 'Delay', ParameterValue: '5' }],
    });
    expect(id).toMatch(/^arn:aws:cloudformation:us-east-1:000000000000:stack\/two\/[0-9a-f-]{36}$/);
    const url = stack.Outputs!.find(({ OutputKey }) => OutputKey === 'Url')!;
    expect(url).toMatchObject({ OutputValue: expect.stringMatching(/\/000000000000\/two-main$/), ExportName: 'two:url' });
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: url.OutputValue!, AttributeNames: ['All'] });
    expect(Attributes).toMatchObject({ DelaySeconds: '5', VisibilityTimeout: '60' });
    expect(JSON.parse(Attributes!.RedrivePolicy!)).toMatchObject({ maxReceiveCount: 3 });
    const events = (await eventsOf('two')).reverse();
    expect(events.map(({ LogicalResourceId, ResourceStatus }) => `${LogicalResourceId} ${ResourceStatus}`)).toEqual([
      'two CREATE_IN_PROGRESS',
      'Dead CREATE_IN_PROGRESS',
      'Dead CREATE_IN_PROGRESS',
      'Dead CREATE_COMPLETE',
      'Main CREATE_IN_PROGRESS',
      'Main CREATE_IN_PROGRESS',
      'Main CREATE_COMPLETE',
      'two CREATE_COMPLETE',
    ]);
    // Clients sort by it
    const times = events.map(({ Timestamp }) => Number(Timestamp));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect((await cfn.listExports()).Exports).toEqual([{ ExportingStackId: id, Name: 'two:url', Value: url.OutputValue }]);
    expect((await cfn.getTemplate({ StackName: 'two' })).TemplateBody).toBe(YAML);
  });

  it('is changed in place and by replacement', async () => {
    await create('change', { Resources: { Q: queue({ DelaySeconds: 1 }), Gone: queue() } });
    await settled('change');
    const [before] = (await cfn.describeStackResources({ StackName: 'change', LogicalResourceId: 'Q' })).StackResources!;
    await update('change', { Resources: { Q: queue({ DelaySeconds: 2 }), New: queue() } });
    expect(await settled('change')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    const { StackResources } = await cfn.describeStackResources({ StackName: 'change' });
    expect(StackResources!.map(({ LogicalResourceId }) => LogicalResourceId)).toEqual(['New', 'Q']);
    expect(StackResources![1]!.PhysicalResourceId).toBe(before!.PhysicalResourceId);
    await update('change', { Resources: { Q: queue({ DelaySeconds: 2, QueueName: 'renamed' }), New: queue() } });
    expect(await settled('change')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    await expect(sqs.getQueueAttributes({ QueueUrl: before!.PhysicalResourceId! })).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
    await expect(
      update('change', { Resources: { Q: queue({ DelaySeconds: 2, QueueName: 'renamed' }), New: queue() } }),
    ).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'No updates are to be performed.',
    });
  });

  it('that fails to be created is rolled back, with the reason on the resource', async () => {
    await create('fails', {
      Resources: { Good: queue({ QueueName: 'good' }), Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: 'Good' } },
    });
    expect(await settled('fails')).toMatchObject({ StackStatus: 'ROLLBACK_COMPLETE' });
    const failed = (await eventsOf('fails')).find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
    expect(failed).toMatchObject({ LogicalResourceId: 'Bad', ResourceStatusReason: expect.stringContaining('DelaySeconds') });
    await expect(sqs.getQueueUrl({ QueueName: 'good' })).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it('that fails to be updated goes back to exactly what was', async () => {
    await create('back', { Resources: { A: queue({ DelaySeconds: 1 }), B: queue({ QueueName: 'b-old' }) } });
    await settled('back');
    await update('back', {
      Resources: {
        A: queue({ DelaySeconds: 7 }),
        B: queue({ QueueName: 'b-new' }),
        C: queue({ QueueName: 'c-new' }),
        Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: ['A', 'B', 'C'] },
      },
    });
    expect(await settled('back')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
    const { StackResources } = await cfn.describeStackResources({ StackName: 'back' });
    expect(StackResources!.map(({ LogicalResourceId }) => LogicalResourceId)).toEqual(['A', 'B']);
    const url = StackResources![0]!.PhysicalResourceId!;
    expect((await sqs.getQueueAttributes({ QueueUrl: url, AttributeNames: ['DelaySeconds'] })).Attributes).toEqual({
      DelaySeconds: '1',
    });
    await sqs.getQueueUrl({ QueueName: 'b-old' });
    for (const QueueName of ['b-new', 'c-new'])
      await expect(sqs.getQueueUrl({ QueueName })).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it('is deleted, and told by its ARN for ever', async () => {
    const id = await create('gone', {
      Resources: { Q: queue({ QueueName: 'gone-q' }), Kept: { ...queue({ QueueName: 'kept-q' }), DeletionPolicy: 'Retain' } },
    });
    await settled('gone');
    await cfn.deleteStack({ StackName: 'gone' });
    await emulator.idle();
    await expect(statusOf('gone')).rejects.toMatchObject({ name: 'ValidationError', message: 'Stack with id gone does not exist' });
    // The CDK looks for these words before the first deployment of an app with a nested stack.
    await expect(cfn.listStackResources({ StackName: 'gone' })).rejects.toThrow('Stack with id gone does not exist');
    expect(await statusOf(id)).toMatchObject({ StackStatus: 'DELETE_COMPLETE' });
    await sqs.getQueueUrl({ QueueName: 'kept-q' });
    await expect(sqs.getQueueUrl({ QueueName: 'gone-q' })).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    const listed = await cfn.listStacks({ StackStatusFilter: ['DELETE_COMPLETE'] });
    expect(listed.StackSummaries).toMatchObject([{ StackName: 'gone' }]);
  });
});

it.each([
  ['1a', 'satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*'],
  ['a_b', 'satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*'],
  ['', 'satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*'],
  ['a'.repeat(129), 'have length less than or equal to 128'],
])('a stack is not named %j', async (name, broken) => {
  const message = `1 validation error detected: Value '${name}' at 'stackName' failed to satisfy constraint: Member must ${broken}`;
  await expect(create(name, { Resources: { Q: queue() } })).rejects.toMatchObject({ name: 'ValidationError', message });
  await expect(statusOf(name || 'none')).rejects.toThrow('does not exist');
});

it('no change set makes a stack of an ARN or of a name that is too long', async () => {
  const TemplateBody = JSON.stringify({ Resources: { Q: queue() } });
  for (const StackName of ['arn:aws:cloudformation:us-east-1:000000000000:stack/gone/1', 'a'.repeat(129)]) {
    const creation = cfn.createChangeSet({ StackName, ChangeSetName: 'first', ChangeSetType: 'CREATE', TemplateBody });
    await expect(creation).rejects.toMatchObject({ name: 'ValidationError' });
  }
});

describe('bad templates are refused before anything is created', () => {
  const refused = (template: object | string, message: string | RegExp) =>
    expect(create('bad', template)).rejects.toMatchObject({ name: 'ValidationError', message: expect.stringMatching(message) });

  it('in structure', async () => {
    await refused({}, /At least one Resources member must be defined/);
    await refused('Resources:\n  A: {Type: [', /YAML not well-formed/);
    await refused({ Resources: { A: { Properties: {} } } }, /Every Resources object must contain a Type member/);
    await refused(
      { Resources: { A: queue({ DelaySeconds: { Ref: 'Nope' } }) } },
      /Unresolved resource dependencies \[Nope\] in the Resources block/,
    );
    const circle = { Resources: { A: { ...queue(), DependsOn: 'B' }, B: { ...queue(), DependsOn: 'A' } } };
    await refused(circle, /Circular dependency between resources: \[A, B\]/);
  });

  it('in types and properties, all at once', async () => {
    await refused({ Resources: { A: { Type: 'AWS::SQS::Qeue' } } }, /\[AWS::SQS::Qeue\] \(resource A\).*AWS::SQS::Queue/);
    const both = { Resources: { A: queue({ Colour: 'red' }), B: queue({ DelaySeconds: 'soon' }) } };
    await refused(
      both,
      /resource A[\s\S]*extraneous key \[Colour\][\s\S]*resource B[\s\S]*#\/DelaySeconds: expected type: Integer, found: String/,
    );
    await expect(statusOf('bad')).rejects.toMatchObject({ name: 'ValidationError' });
  });

  it('in transforms and bombs', async () => {
    await refused({ Transform: 'MyMacro', Resources: { A: queue() } }, /No transform named MyMacro found/);
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[index]}`).join(',')}]`),
    ].join('\n');
    await refused(bomb, /too many values|too deeply/);
  });
});
