// Actions of topics: batches have that of their parts.
import type { ActionFacts } from '../build/action-facts.ts';

const TOPIC = 'arn:$p:sns:$r:$a:';

export const facts: ActionFacts = {
  // As clients of its older protocol know it, and as public issues quote it
  refusal: { code: 'AuthorizationErrorException', status: 403, actions: 'SNS:' },
  slots: { TopicName: ['TopicArn', 'SubscriptionArn:topicOfSubscription', 'ResourceArn', 'Name'] },
  operations: {
    // To a topic, an endpoint of a platform application, or a telephone
    Publish: [{ action: 'Publish', on: [`${TOPIC}{TopicArn}`, `${TOPIC}{TargetArn}`, '*'] }],
    PublishBatch: [{ action: 'Publish', on: [`${TOPIC}{TopicArn}`] }],
  },
  keys: { 'sns:Protocol': 'Protocol', 'sns:Endpoint': 'Endpoint' },
};
