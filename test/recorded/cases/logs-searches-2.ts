// Recorded answers about searches of the logs service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`logs/test_logs_subscription_filters.py::${name}`);
const logGroupName = 'test-log-group-1';

export const recorded: RecordedCases = {
  service: 'logs',
  cases: [
    {
      title: 'a log group has two subscriptions',
      source: test('TestSubscriptionFilterUpdates::test_put_subscription_filter_limit_exceeded'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('lambda.CreateFunction', {
          FunctionName: 'test-lambda-2',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('lambda.AddPermission', {
          FunctionName: 'test-lambda-2',
          StatementId: 'test-lambda-2',
          Principal: 'logs.us-east-1.amazonaws.com',
          Action: 'lambda:InvokeFunction',
          SourceArn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:*',
          SourceAccount: '{account}',
        }),
        call('logs.PutSubscriptionFilter', {
          logGroupName,
          filterName: 'test-1',
          filterPattern: '',
          destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
        }),
        call('logs.PutSubscriptionFilter', {
          logGroupName,
          filterName: 'test-2',
          filterPattern: '[]',
          destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
        }),
        refused(
          'logs.PutSubscriptionFilter',
          {
            logGroupName,
            filterName: 'test-3',
            filterPattern: '',
            destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
          },
          'LimitExceededException',
          'Resource limit exceeded.',
        ),
      ],
    },
    {
      title: 'a function subscribes to a log group',
      source: test('TestSubscriptionFilters::test_put_subscription_filter_lambda'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('logs.CreateLogStream', { logGroupName, logStreamName: 'test-log-stream-2' }),
        call('lambda.CreateFunction', {
          FunctionName: 'test-lambda-function-3',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('lambda.Invoke', { FunctionName: 'test-lambda-function-3', Payload: '{}' }),
        call(
          'lambda.AddPermission',
          {
            FunctionName: 'test-lambda-function-3',
            StatementId: 'test-lambda-function-3',
            Principal: 'logs.us-east-1.amazonaws.com',
            Action: 'lambda:InvokeFunction',
            SourceArn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:*',
            SourceAccount: '{account}',
          },
          {
            contains: {
              Statement: json({
                Sid: 'test-lambda-function-3',
                Effect: 'Allow',
                Principal: { Service: 'logs.us-east-1.amazonaws.com' },
                Action: 'lambda:InvokeFunction',
                Resource: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-function-3',
                Condition: {
                  StringEquals: { 'AWS:SourceAccount': '{account}' },
                  ArnLike: { 'AWS:SourceArn': 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:*' },
                },
              }),
            },
          },
        ),
        call(
          'logs.PutSubscriptionFilter',
          {
            logGroupName,
            filterName: 'test',
            filterPattern: '',
            destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-function-3',
          },
          { answer: {} },
        ),
        call('logs.PutLogEvents', {
          logGroupName,
          logStreamName: 'test-log-stream-2',
          logEvents: [
            { timestamp: 1796002407428, message: 'test' },
            { timestamp: 1796002407428, message: 'test 2' },
          ],
        }),
        call(
          'logs.DescribeSubscriptionFilters',
          { logGroupName },
          {
            contains: {
              subscriptionFilters: [
                {
                  applyOnTransformedLogs: false,
                  destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-function-3',
                  distribution: 'ByLogStream',
                  filterName: 'test',
                  filterPattern: '',
                  logGroupName: 'test-log-group-1',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
