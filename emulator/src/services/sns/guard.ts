// The topic's policy decides which services may publish to it.
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
      return grantCommand(resource, policy, ctx.principal);
    },
  };
};

interface Caller {
  readonly kind: string;
  readonly service?: string;
  readonly sourceArn?: string | undefined;
}

/** The command that grants access: the present policy and one more statement. */
function grantCommand(resource: string, policy: string, { service, sourceArn }: Caller): string {
  const before = JSON.parse(policy) as { Statement?: unknown };
  const statement = {
    Effect: 'Allow',
    Principal: { Service: service ?? '*' },
    Action: 'sns:Publish',
    Resource: resource,
    ...(sourceArn && { Condition: { ArnEquals: { 'aws:SourceArn': sourceArn } } }),
  };
  const after = JSON.stringify({ ...before, Statement: [...[before.Statement ?? []].flat(), statement] }).replaceAll("'", "'\\''");
  return `aws sns set-topic-attributes --topic-arn ${resource} --attribute-name Policy --attribute-value '${after}'`;
}
