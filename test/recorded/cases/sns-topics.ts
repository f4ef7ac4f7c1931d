// Recorded answers of the topic service about topics: their names, attributes, tags and policies.
import { json, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { create, missing, refused, TopicArn, test } from '../topic-steps.ts';

const ARN = 'arn:aws:sns:us-east-1:{account}:{id}';

const retries = (more: object = {}) => ({
  ...{ minDelayTarget: 20, maxDelayTarget: 20, numRetries: 3, numMaxDelayRetries: 0, numNoDelayRetries: 0, numMinDelayRetries: 0 },
  ...{ backoffFunction: 'linear', ...more },
});
const effective = (healthy: object = {}, type = 'text/plain; charset=UTF-8') =>
  json({
    http: {
      defaultHealthyRetryPolicy: retries(healthy),
      disableSubscriptionOverrides: false,
      defaultRequestPolicy: { headerContentType: type },
    },
  });
const ACTIONS =
  'GetTopicAttributes SetTopicAttributes AddPermission RemovePermission DeleteTopic Subscribe ListSubscriptionsByTopic Publish';
const policyWith = (...more: object[]) =>
  json({
    Version: '2008-10-17',
    Id: '__default_policy_ID',
    Statement: [
      {
        Sid: '__default_statement_ID',
        Effect: 'Allow',
        Principal: { AWS: '*' },
        Action: ACTIONS.split(' ').map((action) => `SNS:${action}`),
        Resource: TopicArn,
        Condition: { StringEquals: { 'AWS:SourceOwner': '{account}' } },
      },
      ...more,
    ],
  });
const SHOWN = {
  DisplayName: '',
  EffectiveDeliveryPolicy: effective(),
  Owner: '{account}',
  Policy: policyWith(),
  SubscriptionsConfirmed: '0',
  SubscriptionsDeleted: '0',
  SubscriptionsPending: '0',
  TopicArn,
};
const shows = (more: object = {}): Step => ({
  call: 'sns.GetTopicAttributes',
  input: { TopicArn },
  answer: { Attributes: { ...SHOWN, ...more } },
});
const again = (input: object): Step => ({ call: 'sns.CreateTopic', input: { Name: '{id}', ...input }, answer: { TopicArn } });
const set = (AttributeValue: string): Step => ({
  call: 'sns.SetTopicAttributes',
  input: { TopicArn, AttributeName: 'DeliveryPolicy', AttributeValue },
  answer: {},
});
const tagged = (...Tags: object[]): Step => ({ call: 'sns.ListTagsForResource', input: { ResourceArn: TopicArn }, answer: { Tags } });
const tag = (Key: string, Value: string) => ({ Key, Value });
const differentAttributes = (Attributes: Record<string, string>): Step =>
  refused('CreateTopic', { Name: '{id}', Attributes }, 'Attributes Reason: Topic already exists with different attributes');
const permit = (Label: string, ...ActionName: string[]) => ({ TopicArn, Label, AWSAccountId: ['{account}'], ActionName });

const crud: RecordedCase[] = [
  {
    title: 'a topic has these attributes, and is gone once it is deleted, also for the second time',
    source: test('TestSNSTopicCrud::test_create_topic_test_arn, …test_delete_topic_idempotency'),
    recorded: '2025-09',
    steps: [
      create(),
      shows(),
      { call: 'sns.DeleteTopic', input: { TopicArn }, answer: {} },
      missing('GetTopicAttributes', { TopicArn }, 'Topic does not exist'),
      { call: 'sns.DeleteTopic', input: { TopicArn }, answer: {} },
    ],
  },
  {
    title: 'a FIFO topic shows what makes it one',
    source: test('TestSNSTopicCrud::test_create_topic_with_attributes'),
    recorded: '2023-10',
    steps: [
      create({ DisplayName: 'TestTopic', SignatureVersion: '2', FifoTopic: 'true' }),
      shows({ ContentBasedDeduplication: 'false', DisplayName: 'TestTopic', FifoTopic: 'true', SignatureVersion: '2' }),
      missing('GetTopicAttributes', { TopicArn: `${ARN}-other` }, 'Topic does not exist'),
      refused('GetTopicAttributes', { TopicArn: 'test-topic' }, 'TopicArn Reason: An ARN must have at least 6 elements, not 1'),
    ],
  },
  {
    title: 'a topic that is said not to be FIFO is like any other',
    source: test('TestSNSTopicCrudV2::test_topic_get_attributes_with_fifo_false'),
    recorded: '2025-09',
    steps: [{ call: 'sns.CreateTopic', input: { Name: '{id}', Attributes: { FifoTopic: 'false' } }, as: 'topic' }, shows()],
  },
  {
    title: 'names have 1 to 256 characters of few kinds, and those of FIFO topics their ending',
    source: test('TestSNSTopicCrudV2::test_create_topic_name_constraints'),
    recorded: '2026-02',
    steps: [
      {
        call: 'sns.CreateTopic',
        input: { Name: 'a'.repeat(256) },
        answer: { TopicArn: `arn:aws:sns:us-east-1:{account}:${'a'.repeat(256)}` },
      },
      ...['', 'a'.repeat(257), 'test.fifo', ...[...':;!@|^% '].map((odd) => `bad${odd}name`)].map((Name) =>
        refused('CreateTopic', { Name }, 'Topic Name'),
      ),
      refused('CreateTopic', { Name: 'test', Attributes: { FifoTopic: 'true' } }, 'Topic Name'),
    ],
  },
  {
    title: 'a topic may be made again with its attributes, or some, and with no others',
    source: test('TestSNSTopicCrudV2::test_create_topic_different_attrs'),
    recorded: '2026-02',
    steps: [
      create({ DisplayName: 'Value1' }),
      again({}),
      shows({ DisplayName: 'Value1' }),
      again({ Attributes: { DisplayName: 'Value1' } }),
      again({ Attributes: { FifoTopic: 'false' } }),
      differentAttributes({ DisplayName: 'Value2' }),
      refused('CreateTopic', { Name: '{id}', Attributes: { FifoTopic: 'true' } }, 'Topic Name'),
      differentAttributes({ SignatureVersion: '2' }),
      differentAttributes({ SignatureVersion: '2', DisplayName: 'Value1' }),
    ],
  },
  {
    title: 'a topic of another region is a wrong parameter, whatever is wanted of it',
    source: test('TestSNSMultiRegions::test_cross_region_access'),
    recorded: '2025-05',
    steps: [
      create(),
      ...(
        [
          ['SetTopicAttributes', { AttributeName: 'DisplayName', AttributeValue: 'x' }],
          ['GetTopicAttributes', {}],
          ['Publish', { Message: 'm' }],
          ['Subscribe', { Protocol: 'sqs', Endpoint: 'arn:aws:sqs:us-east-1:{account}:q' }],
          ['ListSubscriptionsByTopic', {}],
          ['DeleteTopic', {}],
        ] as const
      ).map(([operation, more]): Step => ({ ...refused(operation, { TopicArn, ...more }, 'TopicArn'), region: 'eu-central-1' }) as Step),
    ],
  },
];

const tags: RecordedCase[] = [
  {
    title: 'tags are listed, changed and removed, and none is there twice',
    source: test('TestSNSTopicCrud::test_tags'),
    recorded: '2025-10',
    steps: [
      create(),
      refused('TagResource', { ResourceArn: TopicArn, Tags: [tag('k1', 'v1'), tag('k1', 'v2')] }, 'Duplicated keys are not allowed.'),
      { call: 'sns.TagResource', input: { ResourceArn: TopicArn, Tags: [tag('k1', 'v1'), tag('k2', 'v2')] } },
      tagged(tag('k1', 'v1'), tag('k2', 'v2')),
      { call: 'sns.UntagResource', input: { ResourceArn: TopicArn, TagKeys: ['k1'] } },
      tagged(tag('k2', 'v2')),
      { call: 'sns.TagResource', input: { ResourceArn: TopicArn, Tags: [tag('k2', 'v2b')] } },
      tagged(tag('k2', 'v2b')),
    ],
  },
  {
    title: 'a topic may be made again with its tags, with some of them, with none, and with no others',
    source: test('TestSNSTopicCrud::test_create_duplicate_topic_check_idempotency, …test_create_duplicate_topic_with_more_tags'),
    recorded: '2025-10',
    steps: [
      { call: 'sns.CreateTopic', input: { Name: '{id}', Tags: [tag('a', '1'), tag('b', '2')] }, as: 'topic' },
      again({ Tags: [tag('a', '1'), tag('b', '2')] }),
      again({ Tags: [tag('a', '1')] }),
      again({ Tags: [] }),
      refused('CreateTopic', { Name: '{id}', Tags: [tag('key1', 'value1')] }, 'Tags Reason: Topic already exists with different tags'),
    ],
  },
  {
    title: 'tags leave with their topic',
    source: test('TestSNSTopicCrud::test_tags_removed_after_deletion'),
    recorded: '2026-02',
    steps: [
      { call: 'sns.CreateTopic', input: { Name: '{id}', Tags: [tag('k1', 'v1'), tag('k2', 'v2')] }, as: 'topic' },
      tagged(tag('k1', 'v1'), tag('k2', 'v2')),
      { call: 'sns.DeleteTopic', input: { TopicArn } },
      create(),
      tagged(),
    ],
  },
];

const policies: RecordedCase[] = [
  {
    title: 'a delivery policy is shown with what is always in it, and without what is null',
    source: test('TestSNSTopicCrud::test_topic_delivery_policy_crud'),
    recorded: '2024-10',
    steps: [
      create({ DeliveryPolicy: '{"http":{"defaultRequestPolicy":{"headerContentType":"application/json"}}}' }),
      shows({
        DeliveryPolicy: json({
          http: { disableSubscriptionOverrides: false, defaultRequestPolicy: { headerContentType: 'application/json' } },
        }),
        EffectiveDeliveryPolicy: effective({}, 'application/json'),
      }),
      set('{"http":{"defaultHealthyRetryPolicy":{"minDelayTarget":5,"maxDelayTarget":6,"numRetries":1}}}'),
      shows({
        DeliveryPolicy: json({
          http: { defaultHealthyRetryPolicy: { minDelayTarget: 5, maxDelayTarget: 6, numRetries: 1 }, disableSubscriptionOverrides: false },
        }),
        EffectiveDeliveryPolicy: effective({ minDelayTarget: 5, maxDelayTarget: 6, numRetries: 1 }),
      }),
      set('{"http":{"defaultHealthyRetryPolicy":null}}'),
      shows({ DeliveryPolicy: json({ http: { disableSubscriptionOverrides: false } }) }),
      set(''),
      shows(),
    ],
  },
  {
    title: 'a permission is a statement of the policy, one for each label, of actions of the service',
    source: test('TestSNSTopicCrudV2::test_topic_add_multiple_permissions, …test_add_permission_errors, …test_topic_remove_permission'),
    recorded: '2025-12',
    steps: [
      create(),
      { call: 'sns.AddPermission', input: permit('test', 'Publish', 'Subscribe'), answer: {} },
      shows({
        Policy: policyWith({
          Sid: 'test',
          Effect: 'Allow',
          Principal: { AWS: /^arn:aws:iam::\d{12}:root$/ },
          Action: ['SNS:Publish', 'SNS:Subscribe'],
          Resource: TopicArn,
        }),
      }),
      refused('AddPermission', permit('test', 'Publish'), 'Statement already exists'),
      refused('AddPermission', permit('test-2', 'InvalidAction'), 'Policy statement action out of service scope!'),
      missing('AddPermission', { ...permit('test-2', 'Publish'), TopicArn: `${ARN}-other` }, 'Topic does not exist'),
      missing('RemovePermission', { TopicArn: `${ARN}-other`, Label: 'test' }, 'Topic does not exist'),
      { call: 'sns.RemovePermission', input: { TopicArn, Label: 'test' } },
      shows(),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sns', cases: [...crud, ...tags, ...policies] };
