// Recorded answers about policies of the functions service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::TestLambdaPermissions::${name}`);
const FunctionName = 'test-function-1';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'permissions of a function are added to its policy',
      source: test('test_create_multiple_lambda_permissions'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call(
          'lambda.AddPermission',
          { FunctionName, Action: 'lambda:InvokeFunction', StatementId: 'logs', Principal: 'logs.amazonaws.com' },
          {
            contains: {
              Statement: json({
                Sid: 'logs',
                Effect: 'Allow',
                Principal: { Service: 'logs.amazonaws.com' },
                Action: 'lambda:InvokeFunction',
                Resource: 'arn:aws:lambda:us-east-1:{account}:function:test-function-1',
              }),
            },
          },
        ),
        call(
          'lambda.AddPermission',
          { FunctionName, Action: 'lambda:InvokeFunction', StatementId: 'kinesis', Principal: 'kinesis.amazonaws.com' },
          {
            contains: {
              Statement: json({
                Sid: 'kinesis',
                Effect: 'Allow',
                Principal: { Service: 'kinesis.amazonaws.com' },
                Action: 'lambda:InvokeFunction',
                Resource: 'arn:aws:lambda:us-east-1:{account}:function:test-function-1',
              }),
            },
          },
        ),
        call(
          'lambda.GetPolicy',
          { FunctionName },
          {
            contains: {
              Policy: json({
                Version: '2012-10-17',
                Id: 'default',
                Statement: [
                  {
                    Sid: 'logs',
                    Effect: 'Allow',
                    Principal: { Service: 'logs.amazonaws.com' },
                    Action: 'lambda:InvokeFunction',
                    Resource: 'arn:aws:lambda:us-east-1:{account}:function:test-function-1',
                  },
                  {
                    Sid: 'kinesis',
                    Effect: 'Allow',
                    Principal: { Service: 'kinesis.amazonaws.com' },
                    Action: 'lambda:InvokeFunction',
                    Resource: 'arn:aws:lambda:us-east-1:{account}:function:test-function-1',
                  },
                ],
              }),
            },
          },
        ),
      ],
    },
  ],
};
