// Mistakes on the way of messages and events.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { queueArn } from '../../support/use-events.ts';
import type { Mistake, Setting } from './mistake.ts';

const DEAD = { deadLetterTargetArn: queueArn('jobs-dead'), maxReceiveCount: 2 };

/** A queue with a dead-letter queue, mapped to the function; and one message in it. */
async function send({ emulator, lambda }: Setting, FunctionName: string, isPartial: boolean): Promise<void> {
  const sqs = emulator.client(SQS);
  await sqs.createQueue({ QueueName: 'jobs-dead' });
  const Attributes = { VisibilityTimeout: '30', RedrivePolicy: JSON.stringify(DEAD) };
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs', Attributes });
  await lambda.createEventSourceMapping({
    FunctionName,
    EventSourceArn: queueArn('jobs'),
    ...(isPartial && { FunctionResponseTypes: ['ReportBatchItemFailures'] }),
  });
  await emulator.idle();
  await sqs.sendMessage({ QueueUrl, MessageBody: 'job' });
  await emulator.idle();
  for (let receive = 0; receive < DEAD.maxReceiveCount; receive++) {
    await emulator.clock.advance('31s');
    await emulator.idle();
  }
}

const put = async ({ emulator }: Setting, EventBusName?: string): Promise<void> => {
  await emulator.client(EventBridge).putEvents({ Entries: [{ Source: 'shop', DetailType: 'placed', Detail: '{}', EventBusName }] });
  await emulator.idle();
};

export const MESSAGE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a function fails at a message until it is in the dead-letter queue',
    make: async (place) => {
      await place.create('work', `throw new Error('no table jobs');`);
      await send(place, 'work', false);
    },
    line: /warn sqs message \S+ of jobs goes to the dead-letter queue jobs-dead: received 2 times and not deleted/,
    cause: /work failed: Error: no table jobs \(2 times\)/,
    subjects: ['work', 'jobs', 'jobs-dead', queueArn('jobs')],
    told: [/1 of 1 message returns to jobs, because work did not process it/, /jobs-dead/, /sqs\.SendMessage jobs ok/],
    followed: ['BATCH_RETURNS', 'MESSAGES_DEAD_LETTERED'],
  },
  {
    title: 'a function reports messages as failed until they are in the dead-letter queue',
    make: async (place) => {
      await place.create('work', `return { batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };`);
      await send(place, 'work', true);
    },
    line: /info lambda 1 of 1 message returns to jobs in 30 s, because work reported [-0-9a-f]{36} in batchItemFailures/,
    cause: /1 of 1 message returns to jobs, because work reported [-0-9a-f]{36} in batchItemFailures \(2 times\)/,
    subjects: ['work', 'jobs', 'jobs-dead'],
    told: [/aws sqs start-message-move-task --source-arn \S+:jobs-dead/],
    followed: ['MESSAGES_DEAD_LETTERED'],
  },
  {
    title: 'a function answers a batch response of another form',
    make: async (place) => {
      await place.create('work', `return { batchItemFailures: [{ id: event.Records[0].messageId }] };`);
      await send(place, 'work', true);
    },
    line: /because work answered a batch response that cannot be understood: an element has no itemIdentifier/,
    cause: /work answered a batch response that cannot be understood: an element has no itemIdentifier \(2 times\)/,
    subjects: ['work', 'jobs'],
    followed: ['MESSAGES_DEAD_LETTERED'],
  },
  {
    title: 'the queue of a rule has no policy',
    make: async (place) => {
      const events = place.emulator.client(EventBridge);
      await place.emulator.client(SQS).createQueue({ QueueName: 'closed' });
      await events.putRule({ Name: 'placed', EventPattern: '{"source":["shop"]}' });
      await events.putTargets({ Rule: 'placed', Targets: [{ Id: 'q', Arn: queueArn('closed') }] });
      await put(place);
    },
    line: /warn delivery rule placed → \S+:closed was not delivered after 1 attempt/,
    cause: /rule placed → closed: AccessDenied.*sqs:SendMessage/,
    subjects: ['placed', 'closed'],
    told: [/To allow it: aws sqs set-queue-attributes/, /events\.PutEvents default ok/],
  },
  {
    title: 'the event bus has another name',
    make: (place) => put(place, 'shopp'),
    line: /warn events event \S+ is lost: there is no event bus shopp/,
    cause: /there is no event bus shopp in 000000000000 us-east-1/,
    subjects: ['shopp'],
    told: [/aws events create-event-bus --name shopp/],
  },
];
