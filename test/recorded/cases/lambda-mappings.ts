// Recorded answers of Lambda about mappings, asynchronous invocations and signing configurations that are wrong.
import { call, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled } from '../functions.ts';

const MISSING = 'ResourceNotFoundException';
const INVALID = 'InvalidParameterValueException';
const MISMATCH = 'The derived qualifier from the function name does not match the specified qualifier.';
const CSC = 'arn:aws:lambda:us-east-1:{account}:code-signing-config:csc-0123456789abcdef0';
const UUID = '11111111-2222-3333-4444-555555555555';
const ONCE = { FunctionName: 'f', EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:once' };
const mappings: RecordedCase[] = [
  {
    title: 'a mapping that is not there is not found, and lists need no function',
    source: api('TestLambdaEventSourceMappings::test_event_source_mapping_exceptions'),
    recorded: '2025-11',
    steps: [
      ...['Get', 'Delete', 'Update'].map(
        (operation): Step =>
          refused(`lambda.${operation}EventSourceMapping`, { UUID }, MISSING, 'The resource you requested does not exist.', {
            status: 404,
          }),
      ),
      {
        call: 'lambda.ListEventSourceMappings',
        input: { FunctionName: 'doesnotexist' },
        contains: { EventSourceMappings: [], NextMarker: NONE },
      },
      refused('lambda.CreateEventSourceMapping', { FunctionName: 'doesnotexist' }, INVALID, 'Unrecognized event source.'),
      refused(
        'lambda.CreateEventSourceMapping',
        { FunctionName: 'doesnotexist', EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:somequeue' },
        INVALID,
        'Function does not exist',
      ),
      refused(
        'lambda.CreateEventSourceMapping',
        {
          FunctionName: 'doesnotexist',
          EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:somequeue',
          DestinationConfig: { OnSuccess: { Destination: 'arn:aws:sqs:us-east-1:{account}:someotherqueue' } },
        },
        INVALID,
        'Unsupported DestinationConfig parameter for given event source mapping type.',
      ),
    ],
  },
  {
    title: 'a mapping of a queue is there once',
    source: localstack(
      'lambda_/event_source_mapping/test_lambda_integration_sqs.py::TestSQSEventSourceMapping::test_duplicate_event_source_mappings',
    ),
    recorded: '2025-11',
    steps: [
      { call: 'sqs.CreateQueue', input: { QueueName: 'once' } },
      createFunction(),
      settled,
      {
        call: 'lambda.CreateEventSourceMapping',
        input: ONCE,
        as: 'made',
        contains: { BatchSize: 10, FunctionResponseTypes: [], MaximumBatchingWindowInSeconds: 0, State: 'Creating' },
      },
      refused(
        'lambda.CreateEventSourceMapping',
        ONCE,
        'ResourceConflictException',
        `An event source mapping with SQS arn (" ${ONCE.EventSourceArn} ") and function (" f ") already exists. Please update or delete the existing mapping with UUID {made.UUID}`,
        { status: 409, contains: { Type: 'User' } },
      ),
    ],
  },
  {
    title: 'a mapping that is made disabled is disabled at once, and on its way when it is enabled',
    source: localstack('lambda_/event_source_mapping/test_lambda_integration_sqs.py::test_fifo_message_group_parallelism'),
    recorded: '2025-11',
    steps: [
      { call: 'sqs.CreateQueue', input: { QueueName: 'idle' } },
      createFunction(),
      settled,
      {
        call: 'lambda.CreateEventSourceMapping',
        input: { FunctionName: 'f', EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:idle', BatchSize: 1, Enabled: false },
        as: 'idle',
        contains: { State: 'Disabled', StateTransitionReason: 'USER_INITIATED' },
      },
      {
        call: 'lambda.UpdateEventSourceMapping',
        input: { UUID: '{idle.UUID}', Enabled: true },
        contains: { State: 'Enabling', StateTransitionReason: 'USER_INITIATED' },
      },
      settled,
      { call: 'lambda.GetEventSourceMapping', input: { UUID: '{idle.UUID}' }, contains: { State: 'Enabled' } },
    ],
  },
  {
    title: 'a mapping of a stream begins somewhere, and not at a time',
    source: api('TestLambdaEventSourceMappings::test_create_event_source_validation'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      {
        call: 'dynamodb.CreateTable',
        input: {
          TableName: 'table',
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
        },
        as: 'table',
      },
      settled,
      refused(
        'lambda.CreateEventSourceMapping',
        { FunctionName: 'f', EventSourceArn: '{table.TableDescription.LatestStreamArn}' },
        INVALID,
        "1 validation error detected: Value null at 'startingPosition' failed to satisfy constraint: Member must not be null.",
      ),
      refused(
        'lambda.CreateEventSourceMapping',
        { FunctionName: 'f', EventSourceArn: '{table.TableDescription.LatestStreamArn}', StartingPosition: 'invalid' },
        'ValidationException',
        "1 validation error detected: Value 'invalid' at 'startingPosition' failed to satisfy constraint: Member must satisfy enum value set: [LATEST, AT_TIMESTAMP, TRIM_HORIZON]",
      ),
      refused(
        'lambda.CreateEventSourceMapping',
        {
          FunctionName: 'f',
          EventSourceArn: '{table.TableDescription.LatestStreamArn}',
          StartingPosition: 'AT_TIMESTAMP',
          StartingPositionTimestamp: new Date(1_741_010_802_000),
        },
        INVALID,
        'Unsupported starting position for arn type: {table.TableDescription.LatestStreamArn}',
      ),
    ],
  },
];

const asynchronous: RecordedCase[] = [
  {
    title: 'the settings of asynchronous invocations need one, and destinations that can be',
    source: api('TestLambdaEventInvokeConfig::test_lambda_eventinvokeconfig_exceptions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...(
        [
          [{}, INVALID, 'You must specify at least one of error handling or destination setting.'],
          [
            { DestinationConfig: { OnSuccess: { Destination: `${ARN}doesnotexist` } } },
            INVALID,
            `The destination ARN ${ARN}doesnotexist is invalid.`,
          ],
          [
            { DestinationConfig: { OnSuccess: { Destination: `${ARN}f` } } },
            INVALID,
            "You can't specify the function as a destination for itself.",
          ],
          [
            { DestinationConfig: { OnSuccess: { Destination: 'arn:aws:iam:us-east-1:{account}:function:f' } } },
            INVALID,
            'The provided destination config DestinationConfig(onSuccess=OnSuccess(destination=arn:aws:iam:us-east-1:{account}:function:f), onFailure=null) is invalid.',
          ],
          [{ Qualifier: 'none', MaximumRetryAttempts: 1 }, MISSING, "The function doesn't exist."],
          [{ FunctionName: `${ARN}f:a`, Qualifier: 'b', MaximumRetryAttempts: 1 }, INVALID, MISMATCH],
        ] as const
      ).map(
        ([input, code, message]): Step => refused('lambda.PutFunctionEventInvokeConfig', { FunctionName: 'f', ...input }, code, message),
      ),
      refused(
        'lambda.GetFunctionEventInvokeConfig',
        { FunctionName: 'f', Qualifier: 'doesnotexist' },
        MISSING,
        `The function ${ARN}f:doesnotexist doesn't have an EventInvokeConfig`,
      ),
      refused(
        'lambda.UpdateFunctionEventInvokeConfig',
        { FunctionName: 'f', MaximumRetryAttempts: 1 },
        MISSING,
        `The function ${ARN}f:$LATEST doesn't have an EventInvokeConfig`,
      ),
    ],
  },
];

const signing: RecordedCase[] = [
  {
    title: 'signing configurations that are not there are not found, each in its own words',
    source: localstack('lambda_/test_lambda_api.py::TestCodeSigningConfig::test_code_signing_not_found_excs'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      ...['DeleteCodeSigningConfig', 'GetCodeSigningConfig', 'UpdateCodeSigningConfig', 'ListFunctionsByCodeSigningConfig'].map(
        (operation): Step =>
          refused(
            `lambda.${operation}`,
            { CodeSigningConfigArn: CSC },
            MISSING,
            `The Lambda code signing configuration ${CSC} can not be found.`,
            { contains: { Type: NONE } },
          ),
      ),
      ...['f', 'none'].map(
        (FunctionName): Step =>
          refused(
            'lambda.PutFunctionCodeSigningConfig',
            { FunctionName, CodeSigningConfigArn: CSC },
            'CodeSigningConfigNotFoundException',
            `The code signing configuration cannot be found. Check that the provided configuration is not deleted: ${CSC}.`,
          ),
      ),
      call('lambda.GetFunctionCodeSigningConfig', { FunctionName: 'f' }, { answer: {} }),
      call('lambda.DeleteFunctionCodeSigningConfig', { FunctionName: 'f' }, { answer: {} }),
      ...['Get', 'Delete'].map(
        (operation): Step =>
          refused(`lambda.${operation}FunctionCodeSigningConfig`, { FunctionName: 'none' }, MISSING, `Function not found: ${ARN}none`),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...mappings, ...asynchronous, ...signing] };
