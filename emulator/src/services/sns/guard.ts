// The topic's policy decides which services may publish to it.
import { policyWith, quoted, statementFor } from '#core/policy/grant-command';
import type { Guard } from '#core/policy/resource-policy';
import type { Principal } from '#core/principal';
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
    conditions: sourceOwner(ctx.principal),
    get grant() {
      const after = policyWith(statementFor(ctx.principal, 'sns:Publish', resource), policy);
      return `aws sns set-topic-attributes --topic-arn ${resource} --attribute-name Policy --attribute-value ${quoted(after)}`;
    },
  };
};

/**
 * Alarms name their account as the owner, which the policy of a new topic admits; other services do not.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
 */
const sourceOwner = (principal: Principal): { 'aws:SourceOwner': string } | undefined =>
  principal.kind === 'service' && principal.service === 'cloudwatch.amazonaws.com' ? { 'aws:SourceOwner': principal.account } : undefined;
