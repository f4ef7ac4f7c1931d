// Pipes, one for each kind of target.
import { Pipes } from '@aws-sdk/client-pipes';
import { expect } from 'vitest';
import { getAtt, ROLE, type TypeCase } from './type-case.ts';

const CODE = {
  Type: 'AWS::Lambda::Function',
  Properties: {
    Role: ROLE,
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Code: { ZipFile: 'exports.handler = async (event) => event;' },
  },
};
const QUEUE = { Type: 'AWS::SQS::Queue' };
const GROUP = { Type: 'AWS::Logs::LogGroup' };
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
const absent = { StateReason: 'a pipe that runs has none' };
const describe: TypeCase['readBack'] = (emulator, { ref: { It: Name } }) => emulator.client(Pipes).describePipe({ Name });

const STREAM = { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } };
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
            MaximumBatchingWindowInSeconds: 0,
            MaximumRecordAgeInSeconds: -1,
            MaximumRetryAttempts: -1,
            ParallelizationFactor: 1,
          },
        },
      },
    },
  },
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
      TargetParameters: {
        EventBridgeEventBusParameters: { Source: 'shop', DetailType: '$.body.kind', Resources: ['$.eventSourceARN'], Time: '$.body.at' },
      },
    },
    readBack: describe,
    ref: /^t-Pipes-Pipe-to-bus-It-[A-Za-z0-9]{12}$/,
    expected: {
      TargetParameters: {
        EventBridgeEventBusParameters: { Source: 'shop', DetailType: '$.body.kind', Resources: ['$.eventSourceARN'], Time: '$.body.at' },
      },
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
