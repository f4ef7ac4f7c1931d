// Recorded answers of S3 to access lists, locks and sources that are wrong, and about lists and configurations that have an id.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const bucket: Step = { call: 's3.CreateBucket', input: { Bucket: '{id}' } };
const locked: Step = { call: 's3.CreateBucket', input: { Bucket: '{id}', ObjectLockEnabledForBucket: true } };
const put: Step = { call: 's3.PutObject', input: { Bucket: '{id}', Key: 'key', Body: 'x' } };
const MALFORMED = 'The XML you provided was not well-formed or did not validate against our published schema';
const GROUP = 'http://acs.amazonaws.com/groups/s3/FakeGroup';

/** Access lists that are none: what they are made of, and how they are refused, also by a bucket that takes none. */
const LISTS: readonly [what: string, input: object, code: string, message: string, more?: object][] = [
  ['a canned list that is none', { ACL: 'fake-acl' }, 'InvalidArgument', '', { ArgumentName: 'x-amz-acl', ArgumentValue: 'fake-acl' }],
  [
    'both kinds of lists',
    { ACL: 'public-read', GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' },
    'InvalidRequest',
    'Specifying both Canned ACLs and Header Grants is not allowed',
  ],
  [
    'a group that is none',
    { GrantWrite: `uri="${GROUP}"` },
    'InvalidArgument',
    'Invalid group uri',
    { ArgumentName: 'uri', ArgumentValue: GROUP },
  ],
  [
    'an id that is none',
    { GrantWrite: 'id="wrong-id"' },
    'InvalidArgument',
    'Invalid id',
    { ArgumentName: 'id', ArgumentValue: 'wrong-id' },
  ],
  ['a document without an owner', { AccessControlPolicy: { Grants: [] } }, 'MalformedACLError', MALFORMED],
];
const lists = LISTS.map(
  ([what, input, code, message, contains = {}]): RecordedCase => ({
    title: `${what} is refused before a bucket says that it takes no lists`,
    source: test('TestS3::test_s3_bucket_acl_exceptions, …test_s3_object_acl_exceptions'),
    recorded: '2026-02',
    steps: [
      bucket,
      put,
      ...['PutBucketAcl', 'PutObjectAcl'].map(
        (operation): Step => ({
          call: `s3.${operation}`,
          input: { Bucket: '{id}', ...(operation === 'PutObjectAcl' ? { Key: 'key' } : {}), ...input },
          error: { code, ...(message === '' ? {} : { message }), status: 400, contains },
        }),
      ),
    ],
  }),
);

const LOCK = 'x-amz-object-lock-';
const locks: RecordedCase[] = [
  {
    title: 'a lock has a mode and a date, and its refusal names the one that is missing',
    source: test('TestS3ObjectLockRetention::test_s3_object_lock_mode_validation, …test_bucket_config_default_retention'),
    recorded: '2026-02',
    steps: [
      locked,
      ...[
        [{ ObjectLockMode: 'GOVERNANCE' }, `${LOCK}retain-until-date`],
        [{ ObjectLockRetainUntilDate: new Date('2040-01-01') }, `${LOCK}mode`],
      ].map(
        ([input, ArgumentName]): Step => ({
          call: 's3.PutObject',
          input: { Bucket: '{id}', Key: 'key', ...(input as object) },
          error: {
            code: 'InvalidArgument',
            message: `${LOCK}retain-until-date and ${LOCK}mode must both be supplied`,
            contains: { ArgumentName, ArgumentValue: NONE },
          },
        }),
      ),
    ],
  },
  {
    title: 'the date of a retention is named as its document names it',
    source: test('TestS3ObjectLockRetention::test_s3_object_retention_exc'),
    recorded: '2026-02',
    steps: [
      locked,
      put,
      {
        call: 's3.PutObjectRetention',
        input: { Bucket: '{id}', Key: 'key', Retention: { Mode: 'GOVERNANCE', RetainUntilDate: new Date('2020-01-01') } },
        error: {
          code: 'InvalidArgument',
          message: 'The retain until date must be in the future!',
          contains: { ArgumentName: 'RetainUntilDate' },
        },
      },
    ],
  },
  {
    title: 'a legal hold without a state is told before a bucket without locks',
    source: test('TestS3ObjectLockLegalHold::test_put_object_legal_hold_exc'),
    recorded: '2026-02',
    steps: [
      bucket,
      put,
      {
        call: 's3.PutObjectLegalHold',
        input: { Bucket: '{id}', Key: 'key', LegalHold: {} },
        error: { code: 'MalformedXML', message: MALFORMED },
      },
      {
        call: 's3.PutObjectLegalHold',
        input: { Bucket: '{id}', Key: 'key', LegalHold: { Status: 'ON' } },
        error: { code: 'InvalidRequest', message: 'Bucket is missing Object Lock Configuration' },
      },
    ],
  },
  {
    title: 'the source of a copy has a key',
    source: test('TestS3::test_s3_copy_object_wrong_format'),
    recorded: '2026-02',
    steps: [
      bucket,
      {
        call: 's3.CopyObject',
        input: { Bucket: '{id}', Key: 'key', CopySource: 'wrongformat' },
        error: {
          code: 'InvalidArgument',
          message: 'Invalid copy source object key',
          contains: { ArgumentName: 'x-amz-copy-source', ArgumentValue: 'x-amz-copy-source' },
        },
      },
    ],
  },
];

const CONFIGURATIONS = [
  ['analytics', '<AnalyticsConfiguration><Id>all</Id><StorageClassAnalysis/></AnalyticsConfiguration>', 'test_s3_analytics_configurations'],
  ['metrics', '<MetricsConfiguration><Id>all</Id></MetricsConfiguration>', 'test_put_bucket_metrics_configuration'],
] as const;
const others: RecordedCase[] = [
  ...CONFIGURATIONS.map(
    ([kind, body, name]): RecordedCase => ({
      title: `a configuration of ${kind} is taken without content`,
      source: localstack(`s3/${kind === 'metrics' ? 'test_s3_api.py::TestS3MetricsConfiguration' : 'test_s3.py::TestS3'}::${name}`),
      recorded: '2026-02',
      steps: [bucket, { http: `PUT /{id}?${kind}&id=all`, service: 's3', body, status: 204 }],
    }),
  ),
  {
    title: 'a list of buckets names their ARNs, and their regions where it is asked for in pages',
    source: test('TestS3::test_delete_bucket_with_content'),
    recorded: '2026-02',
    steps: [
      bucket,
      {
        call: 's3.ListBuckets',
        answer: { Buckets: [{ Name: '{id}', BucketArn: 'arn:aws:s3:::{id}', CreationDate: ANY }], Owner: { ID: ANY } },
      },
      {
        call: 's3.ListBuckets',
        input: { MaxBuckets: 10 },
        contains: { Buckets: [{ Name: '{id}', BucketArn: 'arn:aws:s3:::{id}', BucketRegion: 'us-east-1' }] },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...lists, ...locks, ...others] };
