// Recorded answers of object storage to configurations of buckets that cannot be, and about those that are not there.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const api = (name: string): string => localstack(`s3/test_s3_api.py::${name}`);
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const call = (operation: string, input: object, outcome: object): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, ...input },
  ...outcome,
});
const refused = (code: string, message: string, contains: object = {}, status = 400) => ({ error: { code, message, status, contains } });
const MALFORMED = refused('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');
const NO_BUCKET = refused('NoSuchBucket', 'The specified bucket does not exist', { BucketName: '{id}' }, 404);
const enable = (Status: string): Step => ({ call: 's3.PutBucketVersioning', input: { Bucket, VersioningConfiguration: { Status } } });

const versioning: RecordedCase[] = [
  {
    title: 'a versioning is Enabled or Suspended, in this case',
    source: api('TestS3BucketVersioning::test_bucket_versioning_crud'),
    recorded: '2026-02',
    steps: [
      create,
      call('GetBucketVersioning', {}, { answer: {} }),
      ...['enabled', 'Disabled'].map((Status) => call('PutBucketVersioning', { VersioningConfiguration: { Status } }, MALFORMED)),
      call(
        'PutBucketVersioning',
        { VersioningConfiguration: {} },
        refused('IllegalVersioningConfigurationException', 'The Versioning element must be specified'),
      ),
      enable('Enabled'),
      call('GetBucketVersioning', {}, { answer: { Status: 'Enabled' } }),
      enable('Suspended'),
      call('GetBucketVersioning', {}, { answer: { Status: 'Suspended' } }),
    ],
  },
  {
    title: 'a bucket with objects, or with versions of them, is not deleted',
    source: api('TestS3BucketCRUD::test_delete_bucket_with_objects, test_delete_versioned_bucket_with_objects'),
    recorded: '2026-02',
    steps: [
      create,
      call('PutObject', { Key: 'k', Body: 'x' }, {}),
      call('DeleteBucket', {}, refused('BucketNotEmpty', 'The bucket you tried to delete is not empty', { BucketName: '{id}' }, 409)),
      enable('Enabled'),
      call('DeleteObject', { Key: 'k' }, {}),
      call(
        'DeleteBucket',
        {},
        refused(
          'BucketNotEmpty',
          'The bucket you tried to delete is not empty. You must delete all versions in the bucket.',
          { BucketName: '{id}' },
          409,
        ),
      ),
    ],
  },
];

const READS: readonly (readonly [operation: string, code: string, message: string])[] = [
  ['GetBucketTagging', 'NoSuchTagSet', 'The TagSet does not exist'],
  ['GetBucketPolicy', 'NoSuchBucketPolicy', 'The bucket policy does not exist'],
  ['GetBucketLifecycleConfiguration', 'NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist'],
  ['GetBucketWebsite', 'NoSuchWebsiteConfiguration', 'The specified bucket does not have a website configuration'],
  ['GetObjectLockConfiguration', 'ObjectLockConfigurationNotFoundError', 'Object Lock configuration does not exist for this bucket'],
];

const absent: RecordedCase[] = [
  {
    title: 'a bucket without tags, policy, lifecycle, website or lock says so with its name',
    source: `${api('TestS3BucketPolicy::test_bucket_policy_crud and others')}, ${s3('TestS3BucketLifecycle::test_delete_bucket_lifecycle_configuration')}`,
    recorded: '2026-02',
    steps: [create, ...READS.map(([operation, code, message]) => call(operation, {}, refused(code, message, { BucketName: '{id}' }, 404)))],
  },
  {
    title: 'reads of the configurations of a bucket that is not there name the bucket',
    source: `${api('TestS3BucketEncryption::test_s3_default_bucket_encryption_exc')}, ${s3('TestS3::test_bucket_availability')}`,
    recorded: '2026-02',
    steps: [
      'GetBucketVersioning',
      'GetBucketEncryption',
      'DeleteBucketEncryption',
      'GetBucketLifecycleConfiguration',
      'GetBucketReplication',
      'GetBucketNotificationConfiguration',
      'GetBucketTagging',
      'DeleteBucketTagging',
      'GetBucketAcl',
      'DeleteBucket',
    ].map((operation) => call(operation, {}, NO_BUCKET)),
  },
  ...(['Metrics', 'Analytics', 'Inventory', 'IntelligentTiering'] as const).map((kind) => ({
    title: `a configuration of ${kind} that is not there is neither read nor deleted`,
    source: `${api('TestS3MetricsConfiguration::test_delete_metrics_configuration_twice')}, ${s3('TestS3::test_s3_analytics_configurations')}`,
    recorded: '2026-02',
    steps: [
      create,
      ...['Get', 'Delete'].map((verb) =>
        call(
          `${verb}Bucket${kind}Configuration`,
          { Id: 'none' },
          refused('NoSuchConfiguration', 'The specified configuration does not exist.', {}, 404),
        ),
      ),
    ],
  })),
];

const encryption = (Rules: readonly object[], outcome: object): Step =>
  call('PutBucketEncryption', { ServerSideEncryptionConfiguration: { Rules } }, outcome);
const AES = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } };
const KMS = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' }, BucketKeyEnabled: true };
const lock = (ObjectLockConfiguration: object, outcome: object): Step =>
  call('PutObjectLockConfiguration', { ObjectLockConfiguration }, outcome);
const ENABLED = { ObjectLockEnabled: 'Enabled' };
const MODE = { Mode: 'GOVERNANCE' };

const refusals: RecordedCase[] = [
  {
    title: 'an encryption has one rule, and a key only for KMS',
    source: api('TestS3BucketEncryption::test_s3_default_bucket_encryption_exc'),
    recorded: '2026-02',
    steps: [
      create,
      encryption([], MALFORMED),
      encryption([KMS, AES], MALFORMED),
      encryption(
        [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256', KMSMasterKeyID: 'randomkeyid' } }],
        refused('InvalidArgument', 'a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse', {
          ArgumentName: 'ApplyServerSideEncryptionByDefault',
        }),
      ),
    ],
  },
  {
    title: 'object lock needs a bucket with versions',
    source: api('TestS3ObjectLock::test_put_object_lock_configuration_on_existing_bucket'),
    recorded: '2026-02',
    steps: [
      create,
      ...[[], [enable('Suspended')]].flatMap((before) => [
        ...before,
        lock(
          ENABLED,
          refused('InvalidBucketState', "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration", {}, 409),
        ),
      ]),
      enable('Enabled'),
      lock(ENABLED, {}),
      call('GetObjectLockConfiguration', {}, { answer: { ObjectLockConfiguration: ENABLED } }),
    ],
  },
  ...(
    [
      ['that is not enabled', { Rule: { DefaultRetention: { ...MODE, Days: 1 } } }],
      ['that is empty', {}],
      ['with an empty rule', { ...ENABLED, Rule: {} }],
      ['with an empty retention', { ...ENABLED, Rule: { DefaultRetention: {} } }],
      ['without a time', { ...ENABLED, Rule: { DefaultRetention: MODE } }],
      ['with an unknown mode', { ...ENABLED, Rule: { DefaultRetention: { Mode: 'BAD-VALUE', Days: 1 } } }],
      ['with days and years', { ...ENABLED, Rule: { DefaultRetention: { ...MODE, Days: 1, Years: 1 } } }],
    ] as const
  ).map(([which, configuration]) => ({
    title: `an object lock ${which} is no document`,
    source: api('TestS3ObjectLock::test_put_object_lock_configuration_exc'),
    recorded: '2026-02',
    steps: [{ call: 's3.CreateBucket', input: { Bucket, ObjectLockEnabledForBucket: true } }, lock(configuration, MALFORMED)],
  })),
  {
    title: 'the versions of a locked bucket are not suspended',
    source: api('TestS3ObjectLock::test_disable_versioning_on_locked_bucket'),
    recorded: '2026-02',
    steps: [
      { call: 's3.CreateBucket', input: { Bucket, ObjectLockEnabledForBucket: true } },
      call(
        'PutBucketVersioning',
        { VersioningConfiguration: { Status: 'Suspended' } },
        refused(
          'InvalidBucketState',
          'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.',
          {},
          409,
        ),
      ),
      enable('Enabled'),
    ],
  },
  {
    title: 'a policy is a JSON object with statements',
    source: api('TestS3BucketPolicy::test_bucket_policy_exc'),
    recorded: '2026-02',
    steps: [
      create,
      ...['', 'invalid json'].map((Policy) =>
        call('PutBucketPolicy', { Policy }, refused('MalformedPolicy', "Policies must be valid JSON and the first byte must be '{'")),
      ),
      call('PutBucketPolicy', { Policy: '{}' }, refused('MalformedPolicy', 'Missing required field Statement')),
    ],
  },
  {
    title: 'an acceleration is Enabled or Suspended, and not for buckets with dots',
    source: api('TestS3BucketAccelerateConfiguration::test_bucket_acceleration_configuration_exc'),
    recorded: '2026-02',
    steps: [
      create,
      ...['enabled', 'random'].map((Status) =>
        call('PutBucketAccelerateConfiguration', { AccelerateConfiguration: { Status } }, MALFORMED),
      ),
      { call: 's3.CreateBucket', input: { Bucket: 'dot.{id}' } },
      call(
        'PutBucketAccelerateConfiguration',
        { Bucket: 'dot.{id}', AccelerateConfiguration: { Status: 'Enabled' } },
        refused('InvalidRequest', 'S3 Transfer Acceleration is not supported for buckets with periods (.) in their names'),
      ),
    ],
  },
  {
    title: 'who pays is the requester or the owner of the bucket',
    source: s3('TestS3::test_s3_request_payer, test_s3_request_payer_exceptions'),
    recorded: '2026-02',
    steps: [
      create,
      call('PutBucketRequestPayment', { RequestPaymentConfiguration: { Payer: 'Random' } }, MALFORMED),
      call('GetBucketRequestPayment', {}, { answer: { Payer: 'BucketOwner' } }),
    ],
  },
  {
    title: 'a filter of notifications names prefix or suffix, with a value',
    source: api('TestS3BucketNotificationConfiguration::test_bucket_notification_with_missing_values_in_rule, …_with_invalid_filter_rules'),
    recorded: '2026-02',
    steps: [
      create,
      ...(
        [
          [{ Name: 'prefix' }, MALFORMED],
          [{ Value: 'x' }, MALFORMED],
          [
            { Name: 'INVALID', Value: 'test' },
            refused('InvalidArgument', 'filter rule name must be either prefix or suffix', {
              ArgumentName: 'FilterRule.Name',
              ArgumentValue: 'INVALID',
            }),
          ],
        ] as const
      ).map(([rule, outcome]) =>
        call(
          'PutBucketNotificationConfiguration',
          {
            SkipDestinationValidation: true,
            NotificationConfiguration: {
              QueueConfigurations: [
                {
                  Id: 'id',
                  QueueArn: 'arn:aws:sqs:us-east-1:{account}:q',
                  Events: ['s3:ObjectCreated:*'],
                  Filter: { Key: { FilterRules: [rule] } },
                },
              ],
            },
          },
          outcome,
        ),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...versioning, ...absent, ...refusals] };
