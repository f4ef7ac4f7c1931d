// An emulator whose clock stands still, with alarms on a metric, and queues that receive what alarms send.
import { CloudWatch, type PutMetricAlarmInput } from '@aws-sdk/client-cloudwatch';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

type Message = Readonly<Record<string, string>>;

export interface Alarms extends AsyncDisposable {
  readonly emulator: TestEmulator;
  readonly client: CloudWatch;
  /** Puts the alarm `a` on the sum of orders in a minute, above 21. */
  alarm(more?: Partial<PutMetricAlarmInput>): Promise<unknown>;
  /** Reports a value of that metric. */
  put(value: number, more?: object): Promise<unknown>;
  /** An alarm of either kind. */
  read(name?: string): ReturnType<typeof find>;
  state(name?: string): Promise<string | undefined>;
  /** A topic whose messages a queue receives: each call answers the new ones. */
  topic(name: string): Promise<{ readonly arn: string; received(): Promise<Message[]> }>;
}

export async function useAlarms(): Promise<Alarms> {
  const emulator = await startTestEmulator({ clock: 'manual' });
  const client = emulator.client(CloudWatch);
  return {
    emulator,
    client,
    alarm: (more = {}) =>
      client.putMetricAlarm({
        ...{ AlarmName: 'a', Namespace: 'shop', MetricName: 'orders', Statistic: 'Sum', Period: 60, EvaluationPeriods: 1 },
        ...{ Threshold: 21, ComparisonOperator: 'GreaterThanThreshold' },
        ...more,
      }),
    put: (Value, more = {}) => client.putMetricData({ Namespace: 'shop', MetricData: [{ MetricName: 'orders', Value, ...more }] }),
    read: (name = 'a') => find(client, name),
    state: async (name = 'a') => (await find(client, name))?.StateValue,
    topic: (name) => topicWithQueue(name, emulator),
    [Symbol.asyncDispose]: () => emulator.stop(),
  };
}

async function find(client: CloudWatch, name: string) {
  const { MetricAlarms, CompositeAlarms } = await client.describeAlarms({
    AlarmNames: [name],
    AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
  });
  return MetricAlarms?.[0] ?? CompositeAlarms?.[0];
}

/** A queue to which every service may send. */
export async function openQueue(name: string, emulator: TestEmulator): Promise<() => Promise<Message[]>> {
  const queues = emulator.client(SQS);
  const Resource = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource }],
  });
  const { QueueUrl } = await queues.createQueue({ QueueName: name, Attributes: { Policy } });
  return async () => {
    await emulator.idle();
    const { Messages = [] } = await queues.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
    for (const { ReceiptHandle } of Messages) await queues.deleteMessage({ QueueUrl, ReceiptHandle });
    return Messages.map(({ Body }) => JSON.parse(Body!) as Message);
  };
}

async function topicWithQueue(name: string, emulator: TestEmulator) {
  const topics = emulator.client(SNS);
  const { TopicArn = '' } = await topics.createTopic({ Name: name });
  const received = await openQueue(name, emulator);
  await topics.subscribe({ TopicArn, Protocol: 'sqs', Endpoint: `arn:aws:sqs:us-east-1:000000000000:${name}` });
  return { arn: TopicArn, received };
}
