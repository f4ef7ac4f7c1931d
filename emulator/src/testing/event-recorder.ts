// Records the events of a bus, as any client could: by a rule that takes all of them, and a queue.
import { randomUUID } from 'node:crypto';
import type { Emulator } from '#main';

export interface RecorderOptions {
  /** Name of the bus, by default `default`. */
  readonly bus?: string;
  /** By default `us-east-1`. */
  readonly region?: string;
  /** Twelve digits, by default `000000000000`. */
  readonly account?: string;
  /** Events to record, as the pattern of a rule; by default all. */
  readonly pattern?: object;
}

/** An event as its targets get it. */
export interface RecordedEvent {
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly account: string;
  readonly region: string;
  /** ISO 8601, in seconds. */
  readonly time: string;
  readonly resources: readonly string[];
  /** Parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of events that only they know
  readonly detail: any;
}

export interface EventRecorder extends AsyncDisposable {
  /** All events since the start, or since `clear`, in the order of their delivery. Deliveries under way end first. */
  events(): Promise<readonly RecordedEvent[]>;
  /** Forgets the events so far. */
  clear(): Promise<void>;
  /** Deletes the rule and the queue. */
  stop(): Promise<void>;
}

const EVERY_EVENT = { source: [{ prefix: '' }] };
const MAX_MESSAGES = 10;

/** @throws Error in the words of the service when there is no such bus, or the pattern is wrong */
export async function recordEvents(
  emulator: Pick<Emulator, 'url' | 'idle'>,
  { bus = 'default', region = 'us-east-1', account = '000000000000', pattern = EVERY_EVENT }: RecorderOptions = {},
): Promise<EventRecorder> {
  const call = createCall(emulator.url, { region, account });
  const name = `recorder-${randomUUID()}`;
  const rule = { Name: name, EventBusName: bus };
  await call('events', 'AWSEvents.PutRule', { ...rule, EventPattern: JSON.stringify(pattern) });
  const arn = `arn:aws:sqs:${region}:${account}:${name}`;
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: arn }],
  });
  const { QueueUrl } = await call('sqs', 'AmazonSQS.CreateQueue', { QueueName: name, Attributes: { Policy } });
  await call('events', 'AWSEvents.PutTargets', { Rule: name, EventBusName: bus, Targets: [{ Id: 'queue', Arn: arn }] });

  const recorded: RecordedEvent[] = [];
  const take = async (): Promise<void> => {
    await emulator.idle();
    for (;;) {
      const { Messages = [] } = await call('sqs', 'AmazonSQS.ReceiveMessage', { QueueUrl, MaxNumberOfMessages: MAX_MESSAGES });
      const messages = Messages as { readonly MessageId: string; readonly ReceiptHandle: string; readonly Body: string }[];
      if (messages.length === 0) return;
      recorded.push(...messages.map(({ Body }) => JSON.parse(Body) as RecordedEvent));
      const Entries = messages.map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
      await call('sqs', 'AmazonSQS.DeleteMessageBatch', { QueueUrl, Entries });
    }
  };
  const stop = async (): Promise<void> => {
    await call('events', 'AWSEvents.RemoveTargets', { Rule: name, EventBusName: bus, Ids: ['queue'] });
    await call('events', 'AWSEvents.DeleteRule', rule);
    await call('sqs', 'AmazonSQS.DeleteQueue', { QueueUrl });
  };
  return {
    events: async () => {
      await take();
      return [...recorded];
    },
    clear: async () => {
      await take();
      recorded.length = 0;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

type Call = (service: string, target: string, input: object) => Promise<Readonly<Record<string, unknown>>>;

/** Calls without a client: the project may have none for these services. */
function createCall(url: string, { region, account }: { readonly region: string; readonly account: string }): Call {
  return async (service, target, input) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${account}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
    const contentType = `application/x-amz-json-${service === 'sqs' ? '1.0' : '1.1'}`;
    const headers = { 'content-type': contentType, 'x-amz-target': target, authorization };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
    const text = await answer.text();
    const output = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    if (answer.ok) return output;
    throw new Error(`${target.replace(/^.*\./, '')}: ${String(output['message'] ?? output['Message'] ?? text)}`);
  };
}
