// Topics as templated targets, in the schedule's role.
import { SNS } from '@aws-sdk/client-sns';
import { expect, it } from 'vitest';
import { queueArn, scheduleOf, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();
const ORDERS = 'arn:aws:sns:us-east-1:000000000000:orders';

it('a topic publishes the input to its subscribers', async () => {
  const sns = fixture.emulator.client(SNS);
  await sns.createTopic({ Name: 'orders' });
  await sns.subscribe({ TopicArn: ORDERS, Protocol: 'sqs', Endpoint: queueArn('runs'), Attributes: { RawMessageDelivery: 'true' } });
  const Statement = [
    { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: queueArn('runs') },
  ];
  await fixture.sqs.setQueueAttributes({
    QueueUrl: `${fixture.emulator.url}/000000000000/runs`,
    Attributes: { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) },
  });
  await fixture.scheduler.createSchedule(
    scheduleOf('noon', 'at(2026-01-01T12:00:00)', { Arn: ORDERS, Input: 'ring at <aws.scheduler.scheduled-time>' }),
  );
  await fixture.advance('12h');
  expect(await fixture.bodies('runs')).toEqual(['ring at 2026-01-01T12:00:00Z']);
});

it('a topic that is gone sends the input to the dead-letter queue', async () => {
  const target = { Arn: ORDERS, Input: 'ring', DeadLetterConfig: { Arn: queueArn('runs') }, RetryPolicy: { MaximumRetryAttempts: 0 } };
  await fixture.scheduler.createSchedule(scheduleOf('noon', 'at(2026-01-01T12:00:00)', target));
  await fixture.advance('12h');
  const [message] = await fixture.receive('runs');
  expect(message?.Body).toBe('ring');
  expect(message?.MessageAttributes).toMatchObject({
    ERROR_CODE: { StringValue: expect.stringContaining('NotFound') },
    TARGET_ARN: { StringValue: ORDERS },
  });
});
