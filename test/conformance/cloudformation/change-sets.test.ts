// Change sets: shown, executed, deleted; imports, drift, exports between stacks.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let sqs: SQS;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  sqs = emulator.client(SQS);
});
afterAll(() => emulator.stop());

const queue = (Properties: object = {}, more: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties, ...more });
const body = (Resources: object, more: object = {}) => JSON.stringify({ Resources, ...more });
const make = (StackName: string, TemplateBody: string, more: object = {}) =>
  cfn.createChangeSet({ StackName, ChangeSetName: 'cdk-deploy-change-set', TemplateBody, ...more });
const look = (StackName: string) =>
  cfn.describeChangeSet({ StackName, ChangeSetName: 'cdk-deploy-change-set', IncludePropertyValues: true });
const execute = async (StackName: string) => {
  await cfn.executeChangeSet({ StackName, ChangeSetName: 'cdk-deploy-change-set' });
  return stack(StackName);
};
const stack = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!;
const forget = (StackName: string) => cfn.deleteChangeSet({ StackName, ChangeSetName: 'cdk-deploy-change-set' });

describe('a change set', () => {
  it('creates a stack, is complete with its execution, and is gone once deleted', async () => {
    await make('fresh', body({ Q: queue() }), { ChangeSetType: 'CREATE' });
    expect(await stack('fresh')).toMatchObject({ StackStatus: 'REVIEW_IN_PROGRESS' });
    expect(await look('fresh')).toMatchObject({
      Status: 'CREATE_COMPLETE',
      ExecutionStatus: 'AVAILABLE',
      Changes: [{ Type: 'Resource', ResourceChange: { Action: 'Add', LogicalResourceId: 'Q', ResourceType: 'AWS::SQS::Queue' } }],
    });
    expect(await execute('fresh')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
    expect(await look('fresh')).toMatchObject({ ExecutionStatus: 'EXECUTE_COMPLETE' });
    await forget('fresh');
    await expect(look('fresh')).rejects.toMatchObject({ name: 'ChangeSetNotFoundException', Code: 'ChangeSetNotFound' });
    await forget('fresh');
  });

  it('shows what changes, why, and what is replaced', async () => {
    const template = (delay: object | number, name: string) =>
      body(
        {
          A: queue({ QueueName: name, DelaySeconds: delay }),
          B: queue({ RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': 'A.Arn' }, maxReceiveCount: 1 } }),
        },
        { Parameters: { Delay: { Type: 'Number', Default: 1 } } },
      );
    await make('shown', template({ Ref: 'Delay' }, 'shown-1'), { ChangeSetType: 'CREATE' });
    await execute('shown');
    await make('shown', template({ Ref: 'Delay' }, 'shown-1'), { Parameters: [{ ParameterKey: 'Delay', ParameterValue: '4' }] });
    const [inPlace] = (await look('shown')).Changes!;
    expect(inPlace!.ResourceChange).toMatchObject({
      Action: 'Modify',
      Replacement: 'False',
      Scope: ['Properties'],
      Details: [
        {
          ChangeSource: 'ParameterReference',
          CausingEntity: 'Delay',
          Evaluation: 'Static',
          Target: {
            Name: 'DelaySeconds',
            RequiresRecreation: 'Never',
            Path: '/Properties/DelaySeconds',
            BeforeValue: '1',
            AfterValue: '4',
          },
        },
        { ChangeSource: 'DirectModification', Evaluation: 'Dynamic', Target: { Name: 'DelaySeconds' } },
      ],
    });
    await forget('shown');
    await make('shown', template({ Ref: 'Delay' }, 'shown-2'));
    const changes = (await look('shown')).Changes!.map(({ ResourceChange }) => ResourceChange!);
    expect(changes[0]).toMatchObject({ LogicalResourceId: 'A', Replacement: 'True', PolicyAction: 'ReplaceAndDelete' });
    expect(changes[1]).toMatchObject({
      LogicalResourceId: 'B',
      Replacement: 'False',
      Details: [
        { ChangeSource: 'DirectModification', Evaluation: 'Dynamic', Target: { AfterValue: '{{changeSet:KNOWN_AFTER_APPLY}}' } },
        {
          ChangeSource: 'ResourceAttribute',
          CausingEntity: 'A.Arn',
          Evaluation: 'Static',
          Target: { AfterValue: '{{changeSet:KNOWN_AFTER_APPLY}}' },
        },
      ],
    });
    expect((await cfn.listChangeSets({ StackName: 'shown' })).Summaries).toHaveLength(1);
  });

  it('without changes fails in the words that tools look for', async () => {
    await make('same', body({ Q: queue() }), { ChangeSetType: 'CREATE' });
    await execute('same');
    await make('same', body({ Q: queue() }));
    expect(await look('same')).toMatchObject({
      Status: 'FAILED',
      ExecutionStatus: 'UNAVAILABLE',
      StatusReason: "The submitted information didn't contain changes. Submit different information to create a change set.",
    });
    await expect(execute('same')).rejects.toMatchObject({ Code: 'InvalidChangeSetStatus' });
    const { OperationEvents } = await cfn.describeEvents({
      StackName: 'same',
      ChangeSetName: 'cdk-deploy-change-set',
      Filters: { FailedEvents: true },
    });
    expect(OperationEvents).toMatchObject([{ EventType: 'VALIDATION_ERROR' }]);
  });

  it('imports what exists', async () => {
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'old-queue', Attributes: { DelaySeconds: '3' } });
    const ResourcesToImport = [{ ResourceType: 'AWS::SQS::Queue', LogicalResourceId: 'Old', ResourceIdentifier: { QueueUrl: QueueUrl! } }];
    const template = body({ Old: queue({ QueueName: 'old-queue', DelaySeconds: 3 }, { DeletionPolicy: 'Retain' }) });
    await make('imported', template, { ChangeSetType: 'IMPORT', ResourcesToImport });
    expect(await execute('imported')).toMatchObject({ StackStatus: 'IMPORT_COMPLETE' });
    const { StackResources } = await cfn.describeStackResources({ StackName: 'imported' });
    expect(StackResources).toMatchObject([{ PhysicalResourceId: QueueUrl, ResourceStatus: 'IMPORT_COMPLETE' }]);
  });
});

describe('a stack', () => {
  it('keeps an export that another imports', async () => {
    const exporting = body({ Q: queue() }, { Outputs: { Arn: { Value: { 'Fn::GetAtt': 'Q.Arn' }, Export: { Name: 'shared-arn' } } } });
    await cfn.createStack({ StackName: 'exporting', TemplateBody: exporting });
    const importing = body({
      D: queue({ RedrivePolicy: { deadLetterTargetArn: { 'Fn::ImportValue': 'shared-arn' }, maxReceiveCount: 2 } }),
    });
    await cfn.createStack({ StackName: 'importing', TemplateBody: importing });
    expect((await cfn.listImports({ ExportName: 'shared-arn' })).Imports).toEqual(['importing']);
    await cfn.deleteStack({ StackName: 'exporting' });
    expect(await stack('exporting')).toMatchObject({
      StackStatus: 'CREATE_COMPLETE',
      StackStatusReason: 'Export shared-arn cannot be deleted as it is in use by importing',
    });
    await cfn.deleteStack({ StackName: 'importing' });
    await cfn.deleteStack({ StackName: 'exporting' });
    await expect(stack('exporting')).rejects.toMatchObject({ name: 'ValidationError' });
  });

  it('reverts drift: changes back what was changed, and makes anew what was deleted', async () => {
    const TemplateBody = body({ Q: queue({ QueueName: 'reverted', DelaySeconds: 3 }), Gone: queue({ QueueName: 'reverted-gone' }) });
    await make('reverting', TemplateBody, { ChangeSetType: 'CREATE' });
    await execute('reverting');
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'reverted' });
    await sqs.setQueueAttributes({ QueueUrl: QueueUrl!, Attributes: { DelaySeconds: '9' } });
    await sqs.deleteQueue({ QueueUrl: (await sqs.getQueueUrl({ QueueName: 'reverted-gone' })).QueueUrl! });
    await make('reverting', TemplateBody);
    expect(await look('reverting')).toMatchObject({ Status: 'FAILED' });
    await forget('reverting');

    await make('reverting', TemplateBody, { DeploymentMode: 'REVERT_DRIFT' });
    const { Changes, DeploymentMode } = await look('reverting');
    expect(DeploymentMode).toBe('REVERT_DRIFT');
    expect(Changes!.map(({ ResourceChange }) => [ResourceChange!.LogicalResourceId, ResourceChange!.Action]).sort()).toEqual([
      ['Gone', 'Add'],
      ['Q', 'Modify'],
    ]);
    expect(await execute('reverting')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: QueueUrl!, AttributeNames: ['DelaySeconds'] });
    expect(Attributes).toEqual({ DelaySeconds: '3' });
    await sqs.getQueueUrl({ QueueName: 'reverted-gone' });
  });

  it('tells what drifted', async () => {
    await cfn.createStack({
      StackName: 'drifting',
      TemplateBody: body({ Q: queue({ DelaySeconds: 1 }), R: queue({ DelaySeconds: 1 }) }),
    });
    const { StackResources } = await cfn.describeStackResources({ StackName: 'drifting', LogicalResourceId: 'Q' });
    const QueueUrl = StackResources![0]!.PhysicalResourceId!;
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { DelaySeconds: '9' } });
    const { StackDriftDetectionId } = await cfn.detectStackDrift({ StackName: 'drifting' });
    const status = await cfn.describeStackDriftDetectionStatus({ StackDriftDetectionId });
    expect(status).toMatchObject({ DetectionStatus: 'DETECTION_COMPLETE', StackDriftStatus: 'DRIFTED', DriftedStackResourceCount: 1 });
    const { StackResourceDrifts } = await cfn.describeStackResourceDrifts({
      StackName: 'drifting',
      StackResourceDriftStatusFilters: ['MODIFIED'],
    });
    expect(StackResourceDrifts).toMatchObject([
      {
        LogicalResourceId: 'Q',
        PropertyDifferences: [{ PropertyPath: '/DelaySeconds', ExpectedValue: '1', ActualValue: '9', DifferenceType: 'NOT_EQUAL' }],
      },
    ]);
  });

  it('is protected by its policy and against its termination', async () => {
    await cfn.createStack({
      StackName: 'guarded',
      TemplateBody: body({ Q: queue({ DelaySeconds: 1 }) }),
      EnableTerminationProtection: true,
    });
    await expect(cfn.deleteStack({ StackName: 'guarded' })).rejects.toMatchObject({
      message: 'Stack [guarded] cannot be deleted while TerminationProtection is enabled',
    });
    const StackPolicyBody = JSON.stringify({
      Statement: [{ Effect: 'Deny', Principal: '*', Action: 'Update:*', Resource: 'LogicalResourceId/Q' }],
    });
    await cfn.setStackPolicy({ StackName: 'guarded', StackPolicyBody });
    await cfn.updateStack({ StackName: 'guarded', TemplateBody: body({ Q: queue({ DelaySeconds: 2 }) }) });
    expect(await stack('guarded')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
    await cfn.updateTerminationProtection({ StackName: 'guarded', EnableTerminationProtection: false });
    await cfn.deleteStack({ StackName: 'guarded' });
  });
});

it('templates are looked at without a stack', async () => {
  const TemplateBody = body(
    { R: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } } },
    { Parameters: { P: { Type: 'String', Default: 'x', NoEcho: true } } },
  );
  expect(await cfn.validateTemplate({ TemplateBody })).toMatchObject({
    Capabilities: ['CAPABILITY_IAM'],
    Parameters: [{ ParameterKey: 'P', DefaultValue: 'x', NoEcho: true }],
  });
  expect(await cfn.getTemplateSummary({ TemplateBody })).toMatchObject({
    ResourceTypes: ['AWS::IAM::Role'],
    Parameters: [{ ParameterType: 'String' }],
  });
  await expect(cfn.createStack({ StackName: 'role', TemplateBody })).rejects.toMatchObject({
    name: 'InsufficientCapabilitiesException',
    message: 'Requires capabilities : [CAPABILITY_IAM]',
  });
});
