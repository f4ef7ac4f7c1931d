// A bucket with all settings of stored objects.
import { absent, readBack } from './s3-parts.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const ACCOUNT = '000000000000';
const NAME = 'every-property';
const versioned = { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: { Status: 'Enabled' } } };
const JANUARY = '2040-01-01T00:00:00.000Z';
const TAG_FILTERS = [{ Key: 'a', Value: 'b' }];

const rulesOf = (day: object, days: object) => [
  {
    ...{ Id: 'all', Status: 'Enabled', Prefix: 'logs/', TagFilters: TAG_FILTERS, ExpirationInDays: 365 },
    ...{ ObjectSizeGreaterThan: 1000, ObjectSizeLessThan: 2000 },
    Transitions: [{ StorageClass: 'GLACIER', ...days }],
    NoncurrentVersionTransitions: [{ StorageClass: 'GLACIER', ...days, NewerNoncurrentVersions: 2 }],
    NoncurrentVersionExpiration: { NoncurrentDays: 60, NewerNoncurrentVersions: 3 },
  },
  { Id: 'day', Status: 'Enabled', ExpirationDate: JANUARY, Transition: { StorageClass: 'GLACIER', ...day } },
  { Id: 'days', Status: 'Enabled', Transitions: [{ StorageClass: 'GLACIER', ...day }] },
  {
    ...{ Id: 'marks', Status: 'Disabled', ExpiredObjectDeleteMarker: true },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
  },
  {
    ...{ Id: 'old', Status: 'Enabled', Transition: { StorageClass: 'Glacier', ...days }, NoncurrentVersionExpirationInDays: 90 },
    NoncurrentVersionTransition: { StorageClass: 'GLACIER', ...days, NewerNoncurrentVersions: 4 },
  },
];

const bucketExport = { BucketArn: getAtt('Other', 'Arn'), BucketAccountId: ACCOUNT, Format: 'CSV', Prefix: 'out/' };

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::S3::Bucket',
    title: 'stored',
    absent,
    needs: { Other: versioned },
    properties: {
      BucketName: NAME,
      AccessControl: 'PublicRead',
      OwnershipControls: { Rules: [{ ObjectOwnership: 'ObjectWriter' }] },
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: false, BlockPublicPolicy: true, IgnorePublicAcls: false, RestrictPublicBuckets: true },
      },
      AbacStatus: 'Enabled',
      AccelerateConfiguration: { AccelerationStatus: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          {
            BucketKeyEnabled: true,
            ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: 'alias/aws/s3' },
            BlockedEncryptionTypes: { EncryptionType: ['SSE-C'] },
          },
        ],
      },
      CorsConfiguration: {
        CorsRules: [
          {
            ...{ AllowedHeaders: ['*'], AllowedMethods: ['GET'], AllowedOrigins: ['https://a.example'] },
            ...{ ExposedHeaders: ['etag'], Id: 'one', MaxAge: 60 },
          },
        ],
      },
      LifecycleConfiguration: {
        TransitionDefaultMinimumObjectSize: 'varies_by_storage_class',
        Rules: rulesOf({ TransitionDate: JANUARY }, { TransitionInDays: 30 }),
      },
      LoggingConfiguration: {
        ...{ DestinationBucketName: ref('Other'), LogFilePrefix: 'log/' },
        TargetObjectKeyFormat: { PartitionedPrefix: { PartitionDateSource: 'EventTime' } },
      },
      Tags: TAGS,
      VersioningConfiguration: { Status: 'Enabled' },
      AnalyticsConfigurations: [
        {
          ...{ Id: 'analysed', Prefix: 'a/', TagFilters: TAG_FILTERS },
          StorageClassAnalysis: { DataExport: { OutputSchemaVersion: 'V_1', Destination: bucketExport } },
        },
      ],
      IntelligentTieringConfigurations: [
        { Id: 'tiered', Prefix: 't/', TagFilters: TAG_FILTERS, Status: 'Enabled', Tierings: [{ AccessTier: 'ARCHIVE_ACCESS', Days: 90 }] },
      ],
      InventoryConfigurations: [
        {
          ...{ Id: 'counted', Enabled: true, IncludedObjectVersions: 'All', OptionalFields: ['Size'], Prefix: 'i/' },
          ...{ ScheduleFrequency: 'Daily', Destination: bucketExport },
        },
      ],
      MetricsConfigurations: [
        { Id: 'measured', Prefix: 'm/', TagFilters: TAG_FILTERS, AccessPointArn: `arn:aws:s3:us-east-1:${ACCOUNT}:accesspoint/a` },
      ],
      ReplicationConfiguration: {
        Role: ROLE,
        Rules: [
          {
            ...{ Id: 'copied', Priority: 1, Status: 'Enabled', DeleteMarkerReplication: { Status: 'Disabled' } },
            Filter: { And: { Prefix: 'r/', TagFilters: TAG_FILTERS } },
            SourceSelectionCriteria: { ReplicaModifications: { Status: 'Enabled' }, SseKmsEncryptedObjects: { Status: 'Enabled' } },
            Destination: {
              ...{ Bucket: getAtt('Other', 'Arn'), Account: ACCOUNT, StorageClass: 'GLACIER' },
              AccessControlTranslation: { Owner: 'Destination' },
              EncryptionConfiguration: { ReplicaKmsKeyID: 'alias/aws/s3' },
              Metrics: { Status: 'Enabled', EventThreshold: { Minutes: 15 } },
              ReplicationTime: { Status: 'Enabled', Time: { Minutes: 15 } },
            },
          },
        ],
      },
    },
    readBack,
    ref: /^every-property$/,
    expected: {
      accelerate: 'Enabled',
      grants: 2,
      abac: 'Enabled',
      encryption: [
        {
          BucketKeyEnabled: true,
          ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: 'alias/aws/s3' },
          BlockedEncryptionTypes: { EncryptionType: ['SSE-C'] },
        },
      ],
      cors: [
        {
          ...{ AllowedHeaders: ['*'], AllowedMethods: ['GET'], AllowedOrigins: ['https://a.example'] },
          ...{ ExposeHeaders: ['etag'], ID: 'one', MaxAgeSeconds: 60 },
        },
      ],
      lifecycle: {
        TransitionDefaultMinimumObjectSize: 'varies_by_storage_class',
        Rules: [
          {
            ID: 'all',
            Filter: { And: { Prefix: 'logs/', Tags: TAG_FILTERS, ObjectSizeGreaterThan: 1000, ObjectSizeLessThan: 2000 } },
            Expiration: { Days: 365 },
            Transitions: [{ StorageClass: 'GLACIER', Days: 30 }],
            NoncurrentVersionTransitions: [{ StorageClass: 'GLACIER', NoncurrentDays: 30, NewerNoncurrentVersions: 2 }],
            NoncurrentVersionExpiration: { NoncurrentDays: 60, NewerNoncurrentVersions: 3 },
          },
          { ID: 'day', Expiration: { Date: new Date(JANUARY) }, Transitions: [{ StorageClass: 'GLACIER', Date: new Date(JANUARY) }] },
          { ID: 'days', Transitions: [{ StorageClass: 'GLACIER', Date: new Date(JANUARY) }] },
          {
            ...{ ID: 'marks', Status: 'Disabled', Expiration: { ExpiredObjectDeleteMarker: true } },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
          },
          {
            ...{ ID: 'old', Transitions: [{ StorageClass: 'GLACIER', Days: 30 }] },
            NoncurrentVersionTransitions: [{ StorageClass: 'GLACIER', NoncurrentDays: 30, NewerNoncurrentVersions: 4 }],
            NoncurrentVersionExpiration: { NoncurrentDays: 90 },
          },
        ],
      },
      logging: { TargetPrefix: 'log/', TargetObjectKeyFormat: { PartitionedPrefix: { PartitionDateSource: 'EventTime' } } },
      ownership: [{ ObjectOwnership: 'ObjectWriter' }],
      open: { BlockPublicAcls: false, BlockPublicPolicy: true, IgnorePublicAcls: false, RestrictPublicBuckets: true },
      tags: TAGS,
      versioning: 'Enabled',
      analytics: [
        {
          ...{ Id: 'analysed', Filter: { And: { Prefix: 'a/', Tags: TAG_FILTERS } } },
          StorageClassAnalysis: {
            DataExport: {
              OutputSchemaVersion: 'V_1',
              Destination: { S3BucketDestination: { BucketAccountId: ACCOUNT, Format: 'CSV', Prefix: 'out/' } },
            },
          },
        },
      ],
      tiering: [
        {
          ...{ Id: 'tiered', Status: 'Enabled', Filter: { And: { Prefix: 't/', Tags: TAG_FILTERS } } },
          Tierings: [{ AccessTier: 'ARCHIVE_ACCESS', Days: 90 }],
        },
      ],
      inventory: [
        {
          ...{ Id: 'counted', IsEnabled: true, IncludedObjectVersions: 'All', OptionalFields: ['Size'] },
          ...{ Filter: { Prefix: 'i/' }, Schedule: { Frequency: 'Daily' } },
          Destination: { S3BucketDestination: { AccountId: ACCOUNT, Format: 'CSV', Prefix: 'out/' } },
        },
      ],
      metrics: [
        {
          Id: 'measured',
          Filter: { And: { Prefix: 'm/', Tags: TAG_FILTERS, AccessPointArn: `arn:aws:s3:us-east-1:${ACCOUNT}:accesspoint/a` } },
        },
      ],
      replication: {
        Role: ROLE,
        Rules: [
          {
            ...{ ID: 'copied', Priority: 1, Status: 'Enabled', DeleteMarkerReplication: { Status: 'Disabled' } },
            Filter: { And: { Prefix: 'r/', Tags: TAG_FILTERS } },
            SourceSelectionCriteria: { ReplicaModifications: { Status: 'Enabled' }, SseKmsEncryptedObjects: { Status: 'Enabled' } },
            Destination: {
              ...{ Account: ACCOUNT, StorageClass: 'GLACIER', AccessControlTranslation: { Owner: 'Destination' } },
              EncryptionConfiguration: { ReplicaKmsKeyID: 'alias/aws/s3' },
              Metrics: { Status: 'Enabled', EventThreshold: { Minutes: 15 } },
              ReplicationTime: { Status: 'Enabled', Time: { Minutes: 15 } },
            },
          },
        ],
      },
    },
    change: {
      properties: {
        BucketName: NAME,
        VersioningConfiguration: { Status: 'Enabled' },
        LoggingConfiguration: { DestinationBucketName: ref('Other'), TargetObjectKeyFormat: { SimplePrefix: {} } },
        IntelligentTieringConfigurations: [{ Id: 'other', Status: 'Disabled', Tierings: [{ AccessTier: 'ARCHIVE_ACCESS', Days: 90 }] }],
        MetricsConfigurations: [{ Id: 'measured', Prefix: 'n/' }],
        ReplicationConfiguration: {
          Role: ROLE,
          Rules: [{ Id: 'all', Prefix: 'r/', Status: 'Enabled', Destination: { Bucket: getAtt('Other', 'Arn') } }],
        },
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        ...{ cors: undefined, lifecycle: undefined, analytics: undefined, inventory: undefined, versioning: 'Enabled' },
        ...{ tags: [{ Key: 'team', Value: 'red' }], tiering: [{ Id: 'other' }], metrics: [{ Id: 'measured', Filter: { Prefix: 'n/' } }] },
        replication: { Rules: [{ ID: 'all', Prefix: 'r/' }] },
      },
    },
    slow: 'what was never set and what was taken away again differ in what is kept',
    untested: {
      'ReplicationConfiguration.Rules.Filter.Prefix': 'the same as in And',
      'ReplicationConfiguration.Rules.Filter.TagFilter': 'the same as in And',
      'NotificationConfiguration.TopicConfigurations': 'there are no topics here',
    },
  },
];
