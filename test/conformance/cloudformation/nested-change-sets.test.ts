// Change sets of nested stacks: shown level by level, executed and deleted from the root.
import { CloudFormation, type DescribeChangeSetOutput } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const LATER = '{{changeSet:KNOWN_AFTER_APPLY}}';
let emulator: TestEmulator;
let cfn: CloudFormation;
beforeEach(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  cfn = emulator.client(CloudFormation);
  await emulator.client(S3).createBucket({ Bucket: 'templates' });
});
afterEach(() => emulator.stop());

const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const nested = (key: string, Parameters: object = {}) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: { TemplateURL: `${emulator.url}/templates/${key}`, Parameters },
});
const put = (Key: string, template: object) => emulator.client(S3).putObject({ Bucket: 'templates', Key, Body: JSON.stringify(template) });
const getAtt = (path: string) => ({ 'Fn::GetAtt': path });

/** Outer → Middle (a queue, and in it Inner with a queue that has the middle one as its dead letter queue) → Last sees what Middle gives. */
async function templates(middleDelay: number | string, innerDelay: number | string, lastDelay: number | string = 1) {
  await put('inner.json', {
    Parameters: { Dead: { Type: 'String', AllowedPattern: 'arn:.*' } },
    Resources: { Q: queue({ DelaySeconds: innerDelay, RedrivePolicy: { deadLetterTargetArn: { Ref: 'Dead' }, maxReceiveCount: 2 } }) },
    Outputs: { Name: { Value: getAtt('Q.QueueName') } },
  });
  await put('middle.json', {
    Resources: { Q: queue({ DelaySeconds: middleDelay }), Inner: nested('inner.json', { Dead: getAtt('Q.Arn') }) },
    Outputs: { Name: { Value: getAtt('Inner.Outputs.Name') }, Delay: { Value: `${middleDelay}` } },
  });
  return {
    Resources: {
      Middle: nested('middle.json'),
      Last: {
        Type: 'AWS::SSM::Parameter',
        Properties: { Type: 'String', Value: { 'Fn::Join': [' ', [getAtt('Middle.Outputs.Name'), getAtt('Middle.Outputs.Delay')]] } },
      },
      Own: { ...queue({ DelaySeconds: lastDelay }), DependsOn: 'Middle' },
    },
  };
}
async function make(template: object, more: object = {}, ChangeSetName = 'all') {
  const input = { StackName: 'outer', ChangeSetName, TemplateBody: JSON.stringify(template), IncludeNestedStacks: true, ...more };
  const { Id } = await cfn.createChangeSet(input);
  return look(Id!);
}
const look = (ChangeSetName: string) => cfn.describeChangeSet({ ChangeSetName, IncludePropertyValues: true });
const within = ({ Changes = [] }: DescribeChangeSetOutput, logicalId: string) =>
  look(Changes.find(({ ResourceChange }) => ResourceChange!.LogicalResourceId === logicalId)!.ResourceChange!.ChangeSetId!);
const execute = async (id: string) => {
  await cfn.executeChangeSet({ ChangeSetName: id });
  await emulator.idle();
};
const stack = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!;
const resource = async (StackName: string, LogicalResourceId: string) =>
  (await cfn.describeStackResources({ StackName, LogicalResourceId })).StackResources![0]!.PhysicalResourceId!;
const delayOf = async (StackName: string) => {
  const input = { QueueUrl: await resource(StackName, 'Q'), AttributeNames: ['DelaySeconds' as const] };
  return (await emulator.client(SQS).getQueueAttributes(input)).Attributes!.DelaySeconds;
};
const changesOf = ({ Changes = [] }: DescribeChangeSetOutput) =>
  Changes.map(({ ResourceChange }) => `${ResourceChange!.Action} ${ResourceChange!.LogicalResourceId}`);
async function deployed(middleDelay: number, innerDelay: number) {
  const root = await make(await templates(middleDelay, innerDelay), { ChangeSetType: 'CREATE' });
  await execute(root.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  const middle = await resource('outer', 'Middle');
  return { middle, inner: await resource(middle, 'Inner') };
}

it('of stacks that are to be created: reviewed, then made under the ids that were shown', async () => {
  const root = await make(await templates(1, 2), { ChangeSetType: 'CREATE' });
  expect(root).toMatchObject({ Status: 'CREATE_COMPLETE', ExecutionStatus: 'AVAILABLE', IncludeNestedStacks: true });
  expect(root.RootChangeSetId).toBeUndefined();
  const middle = await within(root, 'Middle');
  const inner = await within(middle, 'Inner');
  const inTree = { Status: 'CREATE_COMPLETE', ExecutionStatus: 'UNAVAILABLE', StatusReason: 'Only executable from the root change set.' };
  expect(middle).toMatchObject({ ...inTree, ParentChangeSetId: root.ChangeSetId, RootChangeSetId: root.ChangeSetId });
  expect(inner).toMatchObject({ ...inTree, ParentChangeSetId: middle.ChangeSetId, RootChangeSetId: root.ChangeSetId });
  expect(inner.Parameters).toEqual([{ ParameterKey: 'Dead', ParameterValue: LATER }]);
  expect(inner.Changes![0]!.ResourceChange!.AfterContext).toContain(LATER);
  expect(inner.ChangeSetName).toMatch(/^all-Inner-[A-Z0-9]{12}$/);
  const reviewed = await stack(inner.StackId!);
  expect(reviewed).toMatchObject({ StackStatus: 'REVIEW_IN_PROGRESS', ParentId: middle.StackId, RootId: root.StackId });
  await expect(cfn.executeChangeSet({ ChangeSetName: inner.ChangeSetId })).rejects.toMatchObject({
    Code: 'InvalidChangeSetStatus',
    message: `ChangeSet [${inner.ChangeSetId}] cannot be executed in its current execution status of [UNAVAILABLE]`,
  });
  // Executing makes the stacks that were shown, although the bucket holds other templates by now.
  await templates(7, 8);
  await execute(root.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  expect(await resource('outer', 'Middle')).toBe(middle.StackId);
  expect(await stack(inner.StackId!)).toMatchObject({ StackStatus: 'CREATE_COMPLETE', ChangeSetId: inner.ChangeSetId });
  expect([await delayOf(middle.StackId!), await delayOf(inner.StackId!)]).toEqual(['1', '2']);
  expect(await look(inner.ChangeSetId!)).toMatchObject({ ExecutionStatus: 'EXECUTE_COMPLETE' });
});

it('of stacks whose templates alone have changed, and not of those that stay', async () => {
  const { middle, inner } = await deployed(1, 2);
  const same = await make(await templates(1, 2));
  expect(same).toMatchObject({ Status: 'FAILED', StatusReason: expect.stringContaining("didn't contain changes") as string });
  const root = await make(await templates(3, 2));
  expect(changesOf(root)).toEqual(['Modify Last', 'Modify Middle']);
  expect(root.Changes![1]!.ResourceChange).toMatchObject({
    PhysicalResourceId: middle,
    Replacement: 'False',
    Details: [{ Target: { Attribute: 'Properties', RequiresRecreation: 'Never' }, Evaluation: 'Dynamic', ChangeSource: 'Automatic' }],
  });
  expect(root.Changes![0]!.ResourceChange!.AfterContext).toMatch(/ 3"/);
  expect(changesOf(await within(root, 'Middle'))).toEqual(['Modify Q']);
  await execute(root.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
  expect([await delayOf(middle), await delayOf(inner)]).toEqual(['3', '2']);
});

it('goes back through all levels when a sibling fails', async () => {
  const { middle, inner } = await deployed(1, 2);
  const root = await make(await templates(3, 4, 9999));
  await execute(root.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
  expect([await delayOf(middle), await delayOf(inner)]).toEqual(['1', '2']);
  const onlyInner = await make(await templates(1, 6, 9999));
  expect(changesOf(await within(onlyInner, 'Middle'))).toEqual(['Modify Inner']);
  await execute(onlyInner.ChangeSetId!);
  expect([await delayOf(middle), await delayOf(inner)]).toEqual(['1', '2']);
});

it('fails with the one within that fails, which tells why', async () => {
  await deployed(1, 2);
  const template = await templates(1, 2);
  await put('inner.json', { Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { Colour: 'red' } } } });
  const root = await make(template);
  const middle = await within(root, 'Middle');
  expect(root).toMatchObject({
    Status: 'FAILED',
    ExecutionStatus: 'UNAVAILABLE',
    StatusReason: `Nested change set ${middle.ChangeSetId} was not successfully created: Currently in FAILED.`,
  });
  const inner = await within(middle, 'Inner');
  expect(inner).toMatchObject({ Status: 'FAILED', StatusReason: expect.stringContaining('Dead') as string });
});

it('is deleted from the root, with stacks that were only reviewed', async () => {
  const root = await make(await templates(1, 2), { ChangeSetType: 'CREATE' });
  const middle = await within(root, 'Middle');
  await expect(cfn.deleteChangeSet({ ChangeSetName: middle.ChangeSetId })).rejects.toMatchObject({
    Code: 'InvalidChangeSetStatus',
  });
  await cfn.deleteChangeSet({ ChangeSetName: root.ChangeSetId });
  await expect(look(root.ChangeSetId!)).rejects.toMatchObject({ name: 'ChangeSetNotFoundException' });
  expect(await stack(middle.StackId!)).toMatchObject({ StackStatus: 'DELETE_COMPLETE' });
  expect(await look(middle.ChangeSetId!)).toMatchObject({ Status: 'DELETE_PENDING', Changes: middle.Changes });
  await emulator.clock.advance('1m');
  await expect(look(middle.ChangeSetId!)).rejects.toMatchObject({ name: 'ChangeSetNotFoundException' });
  await cfn.deleteStack({ StackName: 'outer' });
  expect((await cfn.describeStacks()).Stacks).toEqual([]);
});

it('makes way for another, and stacks that are not reached are not left behind', async () => {
  const first = await make(await templates(1, 2), { ChangeSetType: 'CREATE' }, 'first');
  const { StackId } = await within(first, 'Middle');
  const template = await templates(1, 2);
  const failing = {
    Resources: { ...template.Resources, Own: queue({ DelaySeconds: 9999 }), Middle: { ...template.Resources.Middle, DependsOn: 'Own' } },
  };
  const second = await make(failing, { ChangeSetType: 'CREATE' }, 'second');
  const reviewed = await within(second, 'Middle');
  await execute(second.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'ROLLBACK_COMPLETE' });
  for (const id of [StackId!, reviewed.StackId!]) expect(await stack(id)).toMatchObject({ StackStatus: 'DELETE_COMPLETE' });
  const { Summaries } = await cfn.listChangeSets({ StackName: 'outer' });
  expect(Summaries).toMatchObject([{ ChangeSetName: 'second', ExecutionStatus: 'EXECUTE_FAILED' }]);
  const { Stacks } = await cfn.describeStacks();
  expect(Stacks!.map(({ StackName }) => StackName)).toEqual(['outer']);
});

it('waits for parameters, exports and templates that are known only when it is executed', async () => {
  await put('giving.json', {
    Resources: { Q: queue() },
    Outputs: { Arn: { Value: getAtt('Q.Arn'), Export: { Name: 'given' } }, Delay: { Value: '7' } },
  });
  await put('taking.json', {
    Parameters: { Delay: { Type: 'Number', MaxValue: 900 }, Some: { Type: 'CommaDelimitedList' } },
    Rules: { Seven: { Assertions: [{ Assert: { 'Fn::Equals': [{ Ref: 'Delay' }, '7'] } }] } },
    Resources: {
      Q: queue({
        DelaySeconds: { Ref: 'Delay' },
        QueueName: { 'Fn::Select': [1, { Ref: 'Some' }] },
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::ImportValue': 'given' }, maxReceiveCount: 2 },
      }),
    },
  });
  await put('unseen.json', { Resources: { Q: queue() } });
  const Some = ['first', { 'Fn::Select': [5, { 'Fn::Split': [':', getAtt('Giving.Outputs.Arn')] }] }];
  const template = {
    Resources: {
      Giving: nested('giving.json'),
      Taking: nested('taking.json', { Delay: getAtt('Giving.Outputs.Delay'), Some: { 'Fn::Join': [',taken-', Some] } }),
      Named: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: `${emulator.url}/templates/unseen.json` } },
      Unseen: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: getAtt('Named.Value'), Tags: [{ Key: 'a', Value: 'b' }] } },
    },
  };
  const root = await make(template, { ChangeSetType: 'CREATE' });
  expect(root).toMatchObject({ Status: 'CREATE_COMPLETE' });
  const unseen = root.Changes!.find(({ ResourceChange }) => ResourceChange!.LogicalResourceId === 'Unseen')!.ResourceChange!;
  expect(unseen.ChangeSetId).toBeUndefined();
  const taking = await within(root, 'Taking');
  expect(JSON.parse(taking.Changes![0]!.ResourceChange!.AfterContext!)).toMatchObject({
    Properties: { DelaySeconds: LATER, QueueName: LATER, RedrivePolicy: { deadLetterTargetArn: LATER } },
  });
  await execute(root.ChangeSetId!);
  expect(await stack('outer')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  expect(await delayOf(taking.StackId!)).toBe('7');
  expect(await resource(taking.StackId!, 'Q')).toContain('/taken-outer-Giving-');
  const again = await make({ Resources: { ...template.Resources, Own: queue() } });
  expect(changesOf(again)).toEqual(['Add Own']);
});

it('without being asked for shows a nested stack as one resource', async () => {
  await deployed(1, 2);
  const template = await templates(1, 2);
  const root = await make(
    { Resources: { ...template.Resources, Middle: nested('middle.json?versionId=null') } },
    { IncludeNestedStacks: false },
  );
  expect(root.Changes![0]!.ResourceChange).toMatchObject({
    LogicalResourceId: 'Middle',
    Details: [{ ChangeSource: 'DirectModification' }],
  });
  expect(root.Changes![0]!.ResourceChange!.ChangeSetId).toBeUndefined();
});
