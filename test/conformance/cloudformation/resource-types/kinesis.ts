// Data streams, their consumers and policies.
import { Kinesis } from '@aws-sdk/client-kinesis';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, policy, TAGS, type TypeCase } from './type-case.ts';

const ACCOUNT = 'arn:aws:iam::000000000000:root';
const statement = { Effect: 'Allow', Principal: { AWS: ACCOUNT }, Action: 'kinesis:PutRecord', Resource: '*' };

async function streamOf(StreamName: string, emulator: TestEmulator) {
  const kinesis = emulator.client(Kinesis);
  const { StreamDescriptionSummary } = await kinesis.describeStreamSummary({ StreamName });
  const { Tags } = await kinesis.listTagsForStream({ StreamName });
  return { ...StreamDescriptionSummary, Tags };
}

const stream = (Name: string) => ({ Type: 'AWS::Kinesis::Stream', Properties: { Name, ShardCount: 1 } });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Kinesis::Stream',
    title: 'provisioned',
    needs: {
      Key: {
        Type: 'AWS::KMS::Key',
        Properties: { KeyPolicy: policy({ Effect: 'Allow', Principal: '*', Action: 'kms:*', Resource: '*' }) },
      },
    },
    properties: {
      Name: 'every-property',
      ShardCount: '2',
      StreamModeDetails: { StreamMode: 'PROVISIONED' },
      RetentionPeriodHours: '48',
      StreamEncryption: { EncryptionType: 'KMS', KeyId: getAtt('Key', 'Arn') },
      DesiredShardLevelMetrics: ['IncomingBytes'],
      MaxRecordSizeInKiB: 2048,
      Tags: TAGS,
    },
    readBack: (emulator) => streamOf('every-property', emulator),
    ref: /^every-property$/,
    expected: {
      OpenShardCount: 2,
      StreamModeDetails: { StreamMode: 'PROVISIONED' },
      RetentionPeriodHours: 48,
      EncryptionType: 'KMS',
      EnhancedMonitoring: [{ ShardLevelMetrics: ['IncomingBytes'] }],
      MaxRecordSizeInKiB: 2048,
      Tags: [...TAGS].reverse(),
    },
    change: {
      properties: {
        Name: 'every-property',
        ShardCount: 4,
        StreamModeDetails: { StreamMode: 'PROVISIONED' },
        DesiredShardLevelMetrics: ['OutgoingBytes'],
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        OpenShardCount: 4,
        RetentionPeriodHours: 24,
        EncryptionType: 'NONE',
        EnhancedMonitoring: [{ ShardLevelMetrics: ['OutgoingBytes'] }],
        MaxRecordSizeInKiB: 1024,
        Tags: [{ Key: 'team', Value: 'red' }],
      },
    },
    history: ['kinesis.shards', 'kinesis.shard-ends', 'kinesis.streams'],
  },
  {
    type: 'AWS::Kinesis::Stream',
    title: 'on-demand',
    properties: { Name: 'on-demand', StreamModeDetails: { StreamMode: 'ON_DEMAND' }, WarmThroughputMiBps: 5 },
    readBack: (emulator) => streamOf('on-demand', emulator),
    ref: /^on-demand$/,
    expected: { StreamModeDetails: { StreamMode: 'ON_DEMAND' }, OpenShardCount: 4, WarmThroughput: { TargetMiBps: 5 } },
    change: {
      properties: { Name: 'on-demand', StreamModeDetails: { StreamMode: 'ON_DEMAND' }, WarmThroughputMiBps: 9 },
      expected: { WarmThroughput: { TargetMiBps: 9 } },
    },
  },
  {
    type: 'AWS::Kinesis::StreamConsumer',
    needs: { Stream: stream('consumed') },
    properties: { ConsumerName: 'reader', StreamARN: getAtt('Stream', 'Arn'), Tags: TAGS },
    readBack: async (emulator, { ref: { It: ConsumerARN } }) => {
      const kinesis = emulator.client(Kinesis);
      const { ConsumerDescription } = await kinesis.describeStreamConsumer({ ConsumerARN });
      const { Tags } = await kinesis.listTagsForResource({ ResourceARN: ConsumerARN! });
      return { ...ConsumerDescription, Tags };
    },
    ref: /stream\/consumed\/consumer\/reader:\d+$/,
    expected: { ConsumerName: 'reader', StreamARN: expect.stringMatching(/stream\/consumed$/), Tags: [...TAGS].reverse() },
  },
  {
    type: 'AWS::Kinesis::ResourcePolicy',
    needs: { Stream: stream('guarded') },
    properties: { ResourceArn: getAtt('Stream', 'Arn'), ResourcePolicy: policy(statement) },
    readBack: async (emulator) => {
      const ResourceARN = 'arn:aws:kinesis:us-east-1:000000000000:stream/guarded';
      const { Policy } = await emulator.client(Kinesis).getResourcePolicy({ ResourceARN });
      return Policy === '{}' ? undefined : (JSON.parse(Policy!) as object);
    },
    ref: /stream\/guarded$/,
    expected: { Statement: [statement] },
    change: {
      properties: { ResourceArn: getAtt('Stream', 'Arn'), ResourcePolicy: policy({ ...statement, Sid: 'changed' }) },
      expected: { Statement: [{ Sid: 'changed' }] },
    },
  },
];
