// AddPermission and RemovePermission: they edit statements of the topic's policy by label.
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { operation } from '#model/sns';
import { topicArn } from '#services/sns/arns';
import { invalidParameter } from '#services/sns/faults';
import type { Topic } from '#services/sns/state';
import { findTopic, type LocatedTopic, putTopic } from './find-topic.ts';
import { policyOf } from './topic-settings.ts';

/** Actions that an owner may grant. */
const GRANTED = new Set([
  'AddPermission',
  'DeleteTopic',
  'GetDataProtectionPolicy',
  'GetTopicAttributes',
  'ListSubscriptionsByTopic',
  'ListTagsForResource',
  'Publish',
  'PutDataProtectionPolicy',
  'RemovePermission',
  'SetTopicAttributes',
  'Subscribe',
]);

interface Statement {
  readonly Sid?: string;
}

export const AddPermission = operation('AddPermission', ({ TopicArn, Label, AWSAccountId, ActionName }, ctx) => {
  const located = findTopic(TopicArn, ctx);
  const { policy, statements } = read(located);
  if (ActionName.length === 0 || ActionName.some((action) => !GRANTED.has(action)))
    throw invalidParameter('Policy statement action out of service scope!');
  if (AWSAccountId.length === 0 || AWSAccountId.some((account) => !/^\d{12}$/.test(account))) throw invalidParameter('AWSAccountId');
  if (statements.some(({ Sid }) => Sid === Label)) throw invalidParameter('Statement already exists');
  const principals = AWSAccountId.map((account) => `arn:${partitionOf(ctx.region)}:iam::${account}:root`);
  const added = {
    Sid: Label,
    Effect: 'Allow',
    Principal: { AWS: oneOrMore(principals) },
    Action: oneOrMore(ActionName.map((action) => `SNS:${action}`)),
    Resource: topicArn(located.there, located.topic.name),
  };
  write(located, { ...policy, Statement: [...statements, added] });
});

export const RemovePermission = operation('RemovePermission', ({ TopicArn, Label }, ctx) => {
  const located = findTopic(TopicArn, ctx);
  const { policy, statements } = read(located);
  write(located, { ...policy, Statement: statements.filter(({ Sid }) => Sid !== Label) });
});

const oneOrMore = (values: readonly string[]): string | readonly string[] => (values.length === 1 ? values[0]! : values);

function read({ topic, there }: LocatedTopic): { policy: object; statements: readonly Statement[] } {
  const policy = JSON.parse(policyOf(topic, topicArn(there, topic.name), there)) as { Statement?: Statement | readonly Statement[] };
  return { policy, statements: [policy.Statement ?? []].flat() };
}

function write(located: LocatedTopic, policy: object): void {
  const { topic } = located;
  const attributes: Frozen<Topic>['attributes'] = { ...topic.attributes, Policy: JSON.stringify(policy) };
  putTopic(located, { ...topic, attributes });
}
