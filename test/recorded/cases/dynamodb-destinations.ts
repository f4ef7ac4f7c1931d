// Recorded answers about the data streams to which tables deliver their changes.
import { localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const StreamArn = 'arn:aws:kinesis:us-east-1:{account}:stream/{id}';
const TableName = '{id}';
const MICROSECOND = { UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MICROSECOND' } };
const made: readonly Step[] = [
  {
    call: 'dynamodb.CreateTable',
    input: {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
    as: 'table',
  },
  { call: 'kinesis.CreateStream', input: { StreamName: '{id}', ShardCount: 1 } },
  { wait: '10s' },
];
const settled: Step = { wait: '300s' };
const missing = (operation: string): Step =>
  refused(
    `dynamodb.${operation}`,
    { TableName: 'bad-table', StreamArn },
    'ResourceNotFoundException',
    'Requested resource not found: Table: bad-table not found',
    { status: 400 },
  );
const INVALID = 'ValidationException';
const UPDATE = 'dynamodb.UpdateKinesisStreamingDestination';

const cases: RecordedCase[] = [
  {
    title: 'a destination is enabled, described, updated and disabled',
    source: localstack('dynamodb/test_dynamodb.py::TestDynamoDB::test_kinesis_streaming_destination_crud'),
    recorded: '2025-07',
    steps: [
      ...made,
      missing('EnableKinesisStreamingDestination'),
      {
        call: 'dynamodb.EnableKinesisStreamingDestination',
        input: { TableName, StreamArn },
        answer: { DestinationStatus: 'ENABLING', EnableKinesisStreamingConfiguration: {}, StreamArn, TableName },
      },
      settled,
      {
        call: 'dynamodb.DescribeKinesisStreamingDestination',
        input: { TableName },
        answer: { KinesisDataStreamDestinations: [{ DestinationStatus: 'ACTIVE', StreamArn }], TableName },
      },
      refused(
        UPDATE,
        { TableName, StreamArn },
        INVALID,
        'Streaming destination cannot be updated with given parameters: UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
        { status: 400 },
      ),
      refused(
        UPDATE,
        { TableName, StreamArn, UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'SECOND' } },
        INVALID,
        "1 validation error detected: Value 'SECOND' at 'updateKinesisStreamingConfiguration.approximateCreationDateTimePrecision' failed to satisfy constraint: Member must satisfy enum value set: [MILLISECOND, MICROSECOND]",
        { status: 400 },
      ),
      refused(
        UPDATE,
        { TableName, StreamArn: 'arn:aws:kinesis:us-east-1:{account}:stream/bad-stream', ...MICROSECOND },
        INVALID,
        'Table is not in a valid state to enable Kinesis Streaming Destination: No streaming destination with streamArn: arn:aws:kinesis:us-east-1:{account}:stream/bad-stream found for table with tableName: {id}',
        { status: 400 },
      ),
      {
        call: UPDATE,
        input: { TableName, StreamArn, ...MICROSECOND },
        answer: { DestinationStatus: 'UPDATING', StreamArn, TableName, ...MICROSECOND },
      },
      settled,
      refused(
        UPDATE,
        { TableName, StreamArn, ...MICROSECOND },
        INVALID,
        `Invalid Request: Precision is already set to the desired value of MICROSECOND for tableId: {table.TableDescription.TableId}, kdsArn: ${StreamArn}`,
        { status: 400 },
      ),
      missing('DisableKinesisStreamingDestination'),
      {
        call: 'dynamodb.DisableKinesisStreamingDestination',
        input: { TableName, StreamArn },
        answer: { DestinationStatus: 'DISABLING', StreamArn, TableName },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'dynamodb', cases };
