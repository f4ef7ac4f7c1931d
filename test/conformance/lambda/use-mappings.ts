// Event source mappings of queues for tests: an emulator with a manual clock for each test, and the calls that tests of mappings make.
import type { CreateEventSourceMappingCommandInput, EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import { type QueueAttributeName, type SendMessageBatchCommandOutput, SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

interface Batch {
  readonly Records: readonly { readonly body: string; readonly messageId: string; readonly attributes: Record<string, string> }[];
}

/** Code of functions that print their batches, which `batches` reads: whole, or the beginnings of bodies alone. */
export const SHOW = `console.log('BATCH ' + JSON.stringify(event));`;
export const SHORT = `console.log('BATCH ' + JSON.stringify({ Records: event.Records.map(({ body }) => ({ body: body.slice(0, 20) })) }));`;

export interface MappingFixture extends Fixture {
  readonly sqs: SQS;
  /** Creates a queue; a FIFO queue where its name says so. */
  queue(name: string, Attributes?: Record<string, string>): Promise<{ url: string; arn: string }>;
  map(
    FunctionName: string,
    EventSourceArn: string,
    more?: Partial<CreateEventSourceMappingCommandInput>,
  ): Promise<EventSourceMappingConfiguration>;
  /** Sends up to ten messages in one request. */
  send(QueueUrl: string, ...bodies: readonly string[]): Promise<SendMessageBatchCommandOutput>;
  /** Sends messages of one group, one after the other. */
  sendIn(QueueUrl: string, MessageGroupId: string, ...bodies: readonly string[]): Promise<void>;
  /** The batches that a function with the code above has received so far. */
  batches(functionName: string): Batch[];
  bodies(functionName: string): string[][];
  /** How many messages of the queue are visible, and in flight. */
  left(QueueUrl: string): Promise<number[]>;
}

/** Registers the hooks of the file that calls it. */
export function useMappings(): MappingFixture {
  let fixture: Fixture;
  let sqs: SQS;
  beforeEach(async () => {
    fixture = await startFixture({ clock: 'manual', environment: { FUNCTION_TRUNCATE_STDOUT: '100000' } });
    sqs = fixture.emulator.client(SQS);
  });
  afterEach(() => fixture.emulator.stop());
  const batches = (name: string): Batch[] =>
    fixture.emulator.lines
      .filter((line) => line.includes(`${name}: `) && line.includes('BATCH '))
      .map((line) => JSON.parse(line.slice(line.indexOf('BATCH ') + 6)) as Batch);
  return {
    get emulator() {
      return fixture.emulator;
    },
    get lambda() {
      return fixture.lambda;
    },
    get sqs() {
      return sqs;
    },
    settled: (name) => fixture.settled(name),
    create: (name, code, more) => fixture.create(name, code, more),
    queue: async (QueueName, Attributes = {}) => {
      const fifo: Record<string, string> = QueueName.endsWith('.fifo') ? { FifoQueue: 'true', ContentBasedDeduplication: 'true' } : {};
      const { QueueUrl } = await sqs.createQueue({ QueueName, Attributes: { ...fifo, ...Attributes } });
      return { url: QueueUrl!, arn: `arn:aws:sqs:us-east-1:000000000000:${QueueName}` };
    },
    map: (FunctionName, EventSourceArn, more = {}) => fixture.lambda.createEventSourceMapping({ FunctionName, EventSourceArn, ...more }),
    send: (QueueUrl, ...bodies) =>
      sqs.sendMessageBatch({ QueueUrl, Entries: bodies.map((MessageBody, i) => ({ Id: `m${i}`, MessageBody })) }),
    sendIn: async (QueueUrl, MessageGroupId, ...bodies) => {
      for (const MessageBody of bodies) await sqs.sendMessage({ QueueUrl, MessageBody, MessageGroupId });
    },
    batches,
    bodies: (name) => batches(name).map(({ Records }) => Records.map(({ body }) => body)),
    left: async (QueueUrl) => {
      const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'];
      const { Attributes = {} } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames });
      return AttributeNames.map((name) => Number(Attributes[name]));
    },
  };
}
