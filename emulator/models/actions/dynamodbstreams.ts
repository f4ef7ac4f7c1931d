// Streams belong to DynamoDB: a shard iterator begins with the ARN of its stream.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  prefix: 'dynamodb',
  types: { stream: 'arn:$p:dynamodb:$r:$a:table/${StreamName}' },
  slots: { StreamName: ['StreamArn', 'ShardIterator:beforeBar'] },
};
