// The topic's policy decides which services may publish to it.
import { policyWith, quoted, statementFor } from '#core/policy/grant-command';
import type { Guard } from '#core/policy/resource-policy';
import { topicArn } from './arns.ts';
import { findTopic } from './topics/find-topic.ts';
import { policyOf } from './topics/topic-settings.ts';

const PUBLISHING = new Set(['Publish', 'PublishBatch']);

export const guard: Guard = (operation, input, ctx) => {
  const { TopicArn } = input as { TopicArn?: string };
  if (!PUBLISHING.has(operation) || TopicArn === undefined) return undefined;
  const { topic, there } = findTopic(TopicArn, ctx);
  const resource = topicArn(there, topic.name);
  const policy = policyOf(topic, resource, there);
  return {
    action: 'sns:Publish',
    resource,
    policy,
    get grant() {
      const after = policyWith(statementFor(ctx.principal, 'sns:Publish', resource), policy);
      return `aws sns set-topic-attributes --topic-arn ${resource} --attribute-name Policy --attribute-value ${quoted(after)}`;
    },
  };
};
