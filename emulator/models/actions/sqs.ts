// Batches have the actions of their parts (developer guide: "Amazon SQS API permissions").
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  resourceControl: {},
  // As clients of its older protocol know it, and as public issues quote it (aws/serverless-application-model 3633, 2024-08)
  refusal: { code: 'AccessDenied', status: 403, actions: 'lower case' },
  slots: { QueueName: ['QueueUrl:queueUrl', 'SourceArn', 'TaskHandle:taskHandle', 'QueueName'] },
  operations: {
    SendMessageBatch: 'SendMessage',
    DeleteMessageBatch: 'DeleteMessage',
    ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
    GetQueueUrl: [{ action: 'GetQueueUrl', on: ['arn:$p:sqs:$r:{QueueOwnerAWSAccountId|$account}:{QueueName}'] }],
  },
};
