// Pipes from a queue and from a stream, with all their settings.
import { expect } from 'vitest';
import { absent, CODE, describe, GROUP, QUEUE } from './pipes-parts.ts';
import { getAtt, ROLE, type TypeCase } from './type-case.ts';

const TABLE = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
  },
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Pipes::Pipe',
    absent,
    needs: {
      Source: QUEUE,
      Target: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
      Enrich: CODE,
      Group: GROUP,
      Key: { Type: 'AWS::KMS::Key' },
    },
    properties: {
      Name: 'every-property-of-pipes',
      Description: 'all of them',
      RoleArn: ROLE,
      DesiredState: 'STOPPED',
      Source: getAtt('Source', 'Arn'),
      SourceParameters: {
        FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["a"]}}' }] },
        SqsQueueParameters: { BatchSize: '2', MaximumBatchingWindowInSeconds: 3 },
      },
      Enrichment: getAtt('Enrich', 'Arn'),
      EnrichmentParameters: { InputTemplate: '<$.body>' },
      Target: getAtt('Target', 'Arn'),
      TargetParameters: {
        InputTemplate: '{"a": <$.a>}',
        SqsQueueParameters: { MessageGroupId: '$.group', MessageDeduplicationId: '$.id' },
      },
      LogConfiguration: {
        Level: 'TRACE',
        IncludeExecutionData: ['ALL'],
        CloudwatchLogsLogDestination: { LogGroupArn: getAtt('Group', 'Arn') },
      },
      KmsKeyIdentifier: getAtt('Key', 'Arn'),
      Tags: { team: 'blue' },
    },
    readBack: describe,
    ref: /^every-property-of-pipes$/,
    expected: {
      Arn: 'arn:aws:pipes:us-east-1:000000000000:pipe/every-property-of-pipes',
      Description: 'all of them',
      CurrentState: 'STOPPED',
      SourceParameters: {
        FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["a"]}}' }] },
        SqsQueueParameters: { BatchSize: 2, MaximumBatchingWindowInSeconds: 3 },
      },
      Enrichment: expect.stringContaining(':function:'),
      EnrichmentParameters: { InputTemplate: '<$.body>' },
      TargetParameters: {
        InputTemplate: '{"a": <$.a>}',
        SqsQueueParameters: { MessageGroupId: '$.group', MessageDeduplicationId: '$.id' },
      },
      LogConfiguration: {
        Level: 'TRACE',
        IncludeExecutionData: ['ALL'],
        CloudwatchLogsLogDestination: { LogGroupArn: expect.any(String) },
      },
      KmsKeyIdentifier: expect.stringContaining(':key/'),
      Tags: { team: 'blue' },
    },
    change: {
      properties: {
        Name: 'every-property-of-pipes',
        RoleArn: ROLE,
        Source: getAtt('Source', 'Arn'),
        Target: getAtt('Target', 'Arn'),
        TargetParameters: { SqsQueueParameters: { MessageGroupId: 'g' } },
        Tags: { team: 'red', stage: 'test' },
      },
      expected: {
        CurrentState: 'RUNNING',
        SourceParameters: { SqsQueueParameters: { BatchSize: 10, MaximumBatchingWindowInSeconds: 0 } },
        TargetParameters: { SqsQueueParameters: { MessageGroupId: 'g' } },
        Tags: { team: 'red', stage: 'test' },
      },
    },
  },
  {
    type: 'AWS::Pipes::Pipe',
    title: 'of-a-stream',
    absent,
    needs: { Source: TABLE, Lost: QUEUE, Target: CODE, Group: GROUP },
    properties: {
      RoleArn: ROLE,
      Source: getAtt('Source', 'StreamArn'),
      SourceParameters: {
        DynamoDBStreamParameters: {
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: '20',
          DeadLetterConfig: { Arn: getAtt('Lost', 'Arn') },
          OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          MaximumBatchingWindowInSeconds: '4',
          MaximumRecordAgeInSeconds: '120',
          MaximumRetryAttempts: '5',
          ParallelizationFactor: '2',
        },
      },
      Target: getAtt('Target', 'Arn'),
      LogConfiguration: { Level: 'ERROR', CloudwatchLogsLogDestination: { LogGroupArn: getAtt('Group', 'Arn') } },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-of-a-stream-It-[A-Za-z0-9]{12}$/,
    expected: {
      CurrentState: 'RUNNING',
      SourceParameters: {
        DynamoDBStreamParameters: {
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: 20,
          DeadLetterConfig: { Arn: expect.stringContaining('-Lost-') },
          OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          MaximumBatchingWindowInSeconds: 4,
          MaximumRecordAgeInSeconds: 120,
          MaximumRetryAttempts: 5,
          ParallelizationFactor: 2,
        },
      },
    },
    change: {
      properties: {
        RoleArn: ROLE,
        Source: getAtt('Source', 'StreamArn'),
        SourceParameters: { DynamoDBStreamParameters: { StartingPosition: 'TRIM_HORIZON' } },
        Target: getAtt('Target', 'Arn'),
        LogConfiguration: { Level: 'ERROR', CloudwatchLogsLogDestination: { LogGroupArn: getAtt('Group', 'Arn') } },
      },
      expected: {
        SourceParameters: {
          DynamoDBStreamParameters: {
            StartingPosition: 'TRIM_HORIZON',
            BatchSize: 100,
            MaximumBatchingWindowInSeconds: undefined,
            MaximumRecordAgeInSeconds: undefined,
            MaximumRetryAttempts: undefined,
            ParallelizationFactor: undefined,
          },
        },
      },
    },
  },
];
