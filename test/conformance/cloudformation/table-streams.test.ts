// A SAM template whose function follows a table: the transform, the table's stream, the mapping and the role, deployed and fed.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
      StreamSpecification: { StreamViewType: NEW_AND_OLD_IMAGES }
  Lost:
    Type: AWS::SQS::Queue
  Follower:
    Type: AWS::Serverless::Function
    Properties:
      FunctionName: follower
      Runtime: nodejs20.x
      Handler: index.handler
      InlineCode: |
        exports.handler = async (event) => {
          for (const { eventName, dynamodb } of event.Records) console.log('saw', eventName, dynamodb.Keys.id.S);
        };
      Events:
        Changes:
          Type: DynamoDB
          Properties:
            Stream: !GetAtt Orders.StreamArn
            StartingPosition: TRIM_HORIZON
            BatchSize: 5
            BisectBatchOnFunctionError: true
            MaximumRetryAttempts: 2
            MaximumRecordAgeInSeconds: 3600
            ParallelizationFactor: 2
            FunctionResponseTypes: [ReportBatchItemFailures]
            FilterCriteria:
              Filters:
                - Pattern: '{"eventName": ["INSERT", "REMOVE"]}'
            DestinationConfig:
              OnFailure:
                Type: SQS
                Destination: !GetAtt Lost.Arn
`;

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

it('deploys a function that follows the table, with the settings of its event', async () => {
  const cfn = emulator.client(CloudFormation);
  const Capabilities = ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const];
  await cfn.createStack({ StackName: 'shop', TemplateBody: TEMPLATE, Capabilities });
  await emulator.idle();
  const { Stacks } = await cfn.describeStacks({ StackName: 'shop' });
  expect(Stacks![0]).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
  const { EventSourceMappings } = await emulator.client(Lambda).listEventSourceMappings({ FunctionName: 'follower' });
  expect(EventSourceMappings).toMatchObject([
    {
      State: 'Enabled',
      EventSourceArn: expect.stringContaining(':table/orders/stream/'),
      BatchSize: 5,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 2,
      MaximumRecordAgeInSeconds: 3600,
      ParallelizationFactor: 2,
      DestinationConfig: { OnFailure: { Destination: expect.stringContaining(':shop-Lost-') } },
    },
  ]);
  const { StackResourceDetail } = await cfn.describeStackResource({ StackName: 'shop', LogicalResourceId: 'FollowerRole' });
  const { AttachedPolicies } = await emulator.client(IAM).listAttachedRolePolicies({ RoleName: StackResourceDetail!.PhysicalResourceId! });
  expect(AttachedPolicies!.map(({ PolicyName }) => PolicyName)).toContain('AWSLambdaDynamoDBExecutionRole');
  const db = emulator.client(DynamoDB);
  const item = { TableName: 'orders', Key: { id: { S: 'one' } } };
  await db.putItem({ TableName: 'orders', Item: item.Key });
  await db.updateItem({ ...item, UpdateExpression: 'SET paid = :yes', ExpressionAttributeValues: { ':yes': { BOOL: true } } });
  await db.deleteItem(item);
  await emulator.idle();
  const { events = [] } = await emulator
    .client(CloudWatchLogs)
    .filterLogEvents({ logGroupName: '/aws/lambda/follower', filterPattern: 'saw' });
  expect(events.map(({ message }) => /saw (\w+ \w+)/.exec(message!)?.[1])).toEqual(['INSERT one', 'REMOVE one']);
});
