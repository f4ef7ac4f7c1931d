// Recorded answers of object storage about buckets, their settings, and requests as a whole.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };

const buckets: RecordedCase[] = [
  {
    title: 'buckets have an ARN and a region in answers',
    source: s3('TestS3::test_create_bucket_head_bucket, test_region_header_exists_outside_us_east_1'),
    recorded: '2026-02',
    steps: [
      { call: 's3.CreateBucket', input: { Bucket }, answer: { BucketArn: 'arn:aws:s3:::{id}', Location: '/{id}' } },
      {
        call: 's3.HeadBucket',
        input: { Bucket },
        answer: { AccessPointAlias: false, BucketArn: 'arn:aws:s3:::{id}', BucketRegion: 'us-east-1' },
      },
      {
        http: 'HEAD /{id}',
        service: 's3',
        status: 200,
        answerHeaders: {
          'content-type': 'application/xml',
          'x-amz-bucket-arn': 'arn:aws:s3:::{id}',
          'x-amz-bucket-region': 'us-east-1',
          server: 'AmazonS3',
          'x-amz-id-2': ANY,
        },
      },
      { http: 'GET /{id}?list-type=2', service: 's3', status: 200, answerHeaders: { 'x-amz-bucket-region': 'us-east-1' } },
      {
        call: 's3.ListBuckets',
        input: { Prefix: Bucket },
        contains: { Buckets: [{ Name: Bucket, BucketArn: 'arn:aws:s3:::{id}', BucketRegion: 'us-east-1' }] },
      },
    ],
  },
  {
    title: 'the location constraint EU stays what it was',
    source: s3('TestS3::test_create_bucket_with_eu_location_constraint'),
    recorded: '2026-02',
    steps: [
      { call: 's3.CreateBucket', input: { Bucket, CreateBucketConfiguration: { LocationConstraint: 'EU' } } },
      { call: 's3.GetBucketLocation', input: { Bucket }, answer: { LocationConstraint: 'EU' } },
      { call: 's3.HeadBucket', input: { Bucket }, contains: { BucketRegion: 'eu-west-1' } },
    ],
  },
  ...(
    [
      ['us-east-1', 'us-east-1', 'InvalidLocationConstraint', 'The specified location-constraint is not valid'],
      ['us-east-1', 'foo', 'InvalidLocationConstraint', 'The specified location-constraint is not valid'],
      ['eu-west-1', 'bar', 'IllegalLocationConstraintException', 'The bar location constraint is incompatible'],
      ['us-west-2', 'us-east-1', 'IllegalLocationConstraintException', 'The us-east-1 location constraint is incompatible'],
      ['us-west-2', 'EU', 'IllegalLocationConstraintException', 'The EU location constraint is incompatible'],
    ] as const
  ).map(([region, LocationConstraint, code, message]) => ({
    title: `the location constraint ${LocationConstraint} is refused in ${region}`,
    source: s3('TestS3::test_create_bucket_with_invalid_location_constraint, test_different_location_constraint'),
    recorded: '2026-02',
    steps: [
      {
        call: 's3.CreateBucket',
        region,
        input: { Bucket, CreateBucketConfiguration: { LocationConstraint } },
        error: { code, message: new RegExp(`^${message}`), status: 400 },
      },
    ],
  })),
  {
    title: 'an expected owner that is no account number is refused as such',
    source: s3('TestS3::test_delete_bucket_policy_expected_bucket_owner'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.DeleteBucketPolicy',
        input: { Bucket, ExpectedBucketOwner: 'invalid' },
        error: {
          code: 'InvalidBucketOwnerAWSAccountID',
          message: 'The value of the expected bucket owner parameter must be an AWS Account ID... [invalid]',
          status: 400,
        },
      },
      {
        call: 's3.DeleteBucketPolicy',
        input: { Bucket, ExpectedBucketOwner: '000000000002' },
        error: { code: 'AccessDenied', status: 403 },
      },
    ],
  },
];

const errors: RecordedCase[] = [
  {
    title: 'errors name no resource',
    source: s3('TestS3::test_get_object_no_such_bucket'),
    recorded: '2026-02',
    steps: [
      {
        http: 'GET /{id}-none/k',
        service: 's3',
        status: 404,
        answerBody:
          /<Error><Code>NoSuchBucket<\/Code><Message>The specified bucket does not exist<\/Message><BucketName>.*-none<\/BucketName><RequestId>/,
        answerLacks: /<Resource>/,
      },
    ],
  },
  {
    title: 'a configuration that is not there is named without its bucket',
    source: localstack('s3/test_s3_api.py::TestS3MetricsConfiguration::test_get_bucket_metrics_configuration_not_exist'),
    recorded: '2026-02',
    steps: [
      create,
      {
        call: 's3.GetBucketMetricsConfiguration',
        input: { Bucket, Id: 'none' },
        error: {
          code: 'NoSuchConfiguration',
          message: 'The specified configuration does not exist.',
          status: 404,
          contains: { BucketName: NONE },
        },
      },
    ],
  },
];

const arn = (service: string, name: string): string => `arn:aws:${service}:us-east-1:{account}:${name}`;
const configure = (NotificationConfiguration: object, more: object, error: object): Step => ({
  call: 's3.PutBucketNotificationConfiguration',
  input: { Bucket, NotificationConfiguration, ...more },
  error: { code: 'InvalidArgument', ...error },
});
const Events = ['s3:ObjectCreated:*'];
const notifications: RecordedCase[] = [
  ...(
    [
      ['Queue', { QueueConfigurations: [{ QueueArn: 'invalid', Events }] }],
      ['CloudFunction', { LambdaFunctionConfigurations: [{ LambdaFunctionArn: 'invalid', Events }] }],
      ['Topic', { TopicConfigurations: [{ TopicArn: 'invalid', Events }] }],
    ] as const
  ).map(([ArgumentName, configuration]) => ({
    title: `a destination (${ArgumentName}) that is no ARN is refused even where destinations are not tried`,
    source: `${localstack('s3/test_s3_notifications_sqs.py')}::TestS3NotificationsToSQS::test_invalid_sqs_arn; …_lambda.py::…::test_invalid_lambda_arn; …_sns.py::…::test_invalid_topic_arn`,
    recorded: '2025-01',
    steps: [
      create,
      configure(
        configuration,
        { SkipDestinationValidation: true },
        { message: 'The ARN could not be parsed', contains: { ArgumentName, ArgumentValue: 'invalid' } },
      ),
    ],
  })),
  {
    title: 'every destination that cannot be reached is named',
    source: localstack('s3/test_s3_notifications_sqs.py::TestS3NotificationsToSQS::test_multiple_invalid_sqs_arns'),
    recorded: '2025-01',
    steps: [
      create,
      configure(
        {
          QueueConfigurations: ['my-queue', 'my-queue-2'].map((name, index) => ({
            Id: name,
            QueueArn: arn('sqs', name),
            Events: [`s3:Object${index === 0 ? 'Created' : 'Removed'}:*`],
          })),
        },
        {},
        {
          message: 'Unable to validate the following destination configurations',
          contains: {
            ArgumentName1: arn('sqs', 'my-queue'),
            ArgumentValue1: 'The destination queue does not exist',
            ArgumentName2: arn('sqs', 'my-queue-2'),
            ArgumentValue2: 'The destination queue does not exist',
          },
        },
      ),
    ],
  },
  {
    title: 'a function that does not exist may not be invoked',
    source: localstack('s3/test_s3_notifications_lambda.py::TestS3NotificationsToLambda::test_invalid_lambda_arn'),
    recorded: '2025-01',
    steps: [
      create,
      configure(
        { LambdaFunctionConfigurations: [{ LambdaFunctionArn: arn('lambda', 'function:my-lambda'), Events }] },
        {},
        {
          contains: {
            ArgumentName1: `${arn('lambda', 'function:my-lambda')}, null`,
            ArgumentValue1: `Not authorized to invoke function [${arn('lambda', 'function:my-lambda')}]`,
          },
        },
      ),
    ],
  },
  {
    title: 'DeleteObjects causes an event for each key, whether it exists or not',
    source: localstack('s3/test_s3_notifications_sqs.py::TestS3NotificationsToSQS::test_delete_objects'),
    recorded: '2025-01',
    steps: [
      create,
      {
        call: 'sqs.CreateQueue',
        input: {
          QueueName: 'q',
          Attributes: {
            Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }] }),
          },
        },
        as: 'queue',
      },
      {
        call: 's3.PutBucketNotificationConfiguration',
        input: {
          Bucket,
          NotificationConfiguration: { QueueConfigurations: [{ QueueArn: arn('sqs', 'q'), Events: ['s3:ObjectRemoved:*'] }] },
        },
      },
      { call: 'sqs.ReceiveMessage', input: { QueueUrl: '{queue.QueueUrl}' }, contains: { Messages: [{ Body: /s3:TestEvent/ }] } },
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'x' } },
      {
        call: 's3.DeleteObjects',
        input: { Bucket, Delete: { Objects: [{ Key: 'k' }, { Key: 'dummy1' }, { Key: 'dummy2' }], Quiet: true } },
      },
      { wait: '1s' },
      {
        call: 'sqs.ReceiveMessage',
        input: { QueueUrl: '{queue.QueueUrl}', MaxNumberOfMessages: 10 },
        contains: { Messages: [{ Body: /"key":"k"/ }, { Body: /"key":"dummy1"/ }, { Body: /ObjectRemoved:Delete.*"key":"dummy2"/ }] },
      },
    ],
  },
];

const presigned = (path: string, query: string): string =>
  `PUT /{id}/${path}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential={account}%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=29990101T000000Z` +
  `&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=0&${query}`;
const presigning: RecordedCase[] = [
  {
    title: 'the query of a presigned URL carries metadata, and a checksum that is ignored',
    source: s3('TestS3PresignedUrl::test_presigned_url_v4_x_amz_in_qs'),
    recorded: '2026-02',
    steps: [
      create,
      {
        http: presigned(
          'k',
          'x-amz-meta-foo=bar&x-amz-storage-class=STANDARD_IA&x-amz-checksum-crc32=AAAAAA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32',
        ),
        service: 's3',
        unsigned: true,
        body: '123456',
        status: 200,
      },
      { call: 's3.HeadObject', input: { Bucket, Key: 'k' }, contains: { Metadata: { foo: 'bar' }, StorageClass: 'STANDARD_IA' } },
    ],
  },
  {
    title: 'the query of a presigned URL carries a condition',
    source: s3('TestS3PresignedUrl::test_pre_signed_url_if_none_match'),
    recorded: 'before 2026-03',
    steps: [
      create,
      ...[200, 412].map((status): Step => ({ http: presigned('k', 'If-None-Match=%2A'), service: 's3', unsigned: true, body: '', status })),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...buckets, ...errors, ...notifications, ...presigning] };
