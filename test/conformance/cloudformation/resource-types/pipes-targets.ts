// Pipes, one for each kind of target.
import { expect } from 'vitest';
import { absent, CODE, describe, GROUP, QUEUE } from './pipes-parts.ts';
import { getAtt, ROLE, type TypeCase } from './type-case.ts';

const API = {
  Connection: {
    Type: 'AWS::Events::Connection',
    Properties: { AuthorizationType: 'BASIC', AuthParameters: { BasicAuthParameters: { Username: 'a', Password: 'b' } } },
  },
  Api: {
    Type: 'AWS::Events::ApiDestination',
    Properties: { ConnectionArn: getAtt('Connection', 'Arn'), HttpMethod: 'POST', InvocationEndpoint: 'https://api.example.com/*' },
  },
};

const MACHINE = {
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: { RoleArn: ROLE, DefinitionString: '{"StartAt":"Done","States":{"Done":{"Type":"Succeed"}}}' },
};

const STREAM = { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } };

const BUS_PARAMETERS = {
  Source: 'shop',
  DetailType: '$.body.kind',
  EndpointId: 'abcde.veo',
  Resources: ['$.eventSourceARN'],
  Time: '$.body.at',
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Pipes::Pipe',
    title: 'to-function',
    absent,
    needs: { Source: QUEUE, Target: CODE },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      Target: getAtt('Target', 'Arn'),
      TargetParameters: { LambdaFunctionParameters: { InvocationType: 'FIRE_AND_FORGET' } },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-function-It-[A-Za-z0-9]{12}$/,
    expected: { TargetParameters: { LambdaFunctionParameters: { InvocationType: 'FIRE_AND_FORGET' } }, CurrentState: 'RUNNING' },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'to-bus',
    absent,
    needs: { Source: QUEUE },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      Target: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
      TargetParameters: { EventBridgeEventBusParameters: BUS_PARAMETERS },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-bus-It-[A-Za-z0-9]{12}$/,
    expected: {
      TargetParameters: { EventBridgeEventBusParameters: BUS_PARAMETERS },
    },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'to-log-group',
    absent,
    needs: { Source: QUEUE, Group: GROUP },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      Target: getAtt('Group', 'Arn'),
      TargetParameters: { CloudWatchLogsParameters: { LogStreamName: 'orders', Timestamp: '$.body.at' } },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-log-group-It-[A-Za-z0-9]{12}$/,
    expected: { TargetParameters: { CloudWatchLogsParameters: { LogStreamName: 'orders', Timestamp: '$.body.at' } } },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'to-machine',
    absent,
    needs: { Source: QUEUE, Target: MACHINE },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      Target: getAtt('Target', 'Arn'),
      TargetParameters: { StepFunctionStateMachineParameters: { InvocationType: 'FIRE_AND_FORGET' } },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-machine-It-[A-Za-z0-9]{12}$/,
    expected: { TargetParameters: { StepFunctionStateMachineParameters: { InvocationType: 'FIRE_AND_FORGET' } } },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'to-api',
    absent,
    needs: { Source: QUEUE, ...API },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      Enrichment: getAtt('Api', 'Arn'),
      EnrichmentParameters: {
        HttpParameters: { PathParameterValues: ['$.body.id'], HeaderParameters: { kind: 'a' }, QueryStringParameters: { from: 'pipe' } },
      },
      Target: getAtt('Api', 'Arn'),
      TargetParameters: {
        HttpParameters: { PathParameterValues: ['$.id'], HeaderParameters: { kind: 'b' }, QueryStringParameters: { from: 'pipe' } },
      },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-api-It-[A-Za-z0-9]{12}$/,
    expected: {
      SourceParameters: { SqsQueueParameters: { BatchSize: 1 } },
      EnrichmentParameters: {
        HttpParameters: { PathParameterValues: ['$.body.id'], HeaderParameters: { kind: 'a' }, QueryStringParameters: { from: 'pipe' } },
      },
      TargetParameters: {
        HttpParameters: { PathParameterValues: ['$.id'], HeaderParameters: { kind: 'b' }, QueryStringParameters: { from: 'pipe' } },
      },
    },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'from-stream-to-stream',
    absent,
    needs: { Source: STREAM, Target: STREAM, Lost: QUEUE },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'Arn'),
      SourceParameters: {
        KinesisStreamParameters: {
          StartingPosition: 'AT_TIMESTAMP',
          StartingPositionTimestamp: '2026-01-01T00:00:00.000Z',
          BatchSize: 7,
          DeadLetterConfig: { Arn: getAtt('Lost', 'Arn') },
          OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          MaximumBatchingWindowInSeconds: 2,
          MaximumRecordAgeInSeconds: 60,
          MaximumRetryAttempts: 3,
          ParallelizationFactor: 2,
        },
      },
      Target: getAtt('Target', 'Arn'),
      TargetParameters: { KinesisStreamParameters: { PartitionKey: '$.partitionKey' } },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-from-stream-to-stream-It-[A-Za-z0-9]{12}$/,
    expected: {
      SourceParameters: {
        KinesisStreamParameters: {
          StartingPosition: 'AT_TIMESTAMP',
          StartingPositionTimestamp: new Date('2026-01-01T00:00:00.000Z'),
          BatchSize: 7,
          DeadLetterConfig: { Arn: expect.stringContaining('Lost') },
          OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          MaximumBatchingWindowInSeconds: 2,
          MaximumRecordAgeInSeconds: 60,
          MaximumRetryAttempts: 3,
          ParallelizationFactor: 2,
        },
      },
      TargetParameters: { KinesisStreamParameters: { PartitionKey: '$.partitionKey' } },
    },
  },
];
