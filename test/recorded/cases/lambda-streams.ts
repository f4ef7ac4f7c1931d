// Recorded answers about mappings of data streams to functions.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, createFunction, settled } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/event_source_mapping/test_lambda_integration_kinesis.py::${name}`);
const EventSourceArn = 'arn:aws:kinesis:us-east-1:{account}:stream/{id}';
const stream: Step = { call: 'kinesis.CreateStream', input: { StreamName: '{id}', ShardCount: 1 } };
const mapping = { FunctionName: 'f', EventSourceArn, StartingPosition: 'LATEST' };
const SHOWN = {
  BisectBatchOnFunctionError: false,
  DestinationConfig: { OnFailure: {} },
  EventSourceArn,
  EventSourceMappingArn: /^arn:aws:lambda:us-east-1:\d{12}:event-source-mapping:[0-9a-f-]{36}$/,
  FunctionArn: `${ARN}f`,
  FunctionResponseTypes: [],
  LastModified: ANY,
  LastProcessingResult: 'No records processed',
  MaximumRecordAgeInSeconds: -1,
  ParallelizationFactor: 1,
  State: 'Creating',
  StateTransitionReason: 'User action',
  TumblingWindowInSeconds: 0,
  UUID: ANY,
};
const Pattern = '{"data":{"event_type":["function_1"]}}';

const cases: RecordedCase[] = [
  {
    title: 'a mapping of a data stream has these defaults, and is there once',
    source: test('TestKinesisSource::test_duplicate_event_source_mappings'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      stream,
      {
        call: 'lambda.CreateEventSourceMapping',
        input: mapping,
        as: 'made',
        answer: { ...SHOWN, BatchSize: 100, MaximumBatchingWindowInSeconds: 0, MaximumRetryAttempts: -1, StartingPosition: 'LATEST' },
      },
      refused(
        'lambda.CreateEventSourceMapping',
        mapping,
        'ResourceConflictException',
        `The event source arn (" ${EventSourceArn} ") and function (" f ") provided mapping already exists. Please update or delete the existing mapping with UUID {made.UUID}`,
        { status: 409, contains: { Type: 'User' } },
      ),
    ],
  },
  {
    title: 'a mapping shows the pattern that filters data of records',
    source: test('TestKinesisEventFiltering::test_kinesis_event_filtering_json_pattern'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      stream,
      {
        call: 'lambda.CreateEventSourceMapping',
        input: {
          ...mapping,
          BatchSize: 1,
          StartingPosition: 'TRIM_HORIZON',
          MaximumBatchingWindowInSeconds: 1,
          MaximumRetryAttempts: 1,
          FilterCriteria: { Filters: [{ Pattern }] },
        },
        answer: {
          ...SHOWN,
          BatchSize: 1,
          FilterCriteria: { Filters: [{ Pattern }] },
          MaximumBatchingWindowInSeconds: 1,
          MaximumRetryAttempts: 1,
          StartingPosition: 'TRIM_HORIZON',
        },
      },
    ],
  },
  {
    title: 'a data stream that is not there is not mapped',
    source: test('TestKinesisSource::test_esm_with_not_existing_kinesis_stream'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      refused('lambda.CreateEventSourceMapping', mapping, 'InvalidParameterValueException', `Stream not found: ${EventSourceArn}`, {
        status: 400,
        contains: { Type: 'User' },
      }),
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases };
