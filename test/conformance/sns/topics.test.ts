import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

let topics: Topics;
beforeAll(async () => {
  topics = await useTopics();
});
afterAll(() => topics.emulator.stop());

const ACCOUNT = '000000000000';

it('shows its attributes with their defaults', async () => {
  const TopicArn = await topics.topic('plain', { DisplayName: 'Plain' });
  const { Attributes } = await topics.sns.getTopicAttributes({ TopicArn });
  expect({
    ...Attributes,
    EffectiveDeliveryPolicy: JSON.parse(Attributes!['EffectiveDeliveryPolicy']!),
    Policy: JSON.parse(Attributes!['Policy']!),
  }).toEqual({
    DisplayName: 'Plain',
    EffectiveDeliveryPolicy: {
      http: {
        defaultHealthyRetryPolicy: {
          minDelayTarget: 20,
          maxDelayTarget: 20,
          numRetries: 3,
          numMaxDelayRetries: 0,
          numNoDelayRetries: 0,
          numMinDelayRetries: 0,
          backoffFunction: 'linear',
        },
        disableSubscriptionOverrides: false,
        defaultRequestPolicy: { headerContentType: 'text/plain; charset=UTF-8' },
      },
    },
    Owner: ACCOUNT,
    Policy: expect.objectContaining({ Id: '__default_policy_ID' }),
    SubscriptionsConfirmed: '0',
    SubscriptionsDeleted: '0',
    SubscriptionsPending: '0',
    TopicArn,
  });
  await topics.sns.setTopicAttributes({ TopicArn, AttributeName: 'DisplayName', AttributeValue: 'Other' });
  expect((await topics.sns.getTopicAttributes({ TopicArn })).Attributes).toMatchObject({ DisplayName: 'Other' });
});

// Texts recorded on the cloud: localstack/localstack, tests/aws/services/sns/test_sns.snapshot.json, 2023 to 2025.
it('may be created again as it is, and with nothing else', async () => {
  const Tags = [{ Key: 'k', Value: 'v' }];
  const create = (more: object = {}) => topics.sns.createTopic({ Name: 'again', ...more });
  const { TopicArn } = await create({ Tags, Attributes: { DisplayName: 'd' } });
  expect((await create()).TopicArn).toBe(TopicArn);
  expect((await create({ Tags, Attributes: { DisplayName: 'd' } })).TopicArn).toBe(TopicArn);
  expect((await create({ Tags: [] })).TopicArn).toBe(TopicArn);
  await expect(create({ Tags: [{ Key: 'k', Value: 'w' }] })).rejects.toMatchObject({
    message: 'Invalid parameter: Tags Reason: Topic already exists with different tags',
  });
  await expect(create({ Attributes: { DisplayName: 'e' } })).rejects.toMatchObject({
    message: 'Invalid parameter: Attributes Reason: Topic already exists with different attributes',
  });
  await expect(create({ Name: 'dup', Tags: [...Tags, ...Tags] })).rejects.toMatchObject({
    message: 'Invalid parameter: Duplicated keys are not allowed.',
  });
  await expect(create({ Name: 'no spaces' })).rejects.toMatchObject({ message: 'Invalid parameter: Topic Name' });
});

it('keeps tags, statements and policies', async () => {
  const TopicArn = await topics.topic('kept');
  await topics.sns.tagResource({
    ResourceArn: TopicArn,
    Tags: [
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: '2' },
    ],
  });
  await topics.sns.untagResource({ ResourceArn: TopicArn, TagKeys: ['a'] });
  expect((await topics.sns.listTagsForResource({ ResourceArn: TopicArn })).Tags).toEqual([{ Key: 'b', Value: '2' }]);
  const grant = (Label: string, ActionName = ['Publish']) =>
    topics.sns.addPermission({ TopicArn, Label, AWSAccountId: ['111111111111'], ActionName });
  await grant('mine');
  await expect(grant('mine')).rejects.toMatchObject({ message: 'Invalid parameter: Statement already exists' });
  await expect(grant('other', ['Fly'])).rejects.toMatchObject({
    message: 'Invalid parameter: Policy statement action out of service scope!',
  });
  const statements = async () => {
    const { Attributes } = await topics.sns.getTopicAttributes({ TopicArn });
    return (JSON.parse(Attributes!['Policy']!) as { Statement: object[] }).Statement;
  };
  expect((await statements()).at(-1)).toEqual({
    Sid: 'mine',
    Effect: 'Allow',
    Principal: { AWS: 'arn:aws:iam::111111111111:root' },
    Action: 'SNS:Publish',
    Resource: TopicArn,
  });
  await topics.sns.removePermission({ TopicArn, Label: 'mine' });
  expect(await statements()).toHaveLength(1);
  const DataProtectionPolicy = '{"Name":"p","Statement":[]}';
  await topics.sns.putDataProtectionPolicy({ ResourceArn: TopicArn, DataProtectionPolicy });
  expect((await topics.sns.getDataProtectionPolicy({ ResourceArn: TopicArn })).DataProtectionPolicy).toBe(DataProtectionPolicy);
});

it('goes, and its name is free again', async () => {
  const TopicArn = await topics.topic('gone');
  await topics.sns.deleteTopic({ TopicArn });
  await topics.sns.deleteTopic({ TopicArn });
  await expect(topics.sns.getTopicAttributes({ TopicArn })).rejects.toMatchObject({
    name: 'NotFoundException',
    message: 'Topic does not exist',
  });
  expect((await topics.sns.listTopics({})).Topics?.map((topic) => topic.TopicArn)).not.toContain(TopicArn);
});
