// Events `Kinesis` of SAM functions, of a stream and of a consumer: from the template to the invocation.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { IAM } from '@aws-sdk/client-iam';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

const CODE = `InlineCode: |
        exports.handler = async ({ Records }) => {
          for (const { kinesis } of Records) console.log('saw', Buffer.from(kinesis.data, 'base64').toString());
        };`;

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Globals:
  Function:
    Runtime: nodejs20.x
    Handler: index.handler
Resources:
  Orders:
    Type: AWS::Kinesis::Stream
    Properties:
      Name: orders
      ShardCount: 2
  Reader:
    Type: AWS::Kinesis::StreamConsumer
    Properties:
      ConsumerName: reader
      StreamARN: !GetAtt Orders.Arn
  Shared:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: shared
      ${CODE}
      Events:
        Orders:
          Type: Kinesis
          Properties:
            Stream: !GetAtt Orders.Arn
            StartingPosition: TRIM_HORIZON
            BatchSize: 5
            ParallelizationFactor: 2
            FilterCriteria:
              Filters:
                - Pattern: '{"data": {"kind": ["order"]}}'
  Dedicated:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: dedicated
      ${CODE}
      Events:
        Orders:
          Type: Kinesis
          Properties:
            Stream: !Ref Reader
            StartingPosition: TRIM_HORIZON
`;

it('invoke the functions', async () => {
  await using emulator = await startTestEmulator();
  const stacks = emulator.client(CloudFormation);
  const StackName = 'orders';
  await stacks.createStack({ StackName, TemplateBody: TEMPLATE, Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'] });
  await emulator.idle();
  expect((await stacks.describeStacks({ StackName })).Stacks?.[0]?.StackStatus).toBe('CREATE_COMPLETE');
  const { EventSourceMappings } = await emulator.client(Lambda).listEventSourceMappings({ FunctionName: 'shared' });
  expect(EventSourceMappings).toMatchObject([{ State: 'Enabled', BatchSize: 5, ParallelizationFactor: 2 }]);
  const { StackResourceDetail } = await stacks.describeStackResource({ StackName, LogicalResourceId: 'SharedRole' });
  const { AttachedPolicies } = await emulator.client(IAM).listAttachedRolePolicies({ RoleName: StackResourceDetail!.PhysicalResourceId! });
  expect(AttachedPolicies!.map(({ PolicyName }) => PolicyName)).toContain('AWSLambdaKinesisExecutionRole');
  const Records = ['order', 'return', 'order'].map((kind, n) => ({ Data: Buffer.from(JSON.stringify({ kind, n })), PartitionKey: 'same' }));
  await emulator.client(Kinesis).putRecords({ StreamName: 'orders', Records });
  await emulator.idle();
  const seen = async (name: string) => {
    const input = { logGroupName: `/aws/lambda/${name}`, filterPattern: 'saw' };
    const { events = [] } = await emulator.client(CloudWatchLogs).filterLogEvents(input);
    return events.map(({ message }) => Number(/"n":(\d)/.exec(message!)?.[1]));
  };
  expect(await seen('shared')).toEqual([0, 2]);
  expect(await seen('dedicated')).toEqual([0, 1, 2]);
});
