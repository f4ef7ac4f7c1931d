// Recorded answers about managed of the functions service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::${name}`);
const Handler = 'handler.handler';
const Role = 'arn:aws:iam::{account}:role/any';
const FunctionName = 'fn-1';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'a function may be allowed to call itself',
      source: test('TestLambdaRecursion::test_put_function_recursion_config_allow'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'recursion-test-1',
          Runtime: 'python3.12',
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description: 'Lambda with recursion test',
        }),
        call(
          'lambda.PutFunctionRecursionConfig',
          { FunctionName: 'recursion-test-1', RecursiveLoop: 'Allow' },
          { contains: { RecursiveLoop: 'Allow' } },
        ),
        call('lambda.GetFunctionRecursionConfig', { FunctionName: 'recursion-test-1' }, { contains: { RecursiveLoop: 'Allow' } }),
      ],
    },
    {
      title: 'a loop of a function is ended by default',
      source: test('TestLambdaRecursion::test_put_function_recursion_config_default_terminate'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'recursion-test-1',
          Runtime: 'python3.12',
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description: 'Lambda with recursion test',
        }),
        call('lambda.GetFunctionRecursionConfig', { FunctionName: 'recursion-test-1' }, { contains: { RecursiveLoop: 'Terminate' } }),
      ],
    },
    {
      title: 'a runtime that has ended is refused (java8)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'java8', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of java8 is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (go1.x)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'go1.x', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of go1.x is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (provided)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'provided', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of provided is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (ruby2.7)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'ruby2.7', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of ruby2.7 is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (nodejs14.x)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'nodejs14.x', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of nodejs14.x is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (python3.7)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'python3.7', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of python3.7 is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (dotnetcore3.1)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          {
            FunctionName,
            Runtime: 'dotnetcore3.1',
            Handler,
            Role,
            Code: { ZipFile },
            Timeout: 30,
            Environment: { Variables: {} },
            Tags: {},
          },
          'InvalidParameterValueException',
          'The runtime parameter of dotnetcore3.1 is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
    {
      title: 'a runtime that has ended is refused (nodejs12.x)',
      source: test('TestRuntimeValidation::test_create_deprecated_function_runtime_with_validation_enabled'),
      recorded: '2026-01',
      steps: [
        refused(
          'lambda.CreateFunction',
          { FunctionName, Runtime: 'nodejs12.x', Handler, Role, Code: { ZipFile }, Timeout: 30, Environment: { Variables: {} }, Tags: {} },
          'InvalidParameterValueException',
          'The runtime parameter of nodejs12.x is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.',
        ),
      ],
    },
  ],
};
