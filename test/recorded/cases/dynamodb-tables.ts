// Recorded answers of DynamoDB about tables.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`dynamodb/test_dynamodb.py::TestDynamoDB::${name}`);
const HASH = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
const ON_DEMAND = { ...HASH, BillingMode: 'PAY_PER_REQUEST' };
const PROVISIONED = { ...HASH, ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } };
const table = (more: object = {}, as = 'table'): Step => ({
  call: 'dynamodb.CreateTable',
  input: { TableName: 'table', ...ON_DEMAND, ...more },
  as,
});
const active: Step = { wait: '10s' };
const made: readonly Step[] = [table(), active];
const ARN = 'arn:aws:dynamodb:us-east-1:{account}:table/table';
const INVALID = 'ValidationException';
const WORLD = { DeletionProtectionEnabled: false, ItemCount: 0, TableSizeBytes: 0, TableArn: ARN, TableId: ANY, TableName: 'table' };
const tables: RecordedCase[] = [
  {
    title: 'a table is made, described and deleted, with the same members',
    source: test('test_table_crud'),
    recorded: '2025-10',
    steps: [
      {
        call: 'dynamodb.CreateTable',
        input: { TableName: 'table', ...PROVISIONED },
        answer: {
          TableDescription: {
            ...HASH,
            ...WORLD,
            CreationDateTime: ANY,
            ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
            TableStatus: 'CREATING',
          },
        },
      },
      active,
      {
        call: 'dynamodb.DeleteTable',
        input: { TableName: 'table' },
        answer: {
          TableDescription: {
            ...WORLD,
            ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
            TableStatus: 'DELETING',
          },
        },
      },
    ],
  },
  {
    title: 'a table that is not there is not deleted',
    source: test('test_table_crud'),
    recorded: '2025-10',
    steps: [
      refused(
        'dynamodb.DeleteTable',
        { TableName: 'non-existent' },
        'ResourceNotFoundException',
        'Requested resource not found: Table: non-existent not found',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'a name has one table',
    source: test('test_create_duplicate_table'),
    recorded: '2025-10',
    steps: [
      ...made,
      refused('dynamodb.CreateTable', { TableName: 'table', ...ON_DEMAND }, 'ResourceInUseException', 'Table already exists: table'),
    ],
  },
  {
    title: 'a table that is paid per request has no capacity units',
    source: test('test_dynamodb_pay_per_request'),
    recorded: '2025-10',
    steps: [
      refused(
        'dynamodb.CreateTable',
        { TableName: 'table', ...PROVISIONED, BillingMode: 'PAY_PER_REQUEST' },
        INVALID,
        'One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
      ),
    ],
  },
  {
    title: 'a table under the key of the account for the service is described by the ARN of the key',
    source: test('test_dynamodb_create_table_with_partial_sse_specification'),
    recorded: '2025-10',
    steps: [
      table({ SSESpecification: { Enabled: true } }),
      active,
      {
        call: 'dynamodb.DescribeTable',
        input: { TableName: 'table' },
        contains: { Table: { SSEDescription: { KMSMasterKeyArn: /^arn:aws:kms:us-east-1:\d+:key\//, SSEType: 'KMS', Status: 'ENABLED' } } },
        as: 'described',
      },
      {
        call: 'kms.DescribeKey',
        input: { KeyId: 'alias/aws/dynamodb' },
        contains: { KeyMetadata: { Arn: '{described.Table.SSEDescription.KMSMasterKeyArn}' } },
      },
      {
        call: 'dynamodb.UpdateTable',
        input: { TableName: 'table', SSESpecification: { Enabled: false } },
        contains: {
          TableDescription: {
            SSEDescription: { KMSMasterKeyArn: '{described.Table.SSEDescription.KMSMasterKeyArn}', SSEType: 'KMS', Status: 'UPDATING' },
          },
        },
      },
      active,
      { call: 'dynamodb.DescribeTable', input: { TableName: 'table' }, contains: { Table: { SSEDescription: NONE } } },
    ],
  },
  {
    title: 'the key of the account for tables says what it protects',
    source: test('test_dynamodb_create_table_with_partial_sse_specification'),
    recorded: '2025-10',
    steps: [
      {
        call: 'kms.DescribeKey',
        input: { KeyId: 'alias/aws/dynamodb' },
        contains: {
          KeyMetadata: {
            Description: 'Default key that protects my DynamoDB data when no other key is defined',
            Enabled: true,
            KeyManager: 'AWS',
          },
        },
      },
    ],
  },
  {
    title: 'backups at any second are described with their period',
    source: test('test_continuous_backup_update'),
    recorded: '2025-10',
    steps: [
      ...made,
      {
        call: 'dynamodb.UpdateContinuousBackups',
        input: { TableName: 'table', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
        answer: {
          ContinuousBackupsDescription: {
            ContinuousBackupsStatus: 'ENABLED',
            PointInTimeRecoveryDescription: {
              EarliestRestorableDateTime: ANY,
              LatestRestorableDateTime: ANY,
              PointInTimeRecoveryStatus: 'ENABLED',
              RecoveryPeriodInDays: 35,
            },
          },
        },
      },
    ],
  },
  {
    title: 'contributor insights are off, and the table is named',
    source: test('test_dynamodb_describe_contributor_insights'),
    recorded: '2025-10',
    steps: [
      ...made,
      {
        call: 'dynamodb.DescribeContributorInsights',
        input: { TableName: 'table' },
        answer: { ContributorInsightsStatus: 'DISABLED', TableName: 'table' },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...tables] };
