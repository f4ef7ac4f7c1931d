// Stack sets: one template, deployed as stacks in several accounts and regions of this emulator.
import { CloudFormation, type CreateStackInstancesInput } from '@aws-sdk/client-cloudformation';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const [ONE, TWO] = ['111111111111', '222222222222'];
let emulator: TestEmulator;
let cfn: CloudFormation;
const TEMPLATE = JSON.stringify({
  Parameters: { Delay: { Type: 'Number', Default: '1' }, Name: { Type: 'String', Default: 'work' } },
  Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'Name' }, DelaySeconds: { Ref: 'Delay' } } } },
});

beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

const clientOf = <C>(Client: new (options: object) => C, account: string, region: string): C =>
  emulator.client(Client as never, { region, credentials: { accessKeyId: account, secretAccessKey: 'test' } }) as C;

/** The queue's delay in an account and region, or nothing where there is no queue. */
async function delay(account: string, region: string, QueueName = 'work'): Promise<string | undefined> {
  const sqs = clientOf(SQS, account, region);
  const { QueueUrl } = await sqs.getQueueUrl({ QueueName }).catch(() => ({ QueueUrl: undefined }));
  if (QueueUrl === undefined) return undefined;
  return (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['DelaySeconds'] })).Attributes!['DelaySeconds'];
}

/** Waits for the operation; answers it with its results. */
async function done(StackSetName: string, { OperationId }: { OperationId?: string | undefined }) {
  await emulator.idle();
  const { StackSetOperation } = await cfn.describeStackSetOperation({ StackSetName, OperationId });
  const { Summaries = [] } = await cfn.listStackSetOperationResults({ StackSetName, OperationId });
  return { ...StackSetOperation!, results: Summaries.map(({ Account, Region, Status }) => `${Account} ${Region} ${Status}`) };
}

const create = async (StackSetName: string, more: Partial<CreateStackInstancesInput> = {}, set: object = {}) => {
  await cfn.createStackSet({ StackSetName, TemplateBody: TEMPLATE, ...set });
  const targets = { Accounts: [ONE, TWO], Regions: ['eu-west-1', 'us-east-1'] };
  return done(StackSetName, await cfn.createStackInstances({ StackSetName, ...targets, ...more }));
};
const remove = async (StackSetName: string) => {
  const { Summaries = [] } = await cfn.listStackInstances({ StackSetName });
  for (const { Account = '', Region = '' } of Summaries)
    await done(StackSetName, await cfn.deleteStackInstances({ StackSetName, Accounts: [Account], Regions: [Region], RetainStacks: false }));
  await cfn.deleteStackSet({ StackSetName });
};

it('a set makes its stack in every account and region, and says so', async () => {
  const operation = await create('plain');
  expect(operation).toMatchObject({ Action: 'CREATE', Status: 'SUCCEEDED', StatusDetails: { FailedStackInstancesCount: 0 } });
  expect(operation.results).toEqual(
    [ONE, TWO].flatMap((account) => ['eu-west-1', 'us-east-1'].map((region) => `${account} ${region} SUCCEEDED`)),
  );
  expect(await Promise.all([delay(ONE, 'eu-west-1'), delay(TWO, 'us-east-1'), delay(ONE, 'us-west-2')])).toEqual(['1', '1', undefined]);
  const { StackSet } = await cfn.describeStackSet({ StackSetName: 'plain' });
  expect(StackSet).toMatchObject({
    Status: 'ACTIVE',
    TemplateBody: TEMPLATE,
    PermissionModel: 'SELF_MANAGED',
    Regions: ['eu-west-1', 'us-east-1'],
    Parameters: [
      { ParameterKey: 'Delay', ParameterValue: '1' },
      { ParameterKey: 'Name', ParameterValue: 'work' },
    ],
    StackSetDriftDetectionDetails: { DriftStatus: 'NOT_CHECKED' },
    StackSetARN: `arn:aws:cloudformation:us-east-1:000000000000:stackset/${StackSet!.StackSetId}`,
  });
  const where = { StackSetName: 'plain', StackInstanceAccount: ONE, StackInstanceRegion: 'eu-west-1' };
  const { StackInstance } = await cfn.describeStackInstance(where);
  expect(StackInstance).toMatchObject({ Status: 'CURRENT', StackInstanceStatus: { DetailedStatus: 'SUCCEEDED' } });
  const [stack] = (await clientOf(CloudFormation, ONE, 'eu-west-1').describeStacks({ StackName: StackInstance!.StackId })).Stacks!;
  expect(stack).toMatchObject({ StackStatus: 'CREATE_COMPLETE', StackName: expect.stringMatching(/^StackSet-plain-/) });
});

it('an update reaches every stack but for what its instance overrides', async () => {
  const StackSetName = 'plain';
  const ParameterOverrides = [{ ParameterKey: 'Delay', ParameterValue: '7' }];
  const override = { StackSetName, Accounts: [TWO], Regions: ['us-east-1'], ParameterOverrides };
  expect(await done(StackSetName, await cfn.updateStackInstances(override))).toMatchObject({ Action: 'UPDATE', Status: 'SUCCEEDED' });
  expect([await delay(TWO, 'us-east-1'), await delay(ONE, 'us-east-1')]).toEqual(['7', '1']);
  const Parameters = [
    { ParameterKey: 'Delay', ParameterValue: '3' },
    { ParameterKey: 'Name', UsePreviousValue: true },
  ];
  await done(StackSetName, await cfn.updateStackSet({ StackSetName, UsePreviousTemplate: true, Parameters }));
  expect([await delay(TWO, 'us-east-1'), await delay(ONE, 'us-east-1')]).toEqual(['7', '3']);
  await done(StackSetName, await cfn.updateStackInstances({ ...override, ParameterOverrides: [] }));
  expect(await delay(TWO, 'us-east-1')).toBe('3');
  const partly = { StackSetName, UsePreviousTemplate: true, Accounts: [ONE], Regions: ['eu-west-1'] };
  await done(StackSetName, await cfn.updateStackSet({ ...partly, Parameters: [{ ParameterKey: 'Delay', ParameterValue: '4' }] }));
  expect([await delay(ONE, 'eu-west-1'), await delay(ONE, 'us-east-1')]).toEqual(['4', '3']);
  const { Summaries } = await cfn.listStackInstances({ StackSetName });
  expect(Summaries!.map(({ Account, Region, Status }) => `${Account} ${Region} ${Status}`)).toEqual([
    `${ONE} eu-west-1 CURRENT`,
    `${ONE} us-east-1 OUTDATED`,
    `${TWO} eu-west-1 OUTDATED`,
    `${TWO} us-east-1 OUTDATED`,
  ]);
});

it('drift of the stacks is the drift of the set', async () => {
  const StackSetName = 'plain';
  const sqs = clientOf(SQS, ONE, 'us-east-1');
  const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'work' });
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { DelaySeconds: '9' } });
  const started = await cfn.detectStackSetDrift({ StackSetName });
  const operation = await done(StackSetName, started);
  const details = { DriftStatus: 'DRIFTED', DriftDetectionStatus: 'COMPLETED', TotalStackInstancesCount: 4, DriftedStackInstancesCount: 1 };
  expect(operation).toMatchObject({ Action: 'DETECT_DRIFT', Status: 'SUCCEEDED', StackSetDriftDetectionDetails: details });
  const filtered = await cfn.listStackInstances({ StackSetName, Filters: [{ Name: 'DRIFT_STATUS', Values: 'DRIFTED' }] });
  expect(filtered.Summaries).toMatchObject([{ Account: ONE, Region: 'us-east-1' }]);
  const where = { StackSetName, StackInstanceAccount: ONE, StackInstanceRegion: 'us-east-1', OperationId: started.OperationId };
  const { Summaries } = await cfn.listStackInstanceResourceDrifts(where);
  expect(Summaries).toMatchObject([{ LogicalResourceId: 'Q', PropertyDifferences: [{ PropertyPath: '/DelaySeconds', ActualValue: '9' }] }]);
});

it('lists come in pages, newest operations first', async () => {
  const StackSetName = 'plain';
  const seen: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await cfn.listStackInstances({ StackSetName, MaxResults: 3, NextToken });
    seen.push(...page.Summaries!.map(({ Account, Region }) => `${Account} ${Region}`));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  expect(seen).toEqual([`${ONE} eu-west-1`, `${ONE} us-east-1`, `${TWO} eu-west-1`, `${TWO} us-east-1`]);
  const { Summaries } = await cfn.listStackSetOperations({ StackSetName, MaxResults: 2 });
  expect(Summaries!.map(({ Action }) => Action)).toEqual(['DETECT_DRIFT', 'UPDATE']);
  expect((await cfn.listStackSets({ Status: 'ACTIVE' })).Summaries).toMatchObject([{ StackSetName, DriftStatus: 'DRIFTED' }]);
});

it('a set with stacks is not deleted; its stacks go or are kept with its instances', async () => {
  const StackSetName = 'plain';
  await expect(cfn.deleteStackSet({ StackSetName })).rejects.toMatchObject({ name: 'StackSetNotEmptyException' });
  const kept = { StackSetName, Accounts: [ONE], Regions: ['eu-west-1'], RetainStacks: true };
  expect(await done(StackSetName, await cfn.deleteStackInstances(kept))).toMatchObject({ Action: 'DELETE', RetainStacks: true });
  await remove(StackSetName);
  expect([await delay(ONE, 'eu-west-1'), await delay(TWO, 'us-east-1')]).toEqual(['4', undefined]);
  await expect(cfn.describeStackSet({ StackSetName })).rejects.toMatchObject({
    name: 'StackSetNotFoundException',
    message: 'StackSet plain not found',
  });
  expect((await cfn.listStackSets({ Status: 'DELETED' })).Summaries).toMatchObject([{ StackSetName }]);
});

it('the first account that fails ends the operation, unless it tolerates failures', async () => {
  await clientOf(SQS, ONE, 'eu-west-1').createQueue({ QueueName: 'taken', Attributes: { DelaySeconds: '0' } });
  const set = { Parameters: [{ ParameterKey: 'Name', ParameterValue: 'taken' }] };
  const operation = await create('strict', {}, set);
  expect(operation).toMatchObject({ Status: 'FAILED', StatusDetails: { FailedStackInstancesCount: 1 } });
  expect(operation.results).toEqual([
    `${ONE} eu-west-1 FAILED`,
    `${ONE} us-east-1 CANCELLED`,
    `${TWO} eu-west-1 CANCELLED`,
    `${TWO} us-east-1 CANCELLED`,
  ]);
  const { Summaries } = await cfn.listStackSetOperationResults({ StackSetName: 'strict', OperationId: operation.OperationId });
  expect(Summaries![0]!.StatusReason).toMatch(/^ResourceLogicalId:Q, ResourceType:AWS::SQS::Queue, ResourceStatusReason:.*taken/);
  const { Summaries: instances } = await cfn.listStackInstances({ StackSetName: 'strict' });
  expect(instances![0]).toMatchObject({ Status: 'OUTDATED', StackInstanceStatus: { DetailedStatus: 'FAILED' } });
  await remove('strict');
  const tolerant = await create('tolerant', { OperationPreferences: { FailureToleranceCount: 1, RegionOrder: ['us-east-1'] } }, set);
  expect(tolerant).toMatchObject({ Status: 'SUCCEEDED', StatusDetails: { FailedStackInstancesCount: 1 } });
  expect(await delay(TWO, 'us-east-1', 'taken')).toBe('1');
  await remove('tolerant');
});

it('a set is refused with what is wrong about it', async () => {
  const StackSetName = 'refused';
  await expect(cfn.createStackSet({ StackSetName, TemplateBody: '{}' })).rejects.toThrow('At least one Resources member must be defined');
  await expect(cfn.createStackSet({ StackSetName, TemplateBody: TEMPLATE, PermissionModel: 'SERVICE_MANAGED' })).rejects.toThrow(
    'You must enable organizations access to operate a service managed stack set',
  );
  await cfn.createStackSet({ StackSetName, TemplateBody: TEMPLATE });
  await expect(cfn.createStackSet({ StackSetName, TemplateBody: TEMPLATE })).rejects.toMatchObject({ name: 'NameAlreadyExistsException' });
  const units = { StackSetName, Regions: ['us-east-1'], DeploymentTargets: { OrganizationalUnitIds: ['ou-1234-12345678'] } };
  await expect(cfn.createStackInstances(units)).rejects.toThrow(
    'StackSets with SELF_MANAGED permission model can only have accounts as target',
  );
  const unknown = { StackSetName, Accounts: [ONE], Regions: ['us-east-1'] };
  await expect(cfn.updateStackInstances(unknown)).rejects.toMatchObject({ name: 'StackInstanceNotFoundException' });
  const stray = { ...unknown, ParameterOverrides: [{ ParameterKey: 'Nope', ParameterValue: 'x' }] };
  await expect(cfn.createStackInstances(stray)).rejects.toThrow('Parameters: [Nope] do not exist in the template');
  await expect(cfn.describeStackSetOperation({ StackSetName, OperationId: 'none' })).rejects.toMatchObject({
    name: 'OperationNotFoundException',
  });
  await cfn.deleteStackSet({ StackSetName });
});

it('a stack holds a set with its instances, changes it and takes it away', async () => {
  const set = (Delay: string, Accounts: string[]) =>
    JSON.stringify({
      Resources: {
        Set: {
          Type: 'AWS::CloudFormation::StackSet',
          Properties: {
            StackSetName: 'held',
            PermissionModel: 'SELF_MANAGED',
            TemplateBody: TEMPLATE,
            Parameters: [
              { ParameterKey: 'Delay', ParameterValue: Delay },
              { ParameterKey: 'Name', ParameterValue: 'held' },
            ],
            StackInstancesGroup: [{ DeploymentTargets: { Accounts }, Regions: ['us-west-2'] }],
          },
        },
      },
      Outputs: { Id: { Value: { Ref: 'Set' } } },
    });
  const delays = async () => [await delay(ONE, 'us-west-2', 'held'), await delay(TWO, 'us-west-2', 'held')];
  await cfn.createStack({ StackName: 'holder', TemplateBody: set('2', [ONE]) });
  await emulator.idle();
  const [stack] = (await cfn.describeStacks({ StackName: 'holder' })).Stacks!;
  expect(stack).toMatchObject({ StackStatus: 'CREATE_COMPLETE', Outputs: [{ OutputValue: expect.stringMatching(/^held:/) }] });
  expect(await delays()).toEqual(['2', undefined]);
  await cfn.updateStack({ StackName: 'holder', TemplateBody: set('5', [ONE, TWO]) });
  await emulator.idle();
  expect(await delays()).toEqual(['5', '5']);
  await cfn.updateStack({ StackName: 'holder', TemplateBody: set('5', [TWO]) });
  await emulator.idle();
  expect(await delays()).toEqual([undefined, '5']);
  await cfn.deleteStack({ StackName: 'holder' });
  await emulator.idle();
  expect(await delays()).toEqual([undefined, undefined]);
});
