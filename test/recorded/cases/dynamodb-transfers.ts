// Recorded answers about exports of tables and imports.
import { gzipSync } from 'node:zlib';
import { ANY, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { INVALID, type Item, item, made, on, put, TABLE_ARN, verified } from '../table-steps.ts';

const exportTo = (S3Bucket: string, TableArn = TABLE_ARN): Record<string, unknown> => ({
  TableArn,
  ExportFormat: 'DYNAMODB_JSON',
  S3Bucket,
  S3Prefix: 'prefix',
});
const bucket: Step = { call: 's3.CreateBucket', input: { Bucket: '{id}' } };
const recovery = on('UpdateContinuousBackups', { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
const run = (input: Record<string, unknown>): Step[] => [
  { call: 'dynamodb.ExportTableToPointInTime', input, as: 'export' },
  { wait: '600s' },
];
const ended = (contains: object): Step => ({
  call: 'dynamodb.DescribeExport',
  input: { ExportArn: '{export.ExportDescription.ExportArn}' },
  contains: { ExportDescription: contains },
});
const exported = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_export_table', tests, title, steps);

const exports: RecordedCase[] = [
  exported('test_export_from_missing_table', 'a table that is not there is not exported', [
    refused(
      'dynamodb.ExportTableToPointInTime',
      exportTo('bucket', 'arn:aws:dynamodb:us-east-1:{account}:table/absent'),
      'TableNotFoundException',
      'Table not found: arn:aws:dynamodb:us-east-1:{account}:table/absent',
    ),
  ]),
  exported('test_export_point_in_time_recovery_not_enabled', 'a table without recovery is not exported', [
    ...made(),
    bucket,
    refused(
      'dynamodb.ExportTableToPointInTime',
      exportTo('{id}'),
      'PointInTimeRecoveryUnavailableException',
      "Point in time recovery is not enabled for table 'table'",
    ),
  ]),
  exported('test_export_to_missing_s3_bucket', 'an export into a bucket that is not there fails', [
    ...made(),
    recovery,
    ...run(exportTo('absent-{id}')),
    ended({ ExportStatus: 'FAILED', FailureCode: 'S3NoSuchBucket', FailureMessage: /The specified bucket does not exist/ }),
  ]),
  exported('test_export_empty_table', 'an empty table is exported', [
    ...made(),
    bucket,
    recovery,
    ...run(exportTo('{id}')),
    ended({ ExportStatus: 'COMPLETED', ItemCount: 0, BilledSizeBytes: 0, ExportFormat: 'DYNAMODB_JSON' }),
  ]),
  exported('test_export_table, test_list_exports', 'exports are listed with their kind', [
    ...made(),
    bucket,
    recovery,
    ...put(...['user1', 'user2', 'user3'].map((pk) => ({ pk, foo: 'bar' }))),
    ...run(exportTo('{id}')),
    ended({ ExportStatus: 'COMPLETED', ItemCount: 3, S3Bucket: '{id}', S3Prefix: 'prefix', TableArn: TABLE_ARN }),
    {
      call: 'dynamodb.ListExports',
      input: { TableArn: TABLE_ARN },
      contains: {
        ExportSummaries: [{ ExportArn: '{export.ExportDescription.ExportArn}', ExportStatus: 'COMPLETED', ExportType: 'FULL_EXPORT' }],
      },
    },
  ]),
];

const imported = (tests: string, title: string, steps: readonly Step[]): RecordedCase =>
  verified('test_dynamodb_import_table', tests, title, steps);
const table = (BillingMode: string) => ({
  TableName: 'imported',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode,
});
const importFrom = (source: object, InputCompressionType = 'NONE', BillingMode = 'PAY_PER_REQUEST') => ({
  S3BucketSource: source,
  InputFormat: 'DYNAMODB_JSON',
  InputCompressionType,
  TableCreationParameters: table(BillingMode),
});
const line = (plain: Item): string => JSON.stringify({ Item: item(plain) });
const object = (Key: string, Body: string | Uint8Array): Step => ({ call: 's3.PutObject', input: { Bucket: '{id}', Key, Body } });
const runImport = (source: object, compression?: string): Step[] => [
  { call: 'dynamodb.ImportTable', input: importFrom(source, compression), as: 'import' },
  { wait: '600s' },
];
const described = (ImportStatus: string, processed: number, imported_: number, more: object = {}): Step => ({
  call: 'dynamodb.DescribeImport',
  input: { ImportArn: '{import.ImportTableDescription.ImportArn}' },
  contains: {
    ImportTableDescription: {
      ImportStatus,
      ProcessedItemCount: processed,
      ImportedItemCount: imported_,
      ErrorCount: processed - imported_,
      ProcessedSizeBytes: ANY,
      ...more,
    },
  },
});
const count = (Count: number): Step => ({
  call: 'dynamodb.Scan',
  input: { TableName: 'imported', Select: 'COUNT' },
  answer: { Count, ScannedCount: Count },
});
const FROM = { S3Bucket: '{id}' };

const imports: RecordedCase[] = [
  imported('test_import_from_missing_s3_table', 'an import from a bucket that is not there fails, and makes no table', [
    ...runImport({ S3Bucket: 'absent-{id}' }),
    described('FAILED', 0, 0, { FailureCode: 'S3NoSuchBucket', FailureMessage: /The specified bucket does not exist/ }),
    { call: 'dynamodb.ListTables', answer: { TableNames: [] } },
  ]),
  imported('test_import_has_regular_validation', 'the table of an import is checked as every table is', [
    refused(
      'dynamodb.ImportTable',
      importFrom(FROM, 'NONE', 'PROVISIONED'),
      INVALID,
      'One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ),
  ]),
  imported('test_import_from_empty_s3_bucket', 'an import from an empty bucket makes an empty table', [
    bucket,
    ...runImport(FROM),
    described('COMPLETED', 0, 0, { ProcessedSizeBytes: 0 }),
    count(0),
  ]),
  imported('test_import_table_single_file_with_multiple_items', 'items of one object may follow each other on one line', [
    bucket,
    object(
      'data.json',
      [0, 1, 2, 3, 4].map((n) => `${line({ pk: `msg${n}` })}\n`).join('') +
        [10, 11, 12, 13, 14].map((n) => line({ pk: `msg${n}` })).join(''),
    ),
    ...runImport(FROM),
    described('COMPLETED', 10, 10),
    count(10),
  ]),
  imported(
    'test_import_table_multiple_files, test_only_process_file_with_prefix',
    'all objects under the prefix are imported, whatever their names are',
    [
      bucket,
      object('yes/data.json', line({ pk: 'msg1' })),
      object('yes/name-without-extension', line({ pk: 'msg2' })),
      object('no/data.json', line({ pk: 'msg3' })),
      ...runImport({ ...FROM, S3KeyPrefix: 'yes' }),
      described('COMPLETED', 2, 2),
      count(2),
    ],
  ),
  imported(
    'test_some_successfull_files_and_some_with_unknown_data',
    'an import with an object that holds no item fails, and keeps the others',
    [
      bucket,
      object('data.json', line({ pk: 'msg1' })),
      object('invalid', JSON.stringify(item({ pk: 'msg2' }))),
      ...runImport(FROM),
      described('FAILED', 2, 1),
      count(1),
    ],
  ),
  imported('test_process_gzipped_file', 'a compressed object is imported', [
    bucket,
    object('data.json', gzipSync(line({ pk: 'msg1' }))),
    ...runImport(FROM, 'GZIP'),
    described('COMPLETED', 1, 1),
    count(1),
  ]),
];

export const recorded: RecordedCases = { service: 'dynamodb', cases: [...exports, ...imports] };
