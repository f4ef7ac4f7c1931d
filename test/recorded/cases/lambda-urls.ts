// Recorded answers of Lambda about function URLs.
import { ANY, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled } from '../functions.ts';

const MISSING = 'ResourceNotFoundException';
const OPERATIONS = ['Create', 'Get', 'Update', 'Delete'];
const EXCEPTIONS = api('TestLambdaUrl::test_url_config_exceptions');
const on = (operation: string, input: object = {}): { call: string; input: Readonly<Record<string, unknown>> } => ({
  call: `lambda.${operation}FunctionUrlConfig`,
  input: { FunctionName: 'f', ...(operation === 'Create' ? { AuthType: 'NONE' } : {}), ...input },
});
const refusal = (operation: string, input: object, code: string, message: string): Step => {
  const step = on(operation, input);
  return refused(step.call, step.input, code, message);
};
/** Reading and deleting ask only for the configuration. */
const absent = (operation: string): string =>
  operation === 'Create' || operation === 'Update' ? 'Function does not exist' : 'The resource you requested does not exist.';
const numbered = (value: string): string =>
  String.raw`1 validation error detected: Value '${value}' at 'qualifier' failed to satisfy constraint: Member must satisfy regular expression pattern: ((?!^\d+$)^[0-9a-zA-Z-_]+$)`;

const urls: RecordedCase[] = [
  {
    title: 'a URL belongs to a function that is there',
    source: EXCEPTIONS,
    recorded: '2025-11',
    steps: OPERATIONS.flatMap((operation) =>
      ['none', `${ARN}none`].map((FunctionName) => refusal(operation, { FunctionName }, MISSING, absent(operation))),
    ),
  },
  {
    title: 'a URL belongs to an alias that is there',
    source: EXCEPTIONS,
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...OPERATIONS.map((operation) => refusal(operation, { Qualifier: 'v1' }, MISSING, absent(operation))),
      refusal('Update', {}, MISSING, 'The resource you requested does not exist.'),
    ],
  },
  {
    title: 'a URL belongs neither to a version nor to the latest code by its name',
    source: EXCEPTIONS,
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...OPERATIONS.flatMap((operation) =>
        ['1', '$LATEST'].map((Qualifier) => refusal(operation, { Qualifier }, 'ValidationException', numbered(Qualifier))),
      ),
    ],
  },
  {
    title: 'the alias of a URL is that of the name, if the name has one',
    source: EXCEPTIONS,
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...['Create', 'Get', 'Update'].map((operation) =>
        refusal(
          operation,
          { FunctionName: `${ARN}f:v1`, Qualifier: 'v2' },
          'InvalidParameterValueException',
          'The derived qualifier from the function name does not match the specified qualifier.',
        ),
      ),
    ],
  },
  {
    title: 'a mode that was given once is told by changes that do not name it',
    source: 'localstack/localstack, tests/aws/services/lambda_/test_lambda.py::TestLambdaURL::test_lambda_update_function_url_config',
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      {
        ...on('Create', { InvokeMode: 'BUFFERED' }),
        answer: { AuthType: 'NONE', CreationTime: ANY, FunctionArn: `${ARN}f`, FunctionUrl: ANY, InvokeMode: 'BUFFERED' },
      },
      { ...on('Update', { InvokeMode: 'RESPONSE_STREAM' }), contains: { InvokeMode: 'RESPONSE_STREAM' } },
      { ...on('Update', { AuthType: 'NONE' }), contains: { InvokeMode: 'RESPONSE_STREAM' } },
      { ...on('Get'), contains: { InvokeMode: 'RESPONSE_STREAM' } },
    ],
  },
  {
    title: 'a mode is one of two',
    source: 'localstack/localstack, tests/aws/services/lambda_/test_lambda.py::TestLambdaURL::test_lambda_url_invalid_invoke_mode',
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      refusal(
        'Create',
        { InvokeMode: 'UNKNOWN' },
        'ValidationException',
        "1 validation error detected: Value 'UNKNOWN' at 'invokeMode' failed to satisfy constraint: Member must satisfy enum value set: [RESPONSE_STREAM, BUFFERED]",
      ),
    ],
  },
  {
    title: 'a function has one URL, and its list ends with it',
    source: api('TestLambdaUrl::test_url_config_deletion_without_qualifier, …test_url_config_list_paging'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      { ...on('Create'), as: 'url' },
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' } },
      { call: 'lambda.CreateAlias', input: { FunctionName: 'f', Name: 'v1', FunctionVersion: '1' } },
      { ...on('Create', { Qualifier: 'v1' }), contains: { FunctionArn: `${ARN}f:v1` } },
      {
        call: 'lambda.ListFunctionUrlConfigs',
        input: { FunctionName: 'f' },
        contains: { FunctionUrlConfigs: [{ FunctionArn: `${ARN}f` }, { FunctionArn: `${ARN}f:v1` }] },
      },
      on('Delete'),
      refusal('Get', {}, MISSING, 'The resource you requested does not exist.'),
      { ...on('Get', { Qualifier: 'v1' }), contains: { FunctionArn: `${ARN}f:v1` } },
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: urls };
