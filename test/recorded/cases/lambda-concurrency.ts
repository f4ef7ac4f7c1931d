// Recorded answers about concurrency of the functions service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::TestLambdaProvisionedConcurrency::${name}`);
const FunctionName = 'lambda_func-1';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'provisioned concurrency leaves the account a hundred',
      source: test('test_provisioned_concurrency_limits'),
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
        call('lambda.PublishVersion', { FunctionName }),
        refused(
          'lambda.PutProvisionedConcurrencyConfig',
          { FunctionName, Qualifier: '1', ProvisionedConcurrentExecutions: 1001 },
          'InvalidParameterValueException',
        ),
        refused(
          'lambda.PutProvisionedConcurrencyConfig',
          { FunctionName, Qualifier: '1', ProvisionedConcurrentExecutions: 1000 },
          'InvalidParameterValueException',
        ),
      ],
    },
  ],
};
