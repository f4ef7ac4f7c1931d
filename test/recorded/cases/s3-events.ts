// Recorded answers of S3 about the records of events, and about filters of notifications.
import { ANY, json, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_notifications_sqs.py::TestS3NotificationsToSQS::${name}`);
const ARN = 'arn:aws:sqs:us-east-1:{account}:events';
const Policy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }],
});
const configure = (Events: readonly string[], filter: object = {}): Step => ({
  call: 's3.PutBucketNotificationConfiguration',
  input: {
    Bucket: '{id}',
    SkipDestinationValidation: true,
    NotificationConfiguration: { QueueConfigurations: [{ Id: 'c', QueueArn: ARN, Events, ...filter }] },
  },
});
const notified = (...Events: string[]): Step[] => [
  { call: 's3.CreateBucket', input: { Bucket: '{id}' } },
  { call: 'sqs.CreateQueue', input: { QueueName: 'events', Attributes: { Policy } }, as: 'queue' },
  configure(Events),
];
const put = (more: object = {}): Step => ({ call: 's3.PutObject', input: { Bucket: '{id}', Key: 'key', Body: 'something', ...more } });
/** The events that came to the queue, each with what its object tells. */
const received = (...records: object[]): Step[] => [
  { wait: '1s' },
  {
    call: 'sqs.ReceiveMessage',
    input: { QueueUrl: '{queue.QueueUrl}', MaxNumberOfMessages: 10 },
    contains: { Messages: records.map((each) => ({ Body: json({ Records: [each] }) })) },
  },
];
const record = (eventName: string, eventVersion: string, object: object, more: object = {}) => ({
  eventVersion,
  eventSource: 'aws:s3',
  awsRegion: 'us-east-1',
  eventTime: ANY,
  eventName,
  userIdentity: { principalId: ANY },
  requestParameters: { sourceIPAddress: ANY },
  responseElements: { 'x-amz-request-id': ANY, 'x-amz-id-2': ANY },
  s3: {
    s3SchemaVersion: '1.0',
    configurationId: 'c',
    bucket: { name: '{id}', ownerIdentity: { principalId: ANY }, arn: 'arn:aws:s3:::{id}' },
    object: { key: 'key', ...object },
  },
  ...more,
});
const ETAG = '437b930db84b8079c2dd804a71936b5f';
const tagging = { Bucket: '{id}', Key: 'key' };

const cases: RecordedCase[] = [
  {
    title: 'a record of an upload tells size, ETag and a sequencer',
    source: test('test_object_created_put'),
    recorded: '2025-01',
    steps: [
      ...notified('s3:ObjectCreated:*'),
      put(),
      ...received(record('ObjectCreated:Put', '2.1', { size: 9, eTag: ETAG, sequencer: ANY })),
    ],
  },
  {
    title: 'records of tags tell neither size nor sequencer',
    source: test('test_object_tagging_put_event, …test_object_tagging_delete_event'),
    recorded: '2025-01',
    steps: [
      ...notified('s3:ObjectTagging:*'),
      put(),
      { call: 's3.PutObjectTagging', input: { ...tagging, Tagging: { TagSet: [{ Key: 'k', Value: 'v' }] } } },
      { call: 's3.DeleteObjectTagging', input: tagging },
      ...received(record('ObjectTagging:Put', '2.3', { eTag: ETAG }), record('ObjectTagging:Delete', '2.3', { eTag: ETAG })),
    ],
  },
  {
    title: 'a record of a deletion tells neither size nor ETag, that of a delete marker the ETag of no bytes',
    source: test('test_object_created_and_object_removed, …test_object_created_put_versioned'),
    recorded: '2025-01',
    steps: [
      ...notified('s3:ObjectRemoved:*'),
      put(),
      { call: 's3.DeleteObject', input: tagging },
      ...received(record('ObjectRemoved:Delete', '2.1', { sequencer: ANY })),
      { call: 's3.PutBucketVersioning', input: { Bucket: '{id}', VersioningConfiguration: { Status: 'Enabled' } } },
      put(),
      { call: 's3.DeleteObject', input: tagging },
      ...received(
        record('ObjectRemoved:DeleteMarkerCreated', '2.1', {
          eTag: 'd41d8cd98f00b204e9800998ecf8427e',
          versionId: ANY,
          sequencer: ANY,
        }),
      ),
    ],
  },
  {
    title: 'a restoration that is complete tells until when',
    source: test('test_restore_object'),
    recorded: '2025-01',
    steps: [
      ...notified('s3:ObjectRestore:Completed'),
      put({ StorageClass: 'GLACIER' }),
      { call: 's3.RestoreObject', input: { ...tagging, RestoreRequest: { Days: 1, GlacierJobParameters: { Tier: 'Expedited' } } } },
      ...received(
        record(
          'ObjectRestore:Completed',
          '2.1',
          { size: 9, eTag: ETAG, sequencer: ANY },
          { glacierEventData: { restoreEventData: { lifecycleRestorationExpiryTime: ANY, lifecycleRestoreStorageClass: 'GLACIER' } } },
        ),
      ),
    ],
  },
  ...[
    ['case_insensitive', 'PREFIX', 'notif-', 'Prefix'],
    ['empty_value', 'suffix', '', 'Suffix'],
  ].map(
    ([name, given, Value, Name]): RecordedCase => ({
      title: `a filter by ${given} is shown as ${Name}`,
      source: test(`test_filter_rules_${name}`),
      recorded: '2025-09',
      steps: [
        ...notified('s3:ObjectCreated:*'),
        configure(['s3:ObjectCreated:*'], { Filter: { Key: { FilterRules: [{ Name: given, Value }] } } }),
        {
          call: 's3.GetBucketNotificationConfiguration',
          input: { Bucket: '{id}' },
          answer: {
            QueueConfigurations: [
              { Id: 'c', QueueArn: ARN, Events: ['s3:ObjectCreated:*'], Filter: { Key: { FilterRules: [{ Name, Value }] } } },
            ],
          },
        },
      ],
    }),
  ),
  {
    title: 'an error about a tag names its key, and its value only where that is wrong',
    source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_tagging_validation'),
    recorded: '2026-02',
    steps: [
      { call: 's3.CreateBucket', input: { Bucket: '{id}' } },
      put(),
      ...[
        ['PutBucketTagging', 'aws:k', 'System tags cannot be added/updated by requester'],
        ['PutObjectTagging', 'aws:k', 'Your TagKey cannot be prefixed with aws:'],
        ['PutBucketTagging', 'k!', 'The TagKey you have provided is invalid'],
      ].map(
        ([operation, Key, message]): Step => ({
          call: `s3.${operation}`,
          input: { ...(operation === 'PutBucketTagging' ? { Bucket: '{id}' } : tagging), Tagging: { TagSet: [{ Key, Value: 'v' }] } },
          error: { code: 'InvalidTag', message: message!, contains: { TagKey: Key, TagValue: NONE } },
        }),
      ),
    ],
  },
  {
    title: 'an empty token begins a list of buckets',
    source: localstack('s3/test_s3_list_operations.py::TestS3ListBuckets::test_list_buckets_when_continuation_token_is_empty'),
    recorded: '2026-02',
    steps: [
      ...['one', 'two'].map((name) => ({ call: 's3.CreateBucket', input: { Bucket: `{id}-${name}` } })),
      {
        call: 's3.ListBuckets',
        input: { ContinuationToken: '', MaxBuckets: 1 },
        contains: {
          Buckets: [{ Name: '{id}-one', BucketArn: 'arn:aws:s3:::{id}-one', BucketRegion: 'us-east-1' }],
          ContinuationToken: ANY,
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases };
