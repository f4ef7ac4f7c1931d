// Event `SNS`: a subscription of the function, or of a queue that feeds it.
import { queuePolicy } from '#sam/iam-documents';
import { EventProblem, expectMap, ofEvent } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { copy, filled, get, getAtt, ref, referencedId, type Value } from '#sam/values';
import { type EventSource, type EventTarget, permission, type SamEvent } from './event-source.ts';
import { pullSources } from './pull.ts';

export const sns: EventSource = {
  rules: { Topic: 'str!', Region: 'str', FilterPolicy: 'any', FilterPolicyScope: 'any', SqsSubscription: 'bool|map', RedrivePolicy: 'map' },
  make: (event, target, there) => {
    const { id, name, properties } = event;
    const topic = properties.Topic!;
    const queueing = properties.SqsSubscription;
    if (!filled(queueing))
      return [
        permission(id, target, { principal: 'sns.amazonaws.com', sourceArn: topic }),
        subscription(event, 'lambda', target.arn, target),
      ];
    if (queueing === true) {
      const fifo = isFifo(topic, there);
      const queue = made(`${id}Queue`, 'AWS::SQS::Queue', { FifoQueue: filled(fifo) ? fifo : undefined }, target.attributes);
      const arn = getAtt(queue.id, 'Arn');
      const policy = queuePolicyOf(`${id}QueuePolicy`, topic, arn, ref(queue.id), target);
      return [...mapping(event, arn, 10, target, there), queue, policy, subscription(event, 'sqs', arn, target)];
    }
    const given = expectMap(queueing, 'SqsSubscription', ofEvent(name));
    const [arn, url] = [get(given, 'QueueArn'), get(given, 'QueueUrl')];
    if (!filled(arn) || !filled(url)) throw new EventProblem(name, 'No QueueARN or QueueURL provided.');
    const policyId = get(given, 'QueuePolicyLogicalId');
    const size = get(given, 'BatchSize');
    return [
      ...mapping(event, arn!, filled(size) ? size! : 10, target, there),
      queuePolicyOf(filled(policyId) ? String(policyId) : `${id}QueuePolicy`, topic, arn!, url!, target),
      subscription(event, 'sqs', arn!, target),
    ];
  },
};

function isFifo(topic: Value, { declared, resolver }: Transformation): Value | undefined {
  const id = referencedId(topic);
  return id === undefined ? undefined : resolver.parameters(copy(get(declared, id, 'Properties', 'FifoTopic')));
}

const subscription = ({ id, properties }: SamEvent, Protocol: string, Endpoint: Value, target: EventTarget): MadeResource =>
  made(
    id,
    'AWS::SNS::Subscription',
    {
      Protocol,
      Endpoint,
      TopicArn: properties.Topic,
      Region: properties.Region,
      FilterPolicy: properties.FilterPolicy,
      FilterPolicyScope: properties.FilterPolicyScope,
      RedrivePolicy: properties.RedrivePolicy,
    },
    target.attributes,
  );

const queuePolicyOf = (id: string, topic: Value, queueArn: Value, queueUrl: Value, target: EventTarget): MadeResource =>
  made(id, 'AWS::SQS::QueuePolicy', { PolicyDocument: queuePolicy('*', queueArn, topic), Queues: [queueUrl] }, target.attributes);

function mapping({ id, name }: SamEvent, Queue: Value, BatchSize: Value, target: EventTarget, there: Transformation): MadeResource[] {
  const properties = { Queue, BatchSize, Enabled: true };
  return pullSources.SQS!.make({ id: `${id}EventSourceMapping`, name, type: 'SQS', properties }, target, there);
}
