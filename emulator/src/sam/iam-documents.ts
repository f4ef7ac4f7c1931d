// Policies of generated roles and queues. Names and statements are those of AWS SAM, because they show in the deployed role.
import { table } from '#lib/table';
import type { Block, Value } from './values.ts';

const VERSION = '2012-10-17';

export const trustPolicy = (service: string): Block => ({
  Version: VERSION,
  Statement: [{ Action: ['sts:AssumeRole'], Effect: 'Allow', Principal: { Service: [service] } }],
});

const named = (PolicyName: string, statements: Block[]): Block => ({ PolicyName, PolicyDocument: { Statement: statements } });
export const allow = (Action: Value, Resource: Value): Block => ({ Action, Effect: 'Allow', Resource });

export const startExecutionPolicy = (machine: Value, id: string): Block =>
  named(`${id}StartExecutionPolicy`, [allow('states:StartExecution', machine)]);
export const deadLetterPolicy = (action: string, target: Value): Block => ({
  PolicyName: 'DeadLetterQueuePolicy',
  PolicyDocument: { Version: VERSION, Statement: [{ Action: action, Resource: target, Effect: 'Allow' }] },
});
export const sendMessagePolicy = (queue: Value, id: string): Block => named(`${id}SQSPolicy`, [allow('sqs:SendMessage', queue)]);
export const invokePolicy = (lambda: Value, id: string): Block => named(`${id}LambdaPolicy`, [allow('lambda:InvokeFunction', lambda)]);

/** Policies that allow to deliver to a destination, by the destination's type. */
export const DESTINATION_POLICIES: Readonly<Record<string, (destination: Value, id: string) => Block>> = table({
  SQS: sendMessagePolicy,
  SNS: (topic, id) => named(`${id}SNSPolicy`, [allow('sns:publish', topic)]),
  EventBridge: (bus, id) => named(`${id}EventBridgePolicy`, [allow('events:PutEvents', bus)]),
  Lambda: invokePolicy,
  S3: (bucket, id) => named(`${id}S3Policy`, [allow('s3:PutObject', { 'Fn::Join': ['/', [bucket, '*']] }), allow('s3:ListBucket', bucket)]),
});

/** Lets a topic or a rule send to a queue. */
export const queuePolicy = (principal: Value, queue: Value, source: Value): Block => ({
  Version: VERSION,
  Statement: [
    {
      Action: 'sqs:SendMessage',
      Effect: 'Allow',
      Principal: principal,
      Resource: queue,
      Condition: { ArnEquals: { 'aws:SourceArn': source } },
    },
  ],
});
