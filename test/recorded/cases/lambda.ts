// Recorded answers of Lambda.
import { ANY, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { ARN, api, createFunction as create, settled } from '../functions.ts';

const missing = (operation: string, input: object, code: string, message: string): Step => ({
  call: `lambda.${operation}`,
  input: { FunctionName: 'none', ...input },
  error: { code, message },
});

const versions: RecordedCase[] = [
  {
    title: 'a version published from an active function is active at once, and keeps its revision',
    source: api('TestLambdaVersions::test_publish_version_on_create, …test_function_version_lifecycle'),
    recorded: '2025-11',
    steps: [
      create(),
      settled,
      {
        call: 'lambda.PublishVersion',
        input: { FunctionName: 'f' },
        as: 'version',
        contains: { Version: '1', State: 'Active', StateReasonCode: NONE, LastUpdateStatus: 'Successful' },
      },
      settled,
      {
        call: 'lambda.GetFunctionConfiguration',
        input: { FunctionName: 'f', Qualifier: '1' },
        contains: { RevisionId: '{version.RevisionId}' },
      },
    ],
  },
  {
    title: 'a function that is published when it is made has the ARN of the function in the answer',
    source: api('TestLambdaVersions::test_publish_version_on_create'),
    recorded: '2025-11',
    steps: [
      create({ Publish: true }, { contains: { FunctionArn: `${ARN}f`, Version: '1', State: 'Pending', StateReasonCode: 'Creating' } }),
      settled,
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' }, contains: { FunctionArn: `${ARN}f:1`, Version: '1' } },
    ],
  },
  {
    title: 'tags change the revision of a function',
    source: api('TestLambdaTags'),
    recorded: '2025-11',
    steps: [
      create(),
      settled,
      { call: 'lambda.GetFunctionConfiguration', input: { FunctionName: 'f' }, as: 'before' },
      { call: 'lambda.TagResource', input: { Resource: `${ARN}f`, Tags: { a: 'b' } } },
      {
        call: 'lambda.PublishVersion',
        input: { FunctionName: 'f', RevisionId: '{before.RevisionId}' },
        error: { code: 'PreconditionFailedException' },
      },
    ],
  },
];

const urls: RecordedCase[] = [
  {
    title: 'a function URL answers its mode when it is read, and otherwise only if it was given',
    source: api('TestLambdaUrl::test_url_config_lifecycle'),
    recorded: '2025-11',
    steps: [
      create(),
      settled,
      {
        call: 'lambda.CreateFunctionUrlConfig',
        input: { FunctionName: 'f', AuthType: 'NONE' },
        answer: { AuthType: 'NONE', CreationTime: ANY, FunctionArn: `${ARN}f`, FunctionUrl: ANY },
      },
      { call: 'lambda.GetFunctionUrlConfig', input: { FunctionName: 'f' }, contains: { InvokeMode: 'BUFFERED' } },
      { call: 'lambda.UpdateFunctionUrlConfig', input: { FunctionName: 'f', AuthType: 'AWS_IAM' }, contains: { InvokeMode: NONE } },
    ],
  },
];

const NO_CONFIG = `The function ${ARN}none:$LATEST doesn't have an EventInvokeConfig`;
const errors: RecordedCase[] = [
  {
    title: 'operations name in words of their own what a missing function lacks',
    source: api('TestLambdaEventInvokeConfig, TestLambdaPermissions, TestLambdaUrl, TestLambdaReservedConcurrency'),
    recorded: '2025-11',
    steps: [
      missing('GetFunctionEventInvokeConfig', {}, 'ResourceNotFoundException', NO_CONFIG),
      missing('DeleteFunctionEventInvokeConfig', {}, 'ResourceNotFoundException', NO_CONFIG),
      missing('PutFunctionEventInvokeConfig', { MaximumRetryAttempts: 1 }, 'ResourceNotFoundException', "The function doesn't exist."),
      missing('UpdateFunctionEventInvokeConfig', { MaximumRetryAttempts: 1 }, 'ResourceNotFoundException', "The function doesn't exist."),
      missing('ListFunctionEventInvokeConfigs', {}, 'ResourceNotFoundException', "The function doesn't exist."),
      missing('ListFunctionUrlConfigs', {}, 'ResourceNotFoundException', 'Function does not exist'),
      missing('RemovePermission', { StatementId: 's' }, 'ResourceNotFoundException', `No policy found for: ${ARN}none`),
      missing(
        'PutFunctionConcurrency',
        { ReservedConcurrentExecutions: 1 },
        'ResourceNotFoundException',
        `Function not found: ${ARN}none:$LATEST`,
      ),
      missing('GetProvisionedConcurrencyConfig', { Qualifier: 'a' }, 'ResourceNotFoundException', `Cannot find alias arn: ${ARN}none:a`),
      missing('DeleteProvisionedConcurrencyConfig', { Qualifier: '1' }, 'ResourceNotFoundException', `Function not found: ${ARN}none:1`),
      { call: 'sqs.CreateQueue', input: { QueueName: 'q' } },
      missing(
        'CreateEventSourceMapping',
        { EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:q' },
        'InvalidParameterValueException',
        'Function does not exist',
      ),
      {
        call: 'lambda.ListTags',
        input: { Resource: 'arn:aws:lambda:us-east-1:{account}:event-source-mapping:11111111-2222-3333-4444-555555555555' },
        error: {
          code: 'ResourceNotFoundException',
          message:
            'Event source mapping not found: arn:aws:lambda:us-east-1:{account}:event-source-mapping:11111111-2222-3333-4444-555555555555',
        },
      },
    ],
  },
  {
    title: 'a name that is no name shows the pattern for names',
    source: api('TestLambdaFunction::test_ops_with_arn_qualifier_mismatch, TestRequestIdHandling, TestLambdaTags'),
    recorded: '2025-11',
    steps: [
      {
        call: 'lambda.GetFunction',
        input: { FunctionName: 'invalid!name' },
        error: { code: 'ValidationException', message: /\(\(eusc-\)\?\[a-z\]\{2\}\(\(-gov\)/ },
      },
    ],
  },
  {
    title: 'the name of a new function has 64 characters at most',
    source: api('TestLambdaFunction::test_function_name_and_qualifier_validation[function_name_too_long-create_function]'),
    recorded: '2025-11',
    steps: [
      create(
        { FunctionName: 'a'.repeat(65) },
        {
          error: {
            code: 'InvalidParameterValueException',
            message: `1 validation error detected: Value '${'a'.repeat(65)}' at 'functionName' failed to satisfy constraint: Member must have length less than or equal to 64`,
          },
        },
      ),
    ],
  },
  {
    title: 'an archive in the request may have 52428800 bytes',
    source: api('TestLambdaSizeLimits::test_oversized_zipped_create_lambda'),
    recorded: '2025-11',
    steps: [
      create(
        { Code: { ZipFile: Buffer.alloc(52_428_801) } },
        { error: { code: 'RequestEntityTooLargeException', message: 'Zipped size must be smaller than 52428800 bytes', status: 413 } },
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...versions, ...urls, ...errors] };
