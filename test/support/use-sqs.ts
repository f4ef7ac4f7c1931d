// Queues for tests: an emulator with a manual clock for the file, a queue of its own for each test, and the calls that most tests make.
import {
  type Message,
  type QueueAttributeName,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
  type SendMessageCommandOutput,
  SQS,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestEmulator, type TestEmulator } from './emulator.ts';

type Attributes = Record<string, string>;

export interface SqsFixture {
  readonly emulator: TestEmulator;
  readonly sqs: SQS;
  /** The queue that the calls below are about: the test's own, unless the test chooses another. */
  QueueUrl: string;
  /** Creates a queue under a name of its own; answers its URL. */
  create(Attributes?: Attributes): Promise<string>;
  send(MessageBody: string, more?: Partial<SendMessageCommandInput>): Promise<SendMessageCommandOutput>;
  /** Up to ten messages. */
  receive(more?: Partial<ReceiveMessageCommandInput>): Promise<Message[]>;
  bodies(more?: Partial<ReceiveMessageCommandInput>): Promise<string[]>;
  /** Resolves once exactly that many receivers wait at the queue. */
  untilReceiving(count?: number): Promise<void>;
  /** How many messages are visible, in flight and delayed. */
  counts(): Promise<number[]>;
  /** Moves the clock on: `later('30s')`. */
  later(span: string): Promise<unknown>;
}

/** Registers the hooks of the file that calls it; `Attributes` are those of each test's queue. */
export function useSqs(Attributes: Attributes = {}): SqsFixture {
  let emulator: TestEmulator;
  let sqs: SQS;
  let created = 0;
  const suffix = Attributes['FifoQueue'] ? '.fifo' : '';
  const fixture: SqsFixture = {
    QueueUrl: '',
    get emulator() {
      return emulator;
    },
    get sqs() {
      return sqs;
    },
    create: async (own = {}) => {
      const fifo: Attributes = suffix ? { FifoQueue: 'true' } : {};
      const { QueueUrl } = await sqs.createQueue({ QueueName: `queue-${++created}${suffix}`, Attributes: { ...fifo, ...own } });
      return QueueUrl!;
    },
    send: (MessageBody, more = {}) => sqs.sendMessage({ QueueUrl: fixture.QueueUrl, MessageBody, ...more }),
    receive: async (more = {}) =>
      (await sqs.receiveMessage({ QueueUrl: fixture.QueueUrl, MaxNumberOfMessages: 10, ...more })).Messages ?? [],
    bodies: async (more) => (await fixture.receive(more)).map(({ Body }) => Body!),
    untilReceiving: (count = 1) => emulator.untilWaiting(`/sqs/${fixture.QueueUrl.split('/').at(-1)}`, count),
    counts: async () => {
      const states = ['', 'NotVisible', 'Delayed'] as const;
      const AttributeNames = states.map((state): QueueAttributeName => `ApproximateNumberOfMessages${state}`);
      const { Attributes: counted } = await sqs.getQueueAttributes({ QueueUrl: fixture.QueueUrl, AttributeNames });
      return AttributeNames.map((name) => Number(counted![name]));
    },
    later: (span) => emulator.clock.advance(span),
  };
  beforeAll(async () => {
    emulator = await startTestEmulator({ clock: 'manual' });
    sqs = emulator.client(SQS);
  });
  afterAll(() => emulator.stop());
  beforeEach(async () => {
    fixture.QueueUrl = await fixture.create(Attributes);
  });
  return fixture;
}
