// Resources that others complete: custom resources, wait conditions, nested stacks; and stacks that are cancelled or cut off.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '#core/call';
import { Fault } from '#core/fault';
import { FaultRules } from '../../../emulator/src/core/faults/fault-rules.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilTrue, WAITER } from '../../support/until-passes.ts';
import { zipOf } from '../lambda/fixture.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let sqs: SQS;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  sqs = emulator.client(SQS);
});
afterAll(() => emulator.stop());

const stack = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!;
const physical = async (StackName: string, LogicalResourceId: string) =>
  (await cfn.describeStackResources({ StackName, LogicalResourceId })).StackResources![0]!.PhysicalResourceId!;
const create = (StackName: string, template: object, more: object = {}) =>
  cfn.createStack({ StackName, TemplateBody: JSON.stringify(template), ...more });
const update = (StackName: string, template: object, more: object = {}) =>
  cfn.updateStack({ StackName, TemplateBody: JSON.stringify(template), ...more });
const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const signal = (url: string, body: object) => fetch(url, { method: 'PUT', body: JSON.stringify(body) });

const HANDLER = `
exports.handler = async (event) => {
  const { Name } = event.ResourceProperties;
  const failed = Name === 'bad' && event.RequestType === 'Create';
  const body = JSON.stringify({
    Status: failed ? 'FAILED' : 'SUCCESS', Reason: 'because it is bad', PhysicalResourceId: 'thing-' + Name,
    StackId: event.StackId, RequestId: event.RequestId, LogicalResourceId: event.LogicalResourceId,
    Data: { Greeting: event.RequestType + ' ' + Name + ' ' + typeof event.ResourceProperties.Count },
  });
  await fetch(event.ResponseURL, { method: 'PUT', body });
};`;

describe('a custom resource', () => {
  it('is made, changed and deleted by a function', async () => {
    const lambda = emulator.client(Lambda);
    const Role = 'arn:aws:iam::000000000000:role/r';
    const Code = { ZipFile: zipOf({ 'index.js': HANDLER }) };
    await lambda.createFunction({ FunctionName: 'custom', Runtime: 'nodejs20.x', Handler: 'index.handler', Role, Code });
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'custom' });
    const template = (Name: string) => ({
      Resources: {
        Thing: {
          Type: 'Custom::Thing',
          Properties: { ServiceToken: 'arn:aws:lambda:us-east-1:000000000000:function:custom', Name, Count: 1 },
        },
      },
      Outputs: { Said: { Value: { 'Fn::GetAtt': ['Thing', 'Greeting'] } }, Id: { Value: { Ref: 'Thing' } } },
    });
    const outputs = async () =>
      Object.fromEntries((await stack('thing')).Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
    await create('thing', template('one'));
    await emulator.idle();
    expect(await stack('thing')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
    expect(await outputs()).toEqual({ Said: 'Create one string', Id: 'thing-one' });
    // Clients look at once, and then not again for long: what a warm function does is over by then.
    await update('thing', template('two'));
    expect(await stack('thing')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    expect(await outputs()).toEqual({ Said: 'Update two string', Id: 'thing-two' });
    await cfn.deleteStack({ StackName: 'thing' });
    await expect(stack('thing')).rejects.toThrow('does not exist');
    await create('broken', template('bad'));
    await untilTrue(async () => (await stack('broken')).StackStatus === 'ROLLBACK_COMPLETE');
    const { StackEvents } = await cfn.describeStackEvents({ StackName: 'broken' });
    expect(StackEvents!.find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED')!.ResourceStatusReason).toMatch(
      /^Received response status \[FAILED\] from custom resource\. Message returned: because it is bad \(RequestId: [\w-]{36}\)$/,
    );
  });
});

describe('a wait condition', () => {
  const template = (Timeout: number) => ({
    Resources: {
      Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
      Wait: { Type: 'AWS::CloudFormation::WaitCondition', Properties: { Handle: { Ref: 'Handle' }, Timeout, Count: 2 } },
    },
    Outputs: { Data: { Value: { 'Fn::GetAtt': ['Wait', 'Data'] } } },
  });

  it('is complete when its signals have come', async () => {
    await create('waits', template(60));
    expect(await stack('waits')).toMatchObject({ StackStatus: 'CREATE_IN_PROGRESS' });
    const url = await physical('waits', 'Handle');
    for (const UniqueId of ['a', 'a', 'b'])
      expect((await signal(url, { Status: 'SUCCESS', UniqueId, Reason: 'ok', Data: `data ${UniqueId}` })).status).toBe(200);
    await untilTrue(async () => (await stack('waits')).StackStatus === 'CREATE_COMPLETE');
    expect((await stack('waits')).Outputs![0]!.OutputValue).toBe('{"a":"data a","b":"data b"}');
    expect((await signal(`${url}x`, { Status: 'SUCCESS' })).status).toBe(403);
  });

  it('times out by the clock', async () => {
    await using manual = await startTestEmulator({ clock: 'manual' });
    const client = manual.client(CloudFormation);
    await client.createStack({ StackName: 'late', TemplateBody: JSON.stringify(template(600)) });
    await manual.clock.advance('11m');
    const { Stacks } = await client.describeStacks({ StackName: 'late' });
    expect(Stacks![0]).toMatchObject({ StackStatus: 'ROLLBACK_COMPLETE' });
  });

  it('takes signals through the API under a creation policy', async () => {
    const CreationPolicy = { ResourceSignal: { Count: 1, Timeout: 'PT5M' } };
    await create('signals', { Resources: { Wait: { Type: 'AWS::CloudFormation::WaitCondition', CreationPolicy } } });
    await cfn.signalResource({ StackName: 'signals', LogicalResourceId: 'Wait', UniqueId: 'x', Status: 'SUCCESS' });
    await untilTrue(async () => (await stack('signals')).StackStatus === 'CREATE_COMPLETE');
    expect(await stack('signals')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  });
});

it('a nested stack takes parameters, gives outputs and goes with its parent', async () => {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'templates' });
  const child = {
    Parameters: { Delay: { Type: 'Number' } },
    Resources: { Q: queue({ DelaySeconds: { Ref: 'Delay' } }) },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': 'Q.Arn' } } },
  };
  await s3.putObject({ Bucket: 'templates', Key: 'child.json', Body: JSON.stringify(child) });
  const parent = (Delay: number, host = emulator.url) => ({
    Resources: {
      Child: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: `${host}/templates/child.json`, Parameters: { Delay } } },
      Main: queue({ RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': 'Child.Outputs.Arn' }, maxReceiveCount: 1 } }),
    },
  });
  await create('parent', parent(1));
  await untilTrue(async () => (await stack('parent')).StackStatus === 'CREATE_COMPLETE');
  const id = await physical('parent', 'Child');
  expect(await stack(id)).toMatchObject({ StackStatus: 'CREATE_COMPLETE', ParentId: (await stack('parent')).StackId });
  await update('parent', parent(2, 'https://s3.us-east-1.amazonaws.com'));
  await untilTrue(async () => (await stack('parent')).StackStatus === 'UPDATE_COMPLETE');
  expect(await stack(id)).toMatchObject({ StackStatus: 'UPDATE_COMPLETE', Parameters: [{ ParameterValue: '2' }] });
  await update('parent', parent(9999));
  await untilTrue(async () => (await stack('parent')).StackStatus === 'UPDATE_ROLLBACK_COMPLETE');
  expect(await stack(id)).toMatchObject({ Parameters: [{ ParameterValue: '2' }] });
  await cfn.deleteStack({ StackName: 'parent' });
  await untilTrue(() =>
    stack('parent').then(
      () => false,
      () => true,
    ),
  );
  expect(await stack(id)).toMatchObject({ StackStatus: 'DELETE_COMPLETE' });
});

it('a stack is deleted while it is being created', async () => {
  const Wait = { Type: 'AWS::CloudFormation::WaitCondition', Properties: { Handle: { Ref: 'Handle' }, Timeout: 600 }, DependsOn: 'Q' };
  const { StackId } = await create('early', {
    Resources: { Q: queue(), Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' }, Wait },
  });
  await cfn.deleteStack({ StackName: 'early' });
  expect(await stack(StackId!)).toMatchObject({ StackStatus: 'DELETE_COMPLETE' });
});

describe('an update', () => {
  const waiting = {
    Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
    Wait: { Type: 'AWS::CloudFormation::WaitCondition', Properties: { Handle: { Ref: 'Handle' }, Timeout: 600 }, DependsOn: 'Q' },
  };

  it('is cancelled', async () => {
    await create('cancelled', { Resources: { Q: queue({ DelaySeconds: 1 }) } });
    await update('cancelled', { Resources: { Q: queue({ DelaySeconds: 2 }), ...waiting } });
    expect(await stack('cancelled')).toMatchObject({ StackStatus: 'UPDATE_IN_PROGRESS' });
    await cfn.cancelUpdateStack({ StackName: 'cancelled' });
    await untilTrue(async () => (await stack('cancelled')).StackStatus === 'UPDATE_ROLLBACK_COMPLETE');
    expect(await stack('cancelled')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
  });

  it('that failed without rollback is rolled back when asked, or mended', async () => {
    await create('kept', { Resources: { Q: queue({ DelaySeconds: 1 }) } });
    const bad = { Resources: { Q: queue({ DelaySeconds: 2 }), Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: 'Q' } } };
    await update('kept', bad, { DisableRollback: true });
    expect(await stack('kept')).toMatchObject({ StackStatus: 'UPDATE_FAILED' });
    await update('kept', { Resources: { Q: queue({ DelaySeconds: 3 }), Bad: queue({ DelaySeconds: 5 }) } });
    expect(await stack('kept')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    await update('kept', { Resources: { ...bad.Resources, Worse: queue({ DelaySeconds: 9999 }) } }, { DisableRollback: true });
    await cfn.rollbackStack({ StackName: 'kept' });
    expect(await stack('kept')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
  });

  it('makes anew what failed to be created', async () => {
    const role = (Policies: object[]) => ({
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: 'half-made',
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
        },
        Policies,
      },
    });
    const Capabilities = ['CAPABILITY_NAMED_IAM'];
    await create(
      'half',
      { Resources: { R: role([{ PolicyName: 'p', PolicyDocument: { Nope: 1 } }]) } },
      { DisableRollback: true, Capabilities },
    );
    expect(await stack('half')).toMatchObject({ StackStatus: 'CREATE_FAILED' });
    await update('half', { Resources: { R: role([]) } }, { Capabilities });
    expect(await stack('half')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    expect(await physical('half', 'R')).toBe('half-made');
  });

  it('whose rollback failed is continued', async () => {
    await create('stuck', { Resources: { Q: queue({ QueueName: 'stuck-q', DelaySeconds: 1 }) } });
    const url = await physical('stuck', 'Q');
    const bad = {
      Resources: { Q: queue({ QueueName: 'stuck-q', DelaySeconds: 2 }), Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: 'Q' } },
    };
    await update('stuck', bad, { DisableRollback: true });
    await sqs.deleteQueue({ QueueUrl: url });
    await cfn.rollbackStack({ StackName: 'stuck' });
    await emulator.idle();
    expect(await stack('stuck')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_FAILED' });
    await cfn.continueUpdateRollback({ StackName: 'stuck', ResourcesToSkip: ['Q'] });
    await emulator.idle();
    expect(await stack('stuck')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
    await sqs.createQueue({ QueueName: 'other' });
  });

  it.each([
    ['whole', [], '1'],
    ['without the resource of a nested stack that is skipped', ['Q'], '2'],
  ])('is continued with its nested stacks, %s', async (name, skipped, delay) => {
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket: 'nested-rollbacks' });
    const StackName = `outer-${skipped.length}`;
    const inner = (more: object = {}) =>
      JSON.stringify({
        Parameters: { Delay: { Type: 'Number' } },
        Resources: { Q: queue({ DelaySeconds: { Ref: 'Delay' } }), ...more },
        Outputs: { Url: { Value: { Ref: 'Q' } } },
      });
    const bad = { Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: 'Q' } };
    for (const [Key, Body] of Object.entries({ 'good.json': inner(), 'bad.json': inner(bad) }))
      await s3.putObject({ Bucket: 'nested-rollbacks', Key, Body });
    const outer = (key: string, Delay: number) => ({
      Resources: {
        Nested: {
          Type: 'AWS::CloudFormation::Stack',
          Properties: { TemplateURL: `${emulator.url}/nested-rollbacks/${key}`, Parameters: { Delay } },
        },
      },
      Outputs: { Url: { Value: { 'Fn::GetAtt': ['Nested', 'Outputs.Url'] } } },
    });
    await create(StackName, outer('good.json', 1));
    await emulator.idle();
    const nested = await physical(StackName, 'Nested');
    const QueueUrl = (await stack(StackName)).Outputs![0]!.OutputValue!;
    let calls = 0;
    const isEmpty = vi.spyOn(FaultRules.prototype, 'isEmpty', 'get').mockReturnValue(false);
    const meet = vi.spyOn(FaultRules.prototype, 'meet').mockImplementation(async ({ operation }: Call) => {
      if (operation === 'SetQueueAttributes' && ++calls > 1)
        throw new Fault('MadeToFail', 'made to fail', { status: 400, blame: 'client' });
    });
    await update(StackName, outer('bad.json', 2));
    await emulator.idle();
    expect([(await stack(nested)).StackStatus, (await stack(StackName)).StackStatus], name).toEqual([
      'UPDATE_ROLLBACK_FAILED',
      'UPDATE_ROLLBACK_FAILED',
    ]);
    isEmpty.mockRestore();
    meet.mockRestore();
    const nestedName = nested.split('/')[1]!;
    await expect(cfn.continueUpdateRollback({ StackName, ResourcesToSkip: [`${nestedName}.None`] })).rejects.toThrow(
      'do not exist in the stack',
    );
    await cfn.continueUpdateRollback({ StackName, ResourcesToSkip: skipped.map((id) => `${nestedName}.${id}`) });
    await emulator.idle();
    expect([(await stack(nested)).StackStatus, (await stack(StackName)).StackStatus]).toEqual([
      'UPDATE_ROLLBACK_COMPLETE',
      'UPDATE_ROLLBACK_COMPLETE',
    ]);
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['DelaySeconds'] });
    expect(Attributes!.DelaySeconds).toBe(delay);
  });
});
