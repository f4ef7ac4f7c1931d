// Recorded answers of Lambda about permissions and concurrency.
import { localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled } from '../functions.ts';

const MISSING = 'ResourceNotFoundException';
const INVALID = 'InvalidParameterValueException';
const MISMATCH = 'The derived qualifier from the function name does not match the specified qualifier.';
const add = (more: object, code: string, message: string): Step =>
  refused(
    'lambda.AddPermission',
    {
      FunctionName: 'f',
      StatementId: 's3',
      Action: 'lambda:InvokeFunction',
      Principal: 's3.amazonaws.com',
      SourceArn: 'arn:aws:s3:::test-bucket',
      ...more,
    },
    code,
    message,
  );
const permissions: RecordedCase[] = [
  ...Object.entries({
    'the id of a statement has no dot': add(
      { StatementId: 'example.com' },
      'ValidationException',
      "1 validation error detected: Value 'example.com' at 'statementId' failed to satisfy constraint: Member must satisfy regular expression pattern: ([a-zA-Z0-9-_]+)",
    ),
    'a permission names one qualifier': add({ FunctionName: 'f:alias-not-42', Qualifier: '42' }, INVALID, MISMATCH),
    'the latest code has no permissions of its own': add(
      { FunctionName: 'f:$LATEST', Qualifier: '$LATEST' },
      INVALID,
      'We currently do not support adding policies for $LATEST.',
    ),
    'a principal is an account, an identity or a service': add(
      { Principal: 'invalid.nonaws.com' },
      INVALID,
      'The provided principal was invalid. Please check the principal and try again.',
    ),
    'a permission for a function that is not there is refused': add(
      { FunctionName: 'doesnotexist' },
      MISSING,
      `Function not found: ${ARN}doesnotexist`,
    ),
    'a permission for an alias that is not there is refused': add(
      { FunctionName: 'f:alias-doesnotexist' },
      MISSING,
      `Cannot find alias arn: ${ARN}f:alias-doesnotexist`,
    ),
    'a permission for a version that is not there is refused': add({ Qualifier: '42' }, MISSING, `Function not found: ${ARN}f:42`),
    'a qualifier has no question mark': add(
      { Qualifier: 'invalid-qualifier-with-?-char' },
      'ValidationException',
      "1 validation error detected: Value 'invalid-qualifier-with-?-char' at 'qualifier' failed to satisfy constraint: Member must satisfy regular expression pattern: \\$(LATEST(\\.PUBLISHED)?)|[a-zA-Z0-9-_$]+",
    ),
    'a qualifier with a dollar sign is that of a version': add(
      { Qualifier: 'valid-with-$-but-doesnotexist' },
      MISSING,
      `Function not found: ${ARN}f:valid-with-$-but-doesnotexist`,
    ),
  }).map(
    ([title, step]): RecordedCase => ({
      title,
      source: api('TestLambdaPermissions::test_permission_exceptions'),
      recorded: '2025-11',
      steps: [createFunction(), settled, step],
    }),
  ),
  {
    title: 'policies and statements that are not there are not found, each in its own words',
    source: api('TestLambdaPermissions::test_permission_exceptions, test_remove_multi_permissions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      refused('lambda.GetPolicy', { FunctionName: 'doesnotexist' }, MISSING, 'The resource you requested does not exist.'),
      refused('lambda.GetPolicy', { FunctionName: 'f', Qualifier: '77' }, MISSING, 'The resource you requested does not exist.'),
      refused(
        'lambda.RemovePermission',
        { FunctionName: 'f', StatementId: 's3' },
        MISSING,
        'No policy is associated with the given resource.',
      ),
      {
        call: 'lambda.AddPermission',
        input: { FunctionName: 'f', StatementId: 's3', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' },
      },
      add(
        {},
        'ResourceConflictException',
        'The statement id (s3) provided already exists. Please provide a new statement id, or remove the existing statement.',
      ),
      refused(
        'lambda.RemovePermission',
        { FunctionName: 'f', StatementId: 'non-existent' },
        MISSING,
        'Statement non-existent is not found in resource policy.',
      ),
      refused(
        'lambda.RemovePermission',
        { FunctionName: 'f', StatementId: 's3', Qualifier: 'alias-doesnotexist' },
        MISSING,
        `Cannot find alias arn: ${ARN}f:alias-doesnotexist`,
      ),
      { call: 'lambda.RemovePermission', input: { FunctionName: 'f', StatementId: 's3' } },
      refused('lambda.GetPolicy', { FunctionName: 'f' }, MISSING, 'The resource you requested does not exist.'),
    ],
  },
  {
    title: 'a published version has no permissions of the latest code',
    source: api('TestLambdaPermissions::test_lambda_permission_fn_versioning'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      {
        call: 'lambda.AddPermission',
        input: { FunctionName: 'f', StatementId: 's3', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' },
      },
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' } },
      refused('lambda.GetPolicy', { FunctionName: 'f', Qualifier: '1' }, MISSING, 'The resource you requested does not exist.'),
    ],
  },
];

const provisioned = (operation: string, input: object, code: string, message: string): Step =>
  refused(`lambda.${operation}ProvisionedConcurrencyConfig`, { FunctionName: 'f', ...input }, code, message);
const provision = (input: object, code: string, message: string): Step =>
  provisioned('Put', { ProvisionedConcurrentExecutions: 1, ...input }, code, message);
const capacity: RecordedCase[] = [
  {
    title: 'provisioned concurrency needs an alias or a version that is there',
    source: api('TestLambdaProvisionedConcurrency::test_provisioned_concurrency_exceptions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' } },
      provisioned(
        'Get',
        { Qualifier: '1' },
        'ProvisionedConcurrencyConfigNotFoundException',
        'No Provisioned Concurrency Config found for this function',
      ),
      provisioned('Get', { Qualifier: 'noalias' }, MISSING, `Cannot find alias arn: ${ARN}f:noalias`),
      provisioned('Get', { Qualifier: '10' }, MISSING, `Function not found: ${ARN}f:10`),
      provisioned('Get', { Qualifier: '$LATEST' }, INVALID, 'The function resource provided must be an alias or a published version.'),
      provisioned('Delete', { Qualifier: 'noalias' }, MISSING, `Cannot find alias arn: ${ARN}f:noalias`),
      provisioned('Delete', { Qualifier: '10' }, MISSING, `Function not found: ${ARN}f:10`),
      provisioned('Delete', { Qualifier: '$LATEST' }, INVALID, 'The function resource provided must be an alias or a published version.'),
      refused(
        'lambda.ListProvisionedConcurrencyConfigs',
        { FunctionName: 'doesnotexist' },
        MISSING,
        `Function not found: ${ARN}doesnotexist`,
      ),
      provision(
        { Qualifier: '1', ProvisionedConcurrentExecutions: 0 },
        'ValidationException',
        "1 validation error detected: Value '0' at 'provisionedConcurrentExecutions' failed to satisfy constraint: Member must have value greater than or equal to 1",
      ),
      provision({ FunctionName: 'doesnotexist', Qualifier: 'noalias' }, MISSING, `Cannot find alias arn: ${ARN}doesnotexist:noalias`),
      provision({ FunctionName: 'doesnotexist', Qualifier: '1' }, MISSING, `Function not found: ${ARN}doesnotexist:1`),
      provision({ Qualifier: 'doesnotexist' }, MISSING, `Cannot find alias arn: ${ARN}f:doesnotexist`),
      provision({ Qualifier: '10' }, MISSING, `Function not found: ${ARN}f:10`),
      provision({ Qualifier: '$LATEST' }, INVALID, 'Provisioned Concurrency Configs cannot be applied to unpublished function versions.'),
    ],
  },
  {
    title: 'reserved concurrency belongs to functions, not to versions',
    source: api('TestLambdaReservedConcurrency::test_function_concurrency_exceptions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      refused(
        'lambda.PutFunctionConcurrency',
        { FunctionName: `${ARN}f:$LATEST`, ReservedConcurrentExecutions: 0 },
        INVALID,
        'This operation is permitted on Lambda functions only. Aliases and versions do not support this operation. Please specify either a function name or an unqualified function ARN.',
      ),
      refused(
        'lambda.PutFunctionConcurrency',
        { FunctionName: 'doesnotexist', ReservedConcurrentExecutions: -1 },
        MISSING,
        `Function not found: ${ARN}doesnotexist:$LATEST`,
      ),
    ],
  },
];

const OTHER = '210987654321';
const byOther = (operation: string, input: object = {}, more: object = {}): Step => ({
  call: `lambda.${operation}`,
  by: OTHER,
  input: { FunctionName: `${ARN}f`, ...input },
  ...more,
});
const tagging = (operation: string, input: object = {}, more: object = {}): Step => ({
  call: `lambda.${operation}`,
  by: OTHER,
  input: { Resource: `${ARN}f`, ...input },
  ...more,
});
const accounts: RecordedCase[] = [
  {
    title: 'an account that the policy of a function allows everything manages it by its ARN',
    source: localstack('lambda_/test_lambda.py::TestLambdaMultiAccounts (ten tests)'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      byOther('GetFunction', {}, { error: { code: 'AccessDeniedException', status: 403 } }),
      { call: 'lambda.AddPermission', input: { FunctionName: 'f', StatementId: 's', Principal: OTHER, Action: 'lambda:*' } },
      byOther('GetFunction', {}, { contains: { Configuration: { FunctionArn: `${ARN}f` } } }),
      byOther('GetFunctionConfiguration', {}, { contains: { FunctionArn: `${ARN}f` } }),
      byOther('PublishVersion', {}, { contains: { FunctionArn: `${ARN}f:1` } }),
      byOther('ListVersionsByFunction', {}, { contains: { Versions: [{ Version: '$LATEST' }, { Version: '1' }] } }),
      byOther('PutFunctionConcurrency', { ReservedConcurrentExecutions: 1 }),
      byOther('DeleteFunctionConcurrency'),
      byOther('CreateAlias', { FunctionVersion: '$LATEST', Name: 'a' }),
      byOther('GetAlias', { Name: 'a' }, { contains: { AliasArn: `${ARN}f:a` } }),
      byOther('UpdateAlias', { Name: 'a', Description: 'changed' }),
      byOther('ListAliases', {}, { contains: { Aliases: [{ Name: 'a', Description: 'changed' }] } }),
      byOther('DeleteAlias', { Name: 'a' }),
      tagging('TagResource', { Tags: { foo: 'bar' } }),
      tagging('ListTags', {}, { contains: { Tags: { foo: 'bar' } } }),
      tagging('UntagResource', { TagKeys: ['lorem'] }),
      byOther('DeleteFunction'),
      refused('lambda.GetFunction', { FunctionName: 'f' }, MISSING, `Function not found: ${ARN}f`),
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...permissions, ...capacity, ...accounts] };
