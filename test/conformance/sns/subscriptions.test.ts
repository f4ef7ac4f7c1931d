import { IAM } from '@aws-sdk/client-iam';
import { SNS } from '@aws-sdk/client-sns';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

let topics: Topics;
let TopicArn: string;
beforeAll(async () => {
  topics = await useTopics();
  TopicArn = await topics.topic('subscribed');
});
afterAll(() => topics.emulator.stop());

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:anywhere';
const subscribe = (Protocol: string, Endpoint: string, Attributes: Record<string, string> = {}) =>
  topics.sns.subscribe({ TopicArn, Protocol, Endpoint, Attributes });

// localstack/localstack, tests/aws/services/sns/test_sns.py::TestSNSSubscriptionCrud::test_subscribe_idempotency, recorded in October 2025
it('shows the user who subscribed', async () => {
  const iam = topics.emulator.client(IAM);
  await iam.createUser({ UserName: 'subscriber' });
  const { AccessKey } = await iam.createAccessKey({ UserName: 'subscriber' });
  const credentials = { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! };
  const sns = topics.emulator.client(SNS, { credentials });
  const { SubscriptionArn } = await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: `${QUEUE}-else` });
  const { Attributes } = await sns.getSubscriptionAttributes({ SubscriptionArn: SubscriptionArn! });
  expect(Attributes).toMatchObject({ SubscriptionPrincipal: 'arn:aws:iam::000000000000:user/subscriber' });
  await sns.unsubscribe({ SubscriptionArn: SubscriptionArn! });
});

it('shows the session that subscribed', async () => {
  const assumed = await topics.emulator.client(STS).assumeRole({ RoleArn: 'arn:aws:iam::000000000000:role/any', RoleSessionName: 'now' });
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = assumed.Credentials!;
  const sns = topics.emulator.client(SNS, {
    credentials: { accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey!, sessionToken: sessionToken! },
  });
  const { SubscriptionArn } = await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: `${QUEUE}-session` });
  const { Attributes } = await sns.getSubscriptionAttributes({ SubscriptionArn: SubscriptionArn! });
  expect(Attributes).toMatchObject({ SubscriptionPrincipal: 'arn:aws:sts::000000000000:assumed-role/any/now' });
  await sns.unsubscribe({ SubscriptionArn: SubscriptionArn! });
});

it('shows what was set, and the defaults', async () => {
  const { SubscriptionArn } = await subscribe('sqs', QUEUE, { RawMessageDelivery: 'true' });
  const { Attributes } = await topics.sns.getSubscriptionAttributes({ SubscriptionArn: SubscriptionArn! });
  expect(Attributes).toEqual({
    ConfirmationWasAuthenticated: 'true',
    Endpoint: QUEUE,
    Owner: '000000000000',
    PendingConfirmation: 'false',
    Protocol: 'sqs',
    RawMessageDelivery: 'true',
    SubscriptionArn,
    SubscriptionPrincipal: expect.stringMatching(/^arn:aws:iam::000000000000:/),
    TopicArn,
  });
  expect((await subscribe('sqs', QUEUE)).SubscriptionArn).toBe(SubscriptionArn);
  expect((await subscribe('sqs', QUEUE, { RawMessageDelivery: 'true' })).SubscriptionArn).toBe(SubscriptionArn);
  await expect(subscribe('sqs', QUEUE, { RawMessageDelivery: 'false' })).rejects.toMatchObject({
    message: 'Invalid parameter: Attributes Reason: Subscription already exists with different attributes',
  });
  const { Subscriptions } = await topics.sns.listSubscriptionsByTopic({ TopicArn });
  expect(Subscriptions).toEqual([{ SubscriptionArn, Owner: '000000000000', Protocol: 'sqs', Endpoint: QUEUE, TopicArn }]);
  await topics.sns.unsubscribe({ SubscriptionArn });
  await topics.sns.unsubscribe({ SubscriptionArn });
  await expect(topics.sns.getSubscriptionAttributes({ SubscriptionArn: SubscriptionArn! })).rejects.toMatchObject({
    name: 'NotFoundException',
    message: 'Subscription does not exist',
  });
});

// Texts recorded on the cloud: localstack/localstack, tests/aws/services/sns/test_sns.snapshot.json and test_sns_filter_policy.snapshot.json, 2023 to 2025.
describe('refuses', () => {
  it.each([
    ['test-protocol', 'x', {}, 'Invalid parameter: Amazon SNS does not support this protocol string: test-protocol'],
    ['sqs', 'http://localhost/000000000000/queue', {}, 'Invalid parameter: SQS endpoint ARN'],
    [
      'sqs',
      `${QUEUE}.fifo`,
      {},
      'Invalid parameter: Invalid parameter: Endpoint Reason: FIFO SQS Queues can not be subscribed to standard SNS topics',
    ],
    ['sms', 'NAA+15551234567', {}, 'Invalid SMS endpoint: NAA+15551234567'],
    ['sms', '+15--551234567', {}, 'Invalid SMS endpoint: +15--551234567'],
    [
      'sqs',
      QUEUE,
      { RawMessageDelivery: 'wrongvalue' },
      'Invalid parameter: Attributes Reason: RawMessageDelivery: Invalid value [wrongvalue]. Must be true or false.',
    ],
    [
      'sqs',
      QUEUE,
      { FilterPolicy: 'invalid' },
      "Invalid parameter: Attributes Reason: FilterPolicy: failed to parse JSON. Unrecognized token 'invalid': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 8]",
    ],
    [
      'sqs',
      QUEUE,
      { FilterPolicy: '{"key":[["value"]]}' },
      'Invalid parameter: Attributes Reason: FilterPolicy: Match value must be String, number, true, false, or null\n at [Source: (String)"{"key":[["value"]]}"; line: 1, column: 10]',
    ],
    [
      'sqs',
      QUEUE,
      { FilterPolicy: '{"a":{"b":["c"]}}' },
      'Invalid parameter: Attributes Reason: Filter policy scope MessageAttributes does not support nested filter policy',
    ],
    [
      'sqs',
      QUEUE,
      { FilterPolicy: JSON.stringify(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, ['v']]))) },
      'Invalid parameter: Attributes Reason: FilterPolicy: Filter policy can not have more than 5 keys',
    ],
  ])('%s %s, case %#', async (protocol, endpoint, attributes, message) => {
    await expect(subscribe(protocol, endpoint, attributes as Record<string, string>)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message,
    });
  });

  it.each([
    ['FakeName', 'x', 'Invalid parameter: AttributeName'],
    ['RawMessageDelivery', '', 'Invalid parameter: RawMessageDelivery: Invalid value []. Must be true or false.'],
    ['RedrivePolicy', '{"deadLetterTargetArn":"invalid_arn"}', 'Invalid parameter: RedrivePolicy: deadLetterTargetArn is an invalid arn'],
    [
      'RedrivePolicy',
      '{invalidJson}',
      "Invalid parameter: RedrivePolicy: failed to parse JSON. Unexpected character ('i' (code 105)): was expecting double-quote to start field name\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: 1, column: 2]",
    ],
    [
      'FilterPolicyScope',
      'RandomValue',
      'Invalid parameter: FilterPolicyScope: Invalid value [RandomValue]. Please use either MessageBody or MessageAttributes',
    ],
  ])('to set %s to %s', async (AttributeName, AttributeValue, message) => {
    const { SubscriptionArn = '' } = await subscribe('sqs', QUEUE);
    await expect(topics.sns.setSubscriptionAttributes({ SubscriptionArn, AttributeName, AttributeValue })).rejects.toMatchObject({
      message,
    });
  });

  it.each([
    ['invalid', 'Invalid parameter: SubscriptionArn Reason: An ARN must have at least 6 elements, not 1'],
    ['arn:aws:sns:us-east-1:random', 'Invalid parameter: SubscriptionArn Reason: An ARN must have at least 6 elements, not 5'],
    ['arn:aws:sns:us-east-1:000000000000:subscribed', 'Invalid parameter: SubscriptionId'],
  ])('to unsubscribe %s', async (SubscriptionArn, message) => {
    await expect(topics.sns.unsubscribe({ SubscriptionArn })).rejects.toMatchObject({ message });
  });
});

it('reads a policy of a thousand levels, or of a hundred thousand, as too complex', async () => {
  for (const depth of [1000, 100_000]) {
    const FilterPolicy = `${'{"a":'.repeat(depth)}["x"]${'}'.repeat(depth)}`;
    await expect(subscribe('sqs', QUEUE, { FilterPolicyScope: 'MessageBody', FilterPolicy })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  }
});

it('refuses filter policies that are too long, and long ones that are no JSON without looking for the place', async () => {
  const TopicArn = await topics.topic('long-policies');
  const { arn: Endpoint } = await topics.queue('long-policies');
  const subscribe = (FilterPolicy: string) => topics.sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint, Attributes: { FilterPolicy } });
  await expect(subscribe(`{"a":["${'x'.repeat(262_144)}"]}`)).rejects.toThrow(
    'FilterPolicy: Filter policy can not be larger than 262144 bytes',
  );
  await expect(subscribe(`{"a":[${'1,'.repeat(100_000)}`)).rejects.toThrow('FilterPolicy: failed to parse JSON. Unexpected end-of-input');
});

it('has no filter policy after an empty one was set', async () => {
  const { SubscriptionArn = '' } = await subscribe('sqs', `${QUEUE}-emptied`, { FilterPolicy: '{"kind":["a"]}' });
  await topics.sns.setSubscriptionAttributes({ SubscriptionArn, AttributeName: 'FilterPolicy', AttributeValue: '{}' });
  const { Attributes = {} } = await topics.sns.getSubscriptionAttributes({ SubscriptionArn });
  expect([Attributes['FilterPolicy'], Attributes['FilterPolicyScope']]).toEqual([undefined, undefined]);
});

it('takes the token of a confirmation twice, and answers the same ARN; what the first said about signatures stays', async () => {
  const { SubscriptionArn: arn = '' } = await topics.sns.subscribe({
    ...{ TopicArn, Protocol: 'email', Endpoint: 'ann@example.com', ReturnSubscriptionArn: true },
  });
  const answer = await fetch(`${topics.emulator.url}/_cloud/sns/subscription-tokens/${arn}`);
  const { subscription_token: Token } = (await answer.json()) as { subscription_token: string };
  const shown = async () => (await topics.sns.getSubscriptionAttributes({ SubscriptionArn: arn })).Attributes!;
  expect(await shown()).toMatchObject({ PendingConfirmation: 'true' });
  const confirm = (AuthenticateOnUnsubscribe: string) => topics.sns.confirmSubscription({ TopicArn, Token, AuthenticateOnUnsubscribe });
  expect((await confirm('true')).SubscriptionArn).toBe(arn);
  const once = await shown();
  expect(once).toMatchObject({ PendingConfirmation: 'false', ConfirmationWasAuthenticated: 'true' });
  expect((await confirm('false')).SubscriptionArn).toBe(arn);
  expect(await shown()).toEqual(once);
  expect((await topics.sns.listSubscriptionsByTopic({ TopicArn })).Subscriptions).toContainEqual(
    expect.objectContaining({ SubscriptionArn: arn, Protocol: 'email' }),
  );
  expect((await fetch(`${topics.emulator.url}/?Action=Unsubscribe&SubscriptionArn=${arn}`)).status).toBe(403);
});

// Recorded: localstack/localstack, tests/aws/services/sns/test_sns_filter_policy.py, test_policy_complexity and test_policy_complexity_with_or, May 2024.
describe('a filter policy has 150 combinations at most', () => {
  const values = (count: number) => Array.from({ length: count }, (_, n) => `value${n}`);
  const flat = (sources: number, spaces: number) => ({
    source: values(sources),
    $or: [{ metricName: values(6) }, { metricType: values(4), $or: [{ metricId: [1, 2, 3, 4] }, { spaceId: values(spaces) }] }],
  });
  const nested = {
    $or: [{ metricName: values(3) }, { namespace: values(2) }],
    detail: { scope: values(2), $or: [{ source: values(1) }, { type: values(3) }] },
  };
  const policies: readonly (readonly [combinations: number, scope: string, policy: object])[] = [
    [150, 'MessageAttributes', { key: values(150) }],
    [151, 'MessageAttributes', { key: values(151) }],
    [5100, 'MessageAttributes', { key1: values(100), key2: values(51) }],
    [150, 'MessageAttributes', { a: values(5), b: values(5), c: values(6), d: ['x'], e: ['y'] }],
    [150, 'MessageAttributes', flat(3, 7)],
    [152, 'MessageAttributes', flat(4, 4)],
    [150, 'MessageBody', { a: { b: { c: values(50) } } }],
    [160, 'MessageBody', nested],
  ];
  it.each(policies)('%d in the scope %s, case %#', async (combinations, FilterPolicyScope, policy) => {
    const FilterPolicy = JSON.stringify(policy);
    const { SubscriptionArn = '' } = await subscribe('sqs', `${QUEUE}-combined`);
    const set = (AttributeName: string, AttributeValue: string) =>
      topics.sns.setSubscriptionAttributes({ SubscriptionArn, AttributeName, AttributeValue });
    await set('FilterPolicyScope', FilterPolicyScope);
    const made = subscribe('sqs', `${QUEUE}-${combinations}-${FilterPolicy.length}`, { FilterPolicyScope, FilterPolicy });
    if (combinations <= 150) {
      expect((await made).SubscriptionArn).toMatch(/^arn:/);
      await set('FilterPolicy', FilterPolicy);
    } else {
      const reason = 'FilterPolicy: Filter policy is too complex';
      const name = 'InvalidParameterException';
      await expect(made).rejects.toMatchObject({ name, message: `Invalid parameter: Attributes Reason: ${reason}` });
      await expect(set('FilterPolicy', FilterPolicy)).rejects.toMatchObject({ name, message: `Invalid parameter: ${reason}` });
    }
  });
});
