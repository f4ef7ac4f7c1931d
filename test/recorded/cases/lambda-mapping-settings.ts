// Recorded answers about mapping settings of the functions service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`lambda_/test_lambda_api.py::${name}`);

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title: 'a mapping of a data stream begins at a position',
      source: test('TestLambdaEventSourceMappings::test_create_event_source_validation_kinesis'),
      recorded: '2025-11',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'function-1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('kinesis.CreateStream', { StreamName: 'stream-2', ShardCount: 1 }),
        refused(
          'lambda.CreateEventSourceMapping',
          { FunctionName: 'function-1', EventSourceArn: 'arn:aws:kinesis:us-east-1:{account}:stream/stream-2' },
          'InvalidParameterValueException',
          "1 validation error detected: Value null at 'startingPosition' failed to satisfy constraint: Member must not be null.",
        ),
        refused(
          'lambda.CreateEventSourceMapping',
          {
            FunctionName: 'function-1',
            EventSourceArn: 'arn:aws:kinesis:us-east-1:{account}:stream/stream-2',
            StartingPosition: 'invalid',
          },
          'ValidationException',
          "1 validation error detected: Value 'invalid' at 'startingPosition' failed to satisfy constraint: Member must satisfy enum value set: [LATEST, AT_TIMESTAMP, TRIM_HORIZON]",
        ),
      ],
    },
    {
      title: 'a mapping is made with tags',
      source: test('TestLambdaTag::test_create_tag_on_esm_create'),
      recorded: '2025-11',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('lambda.CreateFunction', {
          FunctionName: 'fn-2',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call(
          'lambda.CreateEventSourceMapping',
          {
            EventSourceArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
            FunctionName: 'fn-2',
            BatchSize: 1,
            Tags: { testtag: 'tag-3' },
          },
          { as: 'mapping' },
        ),
        call('lambda.GetEventSourceMapping', { UUID: '{mapping.UUID}' }, { as: 'mapping2' }),
        call('lambda.ListTags', { Resource: '{mapping2.EventSourceMappingArn}' }, { contains: { Tags: { testtag: 'tag-3' } } }),
      ],
    },
  ],
};
