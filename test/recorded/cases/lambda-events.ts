// Recorded answers of Lambda about configurations of asynchronous invocations, concurrency, and values that are one of a few.
import { ANY, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled } from '../functions.ts';

const WRONG = 'InvalidParameterValueException';
const INVALID = 'ValidationException';
const CONFIG = { DestinationConfig: { OnSuccess: {}, OnFailure: {} }, LastModified: ANY };
const put = (input: object, outcome: object): Step => ({
  call: 'lambda.PutFunctionEventInvokeConfig',
  input: { FunctionName: 'f', ...input },
  ...outcome,
});
const EXCEPTIONS = { source: api('TestLambdaEventInvokeConfig::test_lambda_eventinvokeconfig_exceptions'), recorded: '2025-11' };
const MISMATCH = { code: WRONG, message: 'The derived qualifier from the function name does not match the specified qualifier.' };
const version: readonly Step[] = [
  createFunction(),
  settled,
  { call: 'lambda.PublishVersion', input: { FunctionName: 'f' } },
  { call: 'lambda.CreateAlias', input: { FunctionName: 'f', Name: 'a', FunctionVersion: '1' } },
];

const configs: RecordedCase[] = [
  {
    ...EXCEPTIONS,
    title: 'a configuration sets something, which is told before a function that is not there',
    steps: [
      put(
        { FunctionName: 'none' },
        { error: { code: WRONG, message: 'You must specify at least one of error handling or destination setting.' } },
      ),
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'a configuration belongs to the latest code, to a version or to an alias, however these are named',
    steps: [
      ...version,
      ...[
        [{}, '$LATEST'],
        [{ FunctionName: `${ARN}f:$LATEST` }, '$LATEST'],
        [{ Qualifier: '$LATEST' }, '$LATEST'],
        [{ Qualifier: '1' }, '1'],
        [{ FunctionName: 'f:1' }, '1'],
        [{ Qualifier: 'a' }, 'a'],
        [{ FunctionName: `${ARN}f:a` }, 'a'],
        [{ FunctionName: `${ARN}f:a`, Qualifier: 'a' }, 'a'],
        [{ FunctionName: 'f:a' }, 'a'],
      ].map(([input, qualifier]) =>
        put(
          { ...(input as object), MaximumRetryAttempts: 1 },
          { answer: { ...CONFIG, FunctionArn: `${ARN}f:${String(qualifier)}`, MaximumRetryAttempts: 1 } },
        ),
      ),
      {
        call: 'lambda.ListFunctionEventInvokeConfigs',
        input: { FunctionName: 'f' },
        contains: {
          FunctionEventInvokeConfigs: ['$LATEST', '1', 'a'].map((qualifier) => ({ FunctionArn: `${ARN}f:${qualifier}` })),
          NextMarker: NONE,
        },
      },
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'the qualifier of a configuration is that of the name, if the name has one',
    steps: [
      ...version,
      ...[
        { FunctionName: `${ARN}f:a`, Qualifier: 'b' },
        { FunctionName: 'f:a', Qualifier: 'b' },
        { FunctionName: 'f:1', Qualifier: '$LATEST' },
        { FunctionName: 'f:$LATEST', Qualifier: '1' },
      ].map((input) => put({ ...input, MaximumRetryAttempts: 1 }, { error: MISMATCH })),
      put(
        { Qualifier: 'none', MaximumRetryAttempts: 1 },
        { error: { code: 'ResourceNotFoundException', message: "The function doesn't exist." } },
      ),
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'a configuration that is put is the whole of it, one that is updated keeps the rest',
    steps: [
      createFunction(),
      settled,
      put(
        { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 },
        { contains: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 } },
      ),
      put({ MaximumRetryAttempts: 0 }, { answer: { ...CONFIG, FunctionArn: `${ARN}f:$LATEST`, MaximumRetryAttempts: 0 } }),
      {
        call: 'lambda.UpdateFunctionEventInvokeConfig',
        input: { FunctionName: 'f', MaximumEventAgeInSeconds: 60 },
        answer: { ...CONFIG, FunctionArn: `${ARN}f:$LATEST`, MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      },
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'events that fail go to another function, or to no function at all',
    steps: [
      createFunction(),
      createFunction({ FunctionName: 'g' }),
      settled,
      ...[
        [`${ARN}none`, `The destination ARN ${ARN}none is invalid.`],
        [`${ARN}f`, "You can't specify the function as a destination for itself."],
        [
          'arn:aws:iam:us-east-1:{account}:function:f',
          'The provided destination config DestinationConfig(onSuccess=OnSuccess(destination=arn:aws:iam:us-east-1:{account}:function:f), onFailure=null) is invalid.',
        ],
      ].map(([Destination, message]) =>
        put({ DestinationConfig: { OnSuccess: { Destination } } }, { error: { code: WRONG, message: message! } }),
      ),
      put(
        { DestinationConfig: { OnSuccess: { Destination: `${ARN}g` } } },
        { contains: { DestinationConfig: { OnSuccess: { Destination: `${ARN}g` }, OnFailure: {} } } },
      ),
      put({ DestinationConfig: { OnSuccess: {} } }, { answer: { ...CONFIG, FunctionArn: `${ARN}f:$LATEST` } }),
    ],
  },
];

const BELOW =
  "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].";
const provisioned = (operation: string, Qualifier: string, code: string, message: string, FunctionName = 'f'): Step =>
  refused(
    `lambda.${operation}ProvisionedConcurrencyConfig`,
    { FunctionName, Qualifier, ...(operation === 'Put' ? { ProvisionedConcurrentExecutions: 1 } : {}) },
    code,
    message,
  );
const capacity: RecordedCase[] = [
  {
    title: 'a reservation leaves the account its minimum, and its refusal has no type',
    source: api('TestLambdaReservedConcurrency::test_function_concurrency_limits'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...[1001, 901].map((ReservedConcurrentExecutions) =>
        refused('lambda.PutFunctionConcurrency', { FunctionName: 'f', ReservedConcurrentExecutions }, WRONG, BELOW, {
          contains: { Type: NONE },
        }),
      ),
    ],
  },
  {
    title: 'a reservation is told until it is deleted',
    source: api('TestLambdaReservedConcurrency::test_function_concurrency'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...[0, 1].map((ReservedConcurrentExecutions) => ({
        call: 'lambda.PutFunctionConcurrency',
        input: { FunctionName: 'f', ReservedConcurrentExecutions },
        answer: { ReservedConcurrentExecutions },
      })),
      { call: 'lambda.GetFunctionConcurrency', input: { FunctionName: 'f' }, answer: { ReservedConcurrentExecutions: 1 } },
      { call: 'lambda.DeleteFunctionConcurrency', input: { FunctionName: 'f' } },
      { call: 'lambda.GetFunctionConcurrency', input: { FunctionName: 'f' }, answer: {} },
    ],
  },
  {
    title: 'provisioned concurrency that is not there is told by what it lacks, and can be deleted',
    source: api('TestLambdaProvisionedConcurrency::test_provisioned_concurrency_exceptions'),
    recorded: '2025-11',
    steps: [
      ...version,
      provisioned('Get', '1', 'ProvisionedConcurrencyConfigNotFoundException', 'No Provisioned Concurrency Config found for this function'),
      ...['Get', 'Delete'].flatMap((operation) => [
        provisioned(operation, 'none', 'ResourceNotFoundException', `Cannot find alias arn: ${ARN}f:none`),
        provisioned(operation, '10', 'ResourceNotFoundException', `Function not found: ${ARN}f:10`),
        provisioned(operation, '$LATEST', WRONG, 'The function resource provided must be an alias or a published version.'),
        provisioned(operation, 'none', 'ResourceNotFoundException', `Cannot find alias arn: ${ARN}none:none`, 'none'),
      ]),
      { call: 'lambda.DeleteProvisionedConcurrencyConfig', input: { FunctionName: 'f', Qualifier: '1' } },
      {
        call: 'lambda.ListProvisionedConcurrencyConfigs',
        input: { FunctionName: 'f' },
        contains: { ProvisionedConcurrencyConfigs: [], NextMarker: NONE },
      },
      refused(
        'lambda.ListProvisionedConcurrencyConfigs',
        { FunctionName: 'none' },
        'ResourceNotFoundException',
        `Function not found: ${ARN}none`,
      ),
    ],
  },
];

const value = (member: string, given: string, words: string): string =>
  `1 validation error detected: Value '${given}' at '${member}' failed to satisfy constraint: ${words}`;
const choices: RecordedCase[] = [
  {
    title: 'architectures, loops and snapshots are one of two, in the order of the service',
    source: api(
      'TestLambdaFunction::test_create_lambda_exceptions, TestLambdaRecursion::test_put_function_recursion_config_invalid_value, TestLambdaSnapStart::test_snapstart_exceptions',
    ),
    recorded: '2025-11',
    steps: [
      createFunction(
        { Architectures: ['X86_64'] },
        {
          error: {
            code: INVALID,
            message: value(
              'architectures',
              '[X86_64]',
              'Member must satisfy constraint: [Member must satisfy enum value set: [x86_64, arm64], Member must not be null]',
            ),
          },
        },
      ),
      createFunction(
        { SnapStart: { ApplyOn: 'invalidOption' } },
        {
          error: {
            code: INVALID,
            message: value('snapStart.applyOn', 'invalidOption', 'Member must satisfy enum value set: [PublishedVersions, None]'),
          },
        },
      ),
      createFunction(),
      settled,
      refused(
        'lambda.PutFunctionRecursionConfig',
        { FunctionName: 'f', RecursiveLoop: 'InvalidValue' },
        INVALID,
        value('recursiveLoop', 'InvalidValue', 'Member must satisfy enum value set: [Terminate, Allow]'),
      ),
      { call: 'lambda.GetFunctionRecursionConfig', input: { FunctionName: 'f' }, answer: { RecursiveLoop: 'Terminate' } },
    ],
  },
  {
    title: 'an alias that is not there can be deleted, not changed',
    source: api('TestLambdaAlias::test_non_existent_alias_deletion, …test_non_existent_alias_update'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      { call: 'lambda.DeleteAlias', input: { FunctionName: 'f', Name: 'none' } },
      refused('lambda.UpdateAlias', { FunctionName: 'f', Name: 'none' }, 'ResourceNotFoundException', `Alias not found: ${ARN}f:none`),
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...configs, ...capacity, ...choices] };
