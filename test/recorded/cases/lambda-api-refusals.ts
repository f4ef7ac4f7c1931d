// Recorded answers about api refusals of the functions service.
import { localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::TestLambdaFunction::${name}`);

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'an invocation names a function',
      source: test('test_invalid_invoke'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.Invoke',
          { FunctionName: 'arn:aws:lambda:us-east-1:123400000000@function:myfn', Payload: '{}' },
          'ValidationException',
        ),
      ],
    },
  ],
};
