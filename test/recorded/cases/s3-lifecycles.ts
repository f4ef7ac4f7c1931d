// Recorded answers of object storage to lifecycles, logging and inventories that cannot be.
import { localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const refused = (code: string, message: string, contains: object = {}, status = 400) => ({ error: { code, message, status, contains } });
const MALFORMED = refused('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');
const lifecycle = (rule: object, outcome: object, more: object = {}): Step => ({
  call: 's3.PutBucketLifecycleConfiguration',
  input: { Bucket, LifecycleConfiguration: { Rules: [{ ID: 'rule', Status: 'Enabled', ...rule }] }, ...more },
  ...outcome,
});
const WEEK = { Expiration: { Days: 7 } };
const EXPIRATION = /^expiry-date="[^"]+ 00:00:00 GMT", rule-id="rule"$/;
const ALL = { Filter: { Prefix: '' } };
const TAG = { Key: 'a', Value: 'b' };

const lifecycles: RecordedCase[] = [
  ...(
    [
      ['without a filter', WEEK],
      ['whose noncurrent versions expire at no time', { ...ALL, NoncurrentVersionExpiration: {} }],
      ['with And and a prefix beside it', { ...WEEK, Filter: { And: { Prefix: 'a', Tags: [TAG] }, Prefix: 'b' } }],
      ['with a size and a prefix that And does not join', { ...WEEK, Filter: { ObjectSizeGreaterThan: 500, Prefix: '' } }],
      ['with days and the expiration of markers', { ...ALL, Expiration: { Days: 1, ExpiredObjectDeleteMarker: true } }],
    ] as const
  ).map(([which, rule]) => ({
    title: `a rule ${which} is no document`,
    source: s3('TestS3BucketLifecycle::test_put_bucket_lifecycle_conf_exc'),
    recorded: '2026-02',
    steps: [create, lifecycle(rule, MALFORMED)],
  })),
  {
    title: 'a rule expires at midnight, and has each tag once',
    source: s3('TestS3BucketLifecycle::test_put_bucket_lifecycle_conf_exc'),
    recorded: '2026-02',
    steps: [
      create,
      lifecycle(
        { ...ALL, Expiration: { Date: new Date('2030-01-01T01:00:00Z') } },
        refused('InvalidArgument', "'Date' must be at midnight GMT", { ArgumentName: 'Date' }),
      ),
      lifecycle(
        { ...WEEK, Filter: { And: { Tags: [TAG, { Key: 'a', Value: 'c' }] } } },
        refused('InvalidRequest', 'Duplicate Tag Keys are not allowed.'),
      ),
    ],
  },
  {
    title: 'an expiration is shown by uploads and reads, but not to who names a version',
    source: s3(
      'TestS3BucketLifecycle::test_bucket_lifecycle_configuration_object_expiry_versioned, TestS3::test_object_expiry_after_bucket_lifecycle_configuration',
    ),
    recorded: '2026-02',
    steps: [
      create,
      { call: 's3.PutBucketVersioning', input: { Bucket, VersioningConfiguration: { Status: 'Enabled' } } },
      lifecycle({ Filter: {}, ...WEEK }, {}),
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'test' }, as: 'put', contains: { Expiration: EXPIRATION } },
      { call: 's3.HeadObject', input: { Bucket, Key: 'k' }, contains: { Expiration: EXPIRATION } },
      { call: 's3.HeadObject', input: { Bucket, Key: 'k', VersionId: '{put.VersionId}' }, contains: { Expiration: NONE } },
    ],
  },
  {
    title: 'the least size of transitions is one of two words',
    source: s3('TestS3BucketLifecycle::test_s3_transition_default_minimum_object_size'),
    recorded: '2026-02',
    steps: [
      create,
      lifecycle({ ...ALL, ...WEEK }, refused('InvalidRequest', 'Invalid TransitionDefaultMinimumObjectSize found: value'), {
        TransitionDefaultMinimumObjectSize: 'value',
      }),
      lifecycle(
        { ...ALL, ...WEEK },
        { answer: { TransitionDefaultMinimumObjectSize: 'varies_by_storage_class' } },
        { TransitionDefaultMinimumObjectSize: 'varies_by_storage_class' },
      ),
    ],
  },
];

const log = (TargetBucket: string, outcome: object): Step => ({
  call: 's3.PutBucketLogging',
  input: { Bucket, BucketLoggingStatus: { LoggingEnabled: { TargetBucket, TargetPrefix: 'logs/' } } },
  ...outcome,
});
const inventory = (change: object, outcome: object): Step => ({
  call: 's3.PutBucketInventoryConfiguration',
  input: {
    Bucket,
    Id: 'inventory',
    InventoryConfiguration: {
      Id: 'inventory',
      Destination: { S3BucketDestination: { Bucket: 'arn:aws:s3:::{id}', Format: 'ORC' } },
      IsEnabled: true,
      IncludedObjectVersions: 'All',
      Schedule: { Frequency: 'Daily' },
      ...change,
    },
  },
  ...outcome,
});

const others: RecordedCase[] = [
  {
    title: 'access logs go to a bucket that exists, in the same region',
    source: s3('TestS3BucketLogging::test_put_bucket_logging_wrong_target, test_put_bucket_logging_cross_locations'),
    recorded: '2026-02',
    steps: [
      create,
      log(
        '{id}-none',
        refused('InvalidTargetBucketForLogging', 'The target bucket for logging does not exist', { TargetBucket: '{id}-none' }),
      ),
      {
        call: 's3.CreateBucket',
        region: 'us-west-2',
        input: { Bucket: '{id}-west', CreateBucketConfiguration: { LocationConstraint: 'us-west-2' } },
      },
      log(
        '{id}-west',
        refused('CrossLocationLoggingProhibitted', 'Cross S3 location logging not allowed. ', { TargetBucketLocation: 'us-west-2' }, 403),
      ),
    ],
  },
  {
    title: 'an inventory has the id of its request, and a destination that is the ARN of a bucket',
    source: s3('TestS3::test_s3_put_inventory_report_exceptions'),
    recorded: '2026-02',
    steps: [
      create,
      inventory({ Id: 'other' }, refused('IdMismatch', 'Document ID does not match the specified configuration ID.')),
      inventory(
        { Destination: { S3BucketDestination: { Bucket: '{id}', Format: 'ORC' } } },
        refused('InvalidS3DestinationBucket', 'Invalid bucket ARN.'),
      ),
    ],
  },
  ...(
    [
      ['format', { Destination: { S3BucketDestination: { Bucket: 'arn:aws:s3:::{id}', Format: 'WRONG-FORMAT' } } }],
      ['frequency', { Schedule: { Frequency: 'Hourly' } }],
      ['set of versions', { IncludedObjectVersions: 'Wrong' }],
      ['field', { OptionalFields: ['TestField'] }],
    ] as const
  ).map(([which, change]) => ({
    title: `an inventory of an unknown ${which} is no document`,
    source: s3('TestS3::test_s3_put_inventory_report_exceptions'),
    recorded: '2026-02',
    steps: [create, inventory(change, MALFORMED)],
  })),
];

export const recorded: RecordedCases = { service: 's3', cases: [...lifecycles, ...others] };
