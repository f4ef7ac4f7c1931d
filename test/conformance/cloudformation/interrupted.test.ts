// Stacks whose emulator ended in the middle, and what a failed update leaves behind: nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { IAM } from '@aws-sdk/client-iam';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stacks-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const waiting = {
  Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
  Wait: { Type: 'AWS::CloudFormation::WaitCondition', Properties: { Handle: { Ref: 'Handle' }, Timeout: 600 }, DependsOn: 'Q' },
};
const stack = async (cfn: CloudFormation, StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!;

it('a stack that was cut off has failed, and can be deleted or mended', async () => {
  const options = { PERSISTENCE: '1', DATA_DIR: directory } as const;
  const first = await startTestEmulator({ options });
  const cfn = first.client(CloudFormation);
  await cfn.createStack({ StackName: 'fine', TemplateBody: JSON.stringify({ Resources: { Q: queue({ DelaySeconds: 1 }) } }) });
  await cfn.updateStack({
    StackName: 'fine',
    TemplateBody: JSON.stringify({ Resources: { Q: queue({ DelaySeconds: 2 }), ...waiting } }),
  });
  await cfn.createStack({ StackName: 'new', TemplateBody: JSON.stringify({ Resources: { Q: queue(), ...waiting } }) });
  expect(await stack(cfn, 'new')).toMatchObject({ StackStatus: 'CREATE_IN_PROGRESS' });
  await first.stop();
  await using second = await startTestEmulator({ options });
  const again = second.client(CloudFormation);
  expect(await stack(again, 'new')).toMatchObject({
    StackStatus: 'CREATE_FAILED',
    StackStatusReason: 'The emulator ended while this was in progress.',
  });
  const { StackEvents } = await again.describeStackEvents({ StackName: 'new' });
  expect(StackEvents).toContainEqual(expect.objectContaining({ LogicalResourceId: 'Wait', ResourceStatus: 'CREATE_FAILED' }));
  await again.deleteStack({ StackName: 'new' });
  await expect(stack(again, 'new')).rejects.toMatchObject({ name: 'ValidationError' });
  expect(await stack(again, 'fine')).toMatchObject({ StackStatus: 'UPDATE_FAILED' });
  await again.updateStack({ StackName: 'fine', TemplateBody: JSON.stringify({ Resources: { Q: queue({ DelaySeconds: 3 }) } }) });
  expect(await stack(again, 'fine')).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
});

/** Everything that the services say of what a stack may have touched. */
async function world(emulator: TestEmulator): Promise<unknown> {
  const [iam, s3, sqs, ssm] = [emulator.client(IAM), emulator.client(S3), emulator.client(SQS), emulator.client(SSM)];
  const { Roles = [] } = await iam.listRoles();
  const roles = await Promise.all(
    Roles.map(async ({ RoleName }) => [
      (await iam.getRole({ RoleName })).Role,
      (await iam.listRolePolicies({ RoleName })).PolicyNames,
      (await iam.listAttachedRolePolicies({ RoleName })).AttachedPolicies,
    ]),
  );
  const { Buckets = [] } = await s3.listBuckets();
  const buckets = await Promise.all(
    Buckets.map(async ({ Name: Bucket }) => [
      Bucket,
      (await s3.getBucketVersioning({ Bucket })).Status,
      (await s3.getBucketTagging({ Bucket }).catch(() => ({ TagSet: [] }))).TagSet,
    ]),
  );
  const { QueueUrls = [] } = await sqs.listQueues();
  const queues = await Promise.all(
    QueueUrls.map(async (QueueUrl) => {
      const { LastModifiedTimestamp: _at, ...rest } = (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] })).Attributes!;
      return rest;
    }),
  );
  const { Parameters = [] } = await ssm.getParametersByPath({ Path: '/', Recursive: true });
  const parameters = Parameters.map(({ Name, Value, Type }) => [Name, Value, Type]);
  return { roles, buckets, queues, parameters };
}

const template = (next: boolean) => ({
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
        },
        Description: next ? 'after' : 'before',
        MaxSessionDuration: next ? 7200 : 3600,
        ManagedPolicyArns: next ? [] : ['arn:aws:iam::aws:policy/ReadOnlyAccess'],
        Policies: [
          {
            PolicyName: next ? 'b' : 'a',
            PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] },
          },
        ],
        Tags: [{ Key: 'k', Value: next ? '2' : '1' }],
      },
    },
    Bucket: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        BucketName: next ? 'bucket-after' : 'bucket-before',
        VersioningConfiguration: { Status: 'Enabled' },
        Tags: [{ Key: 'k', Value: 'v' }],
      },
    },
    Parameter: { Type: 'AWS::SSM::Parameter', Properties: { Name: '/p', Type: 'String', Value: { 'Fn::GetAtt': 'Bucket.Arn' } } },
    Queue: queue({
      VisibilityTimeout: next ? 60 : 30,
      ...(next ? { DelaySeconds: 5 } : { RedriveAllowPolicy: { redrivePermission: 'denyAll' } }),
    }),
    ...(next
      ? { More: queue(), Bad: { ...queue({ DelaySeconds: 9999 }), DependsOn: ['Role', 'Bucket', 'Parameter', 'Queue', 'More'] } }
      : {}),
  },
});

it('a failed update leaves no trace in any service', async () => {
  await using emulator = await startTestEmulator();
  const cfn = emulator.client(CloudFormation);
  const Capabilities = ['CAPABILITY_IAM'] as never;
  await cfn.createStack({ StackName: 'trace', TemplateBody: JSON.stringify(template(false)), Capabilities });
  expect(await stack(cfn, 'trace')).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  const before = await world(emulator);
  const resources = async () =>
    (await cfn.describeStackResources({ StackName: 'trace' })).StackResources!.map(({ LogicalResourceId, PhysicalResourceId }) => [
      LogicalResourceId,
      PhysicalResourceId,
    ]);
  const held = await resources();
  await cfn.updateStack({ StackName: 'trace', TemplateBody: JSON.stringify(template(true)), Capabilities });
  expect(await stack(cfn, 'trace')).toMatchObject({ StackStatus: 'UPDATE_ROLLBACK_COMPLETE' });
  expect(await world(emulator)).toEqual(before);
  expect(await resources()).toEqual(held);
});
