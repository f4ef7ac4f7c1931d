// Recorded answers about functions api of the functions service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::TestLambdaFunction::${name}`);
const FunctionName = 'i-dont-exist-1';
const Runtime = 'python3.12';
const Handler = 'handler.handler';
const Role = 'arn:aws:iam::{account}:role/any';
const Description = 'Initial description';

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'a function that is not there is told by its ARN (delete_function)',
      source: test('test_ops_on_nonexisting_fn[delete_function]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.DeleteFunction',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function)',
      source: test('test_ops_on_nonexisting_fn[get_function]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunction',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function_configuration)',
      source: test('test_ops_on_nonexisting_fn[get_function_configuration]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunctionConfiguration',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function_url_config)',
      source: test('test_ops_on_nonexisting_fn[get_function_url_config]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunctionUrlConfig',
          { FunctionName },
          'ResourceNotFoundException',
          'The resource you requested does not exist.',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function_code_signing_config)',
      source: test('test_ops_on_nonexisting_fn[get_function_code_signing_config]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunctionCodeSigningConfig',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function_event_invoke_config)',
      source: test('test_ops_on_nonexisting_fn[get_function_event_invoke_config]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunctionEventInvokeConfig',
          { FunctionName },
          'ResourceNotFoundException',
          "The function arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1:$LATEST doesn't have an EventInvokeConfig",
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function that is not there is told by its ARN (get_function_concurrency)',
      source: test('test_ops_on_nonexisting_fn[get_function_concurrency]'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.GetFunctionConcurrency',
          { FunctionName },
          'ResourceNotFoundException',
          'Function not found: arn:aws:lambda:us-east-1:{account}:function:i-dont-exist-1',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function of another region is not found (get_function)',
      source: test('test_get_function_wrong_region[get_function]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'i-exist-1',
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
          'lambda.GetFunction',
          { FunctionName: 'arn:aws:lambda:eu-central-1:{account}:function:i-exist-1' },
          'ResourceNotFoundException',
          undefined,
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function of another region is not found (get_function_configuration)',
      source: test('test_get_function_wrong_region[get_function_configuration]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'i-exist-1',
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
          { FunctionName: 'arn:aws:lambda:eu-central-1:{account}:function:i-exist-1' },
          'ResourceNotFoundException',
          undefined,
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function of another region is not found (get_function_url_config)',
      source: test('test_get_function_wrong_region[get_function_url_config]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'i-exist-1',
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
          'lambda.GetFunctionUrlConfig',
          { FunctionName: 'arn:aws:lambda:eu-central-1:{account}:function:i-exist-1' },
          'ResourceNotFoundException',
          undefined,
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function of another region is not found (get_function_code_signing_config)',
      source: test('test_get_function_wrong_region[get_function_code_signing_config]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'i-exist-1',
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
          'lambda.GetFunctionCodeSigningConfig',
          { FunctionName: 'arn:aws:lambda:eu-central-1:{account}:function:i-exist-1' },
          'ResourceNotFoundException',
          undefined,
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a function of another region is not found (get_function_event_invoke_config)',
      source: test('test_get_function_wrong_region[get_function_event_invoke_config]'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'i-exist-1',
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
          { FunctionName: 'arn:aws:lambda:eu-central-1:{account}:function:i-exist-1' },
          'ResourceNotFoundException',
          undefined,
          { status: 404 },
        ),
      ],
    },
  ],
};
