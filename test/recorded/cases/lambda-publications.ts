// Recorded answers about publications of the functions service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::${name}`);
const FunctionName = 'i-exist-1';
const Runtime = 'python3.12';
const Handler = 'handler.handler';
const Role = 'arn:aws:iam::{account}:role/any';
const Description = 'Initial description';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'a version that is not there is told by its ARN (get_function)',
      source: test('TestLambdaFunction::test_ops_on_nonexisting_version[get_function]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description,
        }),
        { wait: '1s' },
        refused(
          'lambda.GetFunction',
          { FunctionName, Qualifier: '1221' },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-exist-1:1221',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a version that is not there is told by its ARN (get_function_configuration)',
      source: test('TestLambdaFunction::test_ops_on_nonexisting_version[get_function_configuration]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description,
        }),
        refused(
          'lambda.GetFunctionConfiguration',
          { FunctionName, Qualifier: '1221' },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-exist-1:1221',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a version that is not there is told by its ARN (get_function_event_invoke_config)',
      source: test('TestLambdaFunction::test_ops_on_nonexisting_version[get_function_event_invoke_config]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description,
        }),
        refused(
          'lambda.GetFunctionEventInvokeConfig',
          { FunctionName, Qualifier: '1221' },
          'ResourceNotFoundException',
          "The function arn:aws:lambda:us-east-1:{account}:function:i-exist-1:1221 doesn't have an EventInvokeConfig",
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a version that is not there is not deleted',
      source: test('TestLambdaFunction::test_delete_on_nonexisting_version'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName,
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
          Description,
        }),
        call('lambda.DeleteFunction', { FunctionName, Qualifier: '1233' }),
        call('lambda.DeleteFunction', { FunctionName, Qualifier: '1233' }),
        call('lambda.DeleteFunction', { FunctionName }),
        refused(
          'lambda.DeleteFunction',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-exist-1',
          { status: 404 },
        ),
        refused(
          'lambda.DeleteFunction',
          { FunctionName, Qualifier: '1233' },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'versions have no tags',
      source: test('TestLambdaTags::test_tag_versions'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'fn-tag-1',
          Runtime,
          Handler,
          Role,
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: { key_a: 'value_a' },
        }),
        { wait: '1s' },
        call('lambda.PublishVersion', { FunctionName: 'fn-tag-1' }),
        refused(
          'lambda.TagResource',
          {
            Resource: 'arn:aws:lambda:us-east-1:{account}:function:fn-tag-1:1',
            Tags: { key_b: 'value_b', key_c: 'value_c', key_d: 'value_d', key_e: 'value_e' },
          },
          'InvalidParameterValueException',
          'Tags on function aliases and versions are not supported. Please specify a function ARN.',
        ),
        refused(
          'lambda.TagResource',
          {
            Resource: 'arn:aws:lambda:us-east-1:{account}:function:fn-tag-1:$LATEST',
            Tags: { key_b: 'value_b', key_c: 'value_c', key_d: 'value_d', key_e: 'value_e' },
          },
          'InvalidParameterValueException',
          'Tags on function aliases and versions are not supported. Please specify a function ARN.',
        ),
      ],
    },
  ],
};
