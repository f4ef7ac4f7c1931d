// Rules, buses and queues for tests: an emulator with a manual clock for each test, and the calls that tests of deliveries make.
import { EventBridge, type PutEventsCommandOutput, type PutEventsRequestEntry, type Target } from '@aws-sdk/client-eventbridge';
import { type Message, SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect } from 'vitest';
import type { StartOptions } from '../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from './emulator.ts';

export const queueArn = (name: string): string => `arn:aws:sqs:us-east-1:000000000000:${name}`;

/** The policy that lets all rules send to this queue. */
export const openTo = (Resource: string): string => {
  const Statement = [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource }];
  return JSON.stringify({ Version: '2012-10-17', Statement });
};

export interface EventsFixture {
  readonly emulator: TestEmulator;
  readonly events: EventBridge;
  readonly sqs: SQS;
  /** Ends the test's emulator and starts another. */
  restart(options?: StartOptions): Promise<void>;
  /** Answers the URL of a new queue, which takes messages of all rules unless it is not `open`. */
  makeQueue(name: string, options?: { open?: boolean; client?: SQS }): Promise<string>;
  makeRule(name: string, targets: Target[], options?: { bus?: string; pattern?: object }): Promise<void>;
  /** Sends one event, and waits until nothing is on its way any more. */
  put(entry?: PutEventsRequestEntry, client?: EventBridge): Promise<PutEventsCommandOutput>;
  /** Up to ten messages, with all their attributes. */
  receive(QueueUrl: string, client?: SQS): Promise<Message[]>;
  bodies(QueueUrl: string, client?: SQS): Promise<(string | undefined)[]>;
}

/** Registers the hooks of the file that calls it. */
export function useEvents(): EventsFixture {
  let emulator: TestEmulator;
  let events: EventBridge;
  let sqs: SQS;
  const start = async (options: StartOptions = {}): Promise<void> => {
    emulator = await startTestEmulator({ clock: 'manual', ...options });
    events = emulator.client(EventBridge);
    sqs = emulator.client(SQS);
  };
  beforeEach(() => start());
  afterEach(() => emulator.stop());
  const fixture: EventsFixture = {
    get emulator() {
      return emulator;
    },
    get events() {
      return events;
    },
    get sqs() {
      return sqs;
    },
    restart: async (options) => {
      await emulator.stop();
      await start(options);
    },
    makeQueue: async (name, { open = true, client = sqs } = {}) => {
      const { QueueUrl = '' } = await client.createQueue({ QueueName: name });
      const region = await client.config.region();
      const arn = queueArn(name).replace('us-east-1', region);
      if (open) await client.setQueueAttributes({ QueueUrl, Attributes: { Policy: openTo(arn) } });
      return QueueUrl;
    },
    makeRule: async (name, targets, { bus, pattern = { source: ['shop'] } } = {}) => {
      await events.putRule({ Name: name, EventBusName: bus, EventPattern: JSON.stringify(pattern) });
      const answer = await events.putTargets({ Rule: name, EventBusName: bus, Targets: targets });
      expect(answer.FailedEntryCount).toBe(0);
    },
    put: async (entry = {}, client = events) => {
      const answer = await client.putEvents({
        Entries: [{ Source: 'shop', DetailType: 'made', Detail: '{"id": 12345678901234567890}', ...entry }],
      });
      await emulator.idle();
      return answer;
    },
    receive: async (QueueUrl, client = sqs) => {
      const { Messages = [] } = await client.receiveMessage({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      });
      return Messages;
    },
    bodies: async (url, client) => (await fixture.receive(url, client)).map(({ Body }) => Body),
  };
  return fixture;
}
