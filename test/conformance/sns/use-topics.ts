// An emulator with clients for topics, queues and functions, and helpers that read what queues received.
import { Lambda } from '@aws-sdk/client-lambda';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

export interface Topics {
  readonly emulator: TestEmulator;
  readonly sns: SNS;
  readonly sqs: SQS;
  readonly lambda: Lambda;
  /** The ARN of a new topic. */
  topic(name: string, attributes?: Record<string, string>): Promise<string>;
  /** A new queue that topics may send to. */
  queue(name: string, attributes?: Record<string, string>): Promise<Queue>;
  /** The ARN of the subscription. */
  subscribe(topicArn: string, queue: Queue, attributes?: Record<string, string>): Promise<string>;
}

export interface Queue {
  readonly arn: string;
  readonly url: string;
  /** Bodies of the next messages, up to ten, which are deleted; waits for the first one. */
  take(waitSeconds?: number): Promise<string[]>;
}

export async function useTopics(start?: StartOptions): Promise<Topics> {
  const emulator = await startTestEmulator(start);
  const [sns, sqs, lambda] = [emulator.client(SNS), emulator.client(SQS), emulator.client(Lambda)];
  const allow = (arn: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: arn }],
    });
  return {
    emulator,
    sns,
    sqs,
    lambda,
    topic: async (Name, Attributes = {}) => (await sns.createTopic({ Name, Attributes })).TopicArn!,
    queue: async (QueueName, Attributes = {}) => {
      const arn = `arn:aws:sqs:us-east-1:000000000000:${QueueName}`;
      const { QueueUrl: url = '' } = await sqs.createQueue({ QueueName, Attributes: { ...Attributes, Policy: allow(arn) } });
      const take = async (WaitTimeSeconds = 5): Promise<string[]> => {
        const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: url, WaitTimeSeconds, MaxNumberOfMessages: 10 });
        for (const { ReceiptHandle } of Messages) await sqs.deleteMessage({ QueueUrl: url, ReceiptHandle: ReceiptHandle! });
        return Messages.map(({ Body }) => Body!);
      };
      return { arn, url, take };
    },
    subscribe: async (TopicArn, { arn: Endpoint }, Attributes = {}) =>
      (await sns.subscribe({ TopicArn, Protocol: 'sqs', Endpoint, Attributes, ReturnSubscriptionArn: true })).SubscriptionArn!,
  };
}
