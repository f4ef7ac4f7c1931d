// The tags that CloudFormation gives to resources of stacks by itself: which types have them, who may change them, and where they are not shown.

import { CloudControl } from '@aws-sdk/client-cloudcontrol';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let s3: S3;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  s3 = emulator.client(S3);
});
afterAll(() => emulator.stop());

const template = (Tags: readonly object[] = []) =>
  JSON.stringify({
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'system-tags', Tags } },
      Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'system-tags', Tags } },
      Setting: { Type: 'AWS::SSM::Parameter', Properties: { Name: 'system-tags', Type: 'String', Value: 'v' } },
      Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'system-tags', Tags } },
    },
  });
const deploy = async (operation: 'createStack' | 'updateStack', Tags?: readonly object[]) => {
  const input = { StackName: 'tagged', TemplateBody: template(Tags) };
  const { StackId } = await (operation === 'createStack' ? cfn.createStack(input) : cfn.updateStack(input));
  await emulator.idle();
  return StackId!;
};
const TEAM = { Key: 'team', Value: 'shop' };
const bucketTags = async () => (await s3.getBucketTagging({ Bucket: 'system-tags' })).TagSet;

describe('the tags of a stack itself', () => {
  let system: (logicalId: string) => { Key: string; Value: string }[];
  beforeAll(async () => {
    const id = await deploy('createStack');
    system = (logicalId) => [
      { Key: 'aws:cloudformation:stack-name', Value: 'tagged' },
      { Key: 'aws:cloudformation:logical-id', Value: logicalId },
      { Key: 'aws:cloudformation:stack-id', Value: id },
    ];
  });

  it('are on resources of the types whose schemas say so, and on no others', async () => {
    expect(await bucketTags()).toEqual(system('Bucket'));
    const topic = await emulator.client(SNS).listTagsForResource({ ResourceArn: 'arn:aws:sns:us-east-1:000000000000:system-tags' });
    expect(topic.Tags).toEqual(system('Topic'));
    const setting = await emulator.client(SSM).listTagsForResource({ ResourceType: 'Parameter', ResourceId: 'system-tags' });
    expect(setting.TagList).toEqual(system('Setting'));
    const sqs = emulator.client(SQS);
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'system-tags' });
    expect((await sqs.listQueueTags({ QueueUrl })).Tags).toBeUndefined();
  });

  it('stay when a template changes, and a client can neither take them away nor give others', async () => {
    await deploy('updateStack', [TEAM]);
    expect(await bucketTags()).toEqual([...system('Bucket'), TEAM]);
    const put = (TagSet: { Key: string; Value: string }[]) => s3.putBucketTagging({ Bucket: 'system-tags', Tagging: { TagSet } });
    await expect(put([TEAM])).rejects.toThrow('System tags cannot be removed by requester');
    const other = { Key: 'aws:cloudformation:stack-name', Value: 'mine' };
    await expect(put([other])).rejects.toThrow('System tags cannot be added/updated by requester');
    const mine = { Key: 'team', Value: 'mine' };
    await put([...system('Bucket'), mine]);
    expect(await bucketTags()).toEqual([...system('Bucket'), mine]);
    await s3.deleteBucketTagging({ Bucket: 'system-tags' });
    expect(await bucketTags()).toEqual(system('Bucket'));
    await put([TEAM, ...system('Bucket')]);
  });

  it('are no drift, no change, and no properties', async () => {
    const { StackDriftDetectionId } = await cfn.detectStackDrift({ StackName: 'tagged' });
    expect(await cfn.describeStackDriftDetectionStatus({ StackDriftDetectionId })).toMatchObject({ StackDriftStatus: 'IN_SYNC' });
    await expect(deploy('updateStack', [TEAM])).rejects.toThrow('No updates are to be performed.');
    const { ResourceDescription } = await emulator
      .client(CloudControl)
      .getResource({ TypeName: 'AWS::S3::Bucket', Identifier: 'system-tags' });
    expect(JSON.parse(ResourceDescription!.Properties!)).toMatchObject({ Tags: [TEAM] });
  });
});
