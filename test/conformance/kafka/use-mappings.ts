// An emulator with a cluster whose topics functions follow: makes topics, records and mappings, and shows the batches that functions got.
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import type { CreateEventSourceMappingCommandInput, CreateEventSourceMappingCommandOutput } from '@aws-sdk/client-lambda';
import type { Message } from 'kafkajs';
import { afterAll, beforeAll } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { clientOf, PROVISIONED } from './use-kafka.ts';

/** The body of a handler that shows its batch, and of one that fails with it. */
export const SHOW = `console.log('BATCH ' + JSON.stringify(event));`;
export const FAIL = `${SHOW} throw new Error('no');`;

export interface TopicBatch {
  readonly eventSource: string;
  readonly records: Readonly<
    Record<string, readonly { readonly offset: number; readonly value: string; readonly [more: string]: unknown }[]>
  >;
  readonly [member: string]: unknown;
}

type More = Partial<CreateEventSourceMappingCommandInput>;
type Mapping = Promise<CreateEventSourceMappingCommandOutput>;

export interface TopicMappings {
  readonly fixture: Fixture;
  readonly arn: string;
  readonly server: string;
  /** Batches that a function got. */
  batches(name: string): TopicBatch[];
  /** Values of these batches, a list for each. */
  valuesIn(name: string): string[][];
  /** Looks at each line of the log. */
  until(isSo: () => boolean): Promise<void>;
  topic(name: string, values?: readonly string[], numPartitions?: number): Promise<void>;
  produce(topic: string, values: readonly string[], more?: Partial<Message>): Promise<void>;
  /** A mapping of a function to a topic of the managed cluster; reads from the first record on, unless told otherwise. */
  managed(FunctionName: string, topic: string, more?: More): Mapping;
  /** The same, of a self-managed cluster. */
  own(FunctionName: string, topic: string, more?: More, servers?: readonly string[]): Mapping;
}

export function useMappings(): TopicMappings {
  let fixture: Fixture;
  let [arn, server] = ['', ''];
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  beforeAll(async () => {
    fixture = await startFixture({
      environment: { FUNCTION_TRUNCATE_STDOUT: '100000' },
      log: ({ text }) => {
        lines.push(text);
        for (const look of waiting) look();
      },
    });
    const api = fixture.emulator.client(KafkaApi);
    arn = (await api.createCluster({ ClusterName: 'source', ...PROVISIONED })).ClusterArn!;
    server = (await api.getBootstrapBrokers({ ClusterArn: arn })).BootstrapBrokerString!;
  });
  afterAll(() => fixture.emulator.stop());

  const batches = (name: string): TopicBatch[] =>
    lines
      .filter((line) => line.includes(`${name}: `) && line.includes('BATCH '))
      .map((line) => JSON.parse(line.slice(line.indexOf('BATCH ') + 6)) as TopicBatch);
  const map = (FunctionName: string, topic: string, more: More): Mapping =>
    fixture.lambda.createEventSourceMapping({ FunctionName, Topics: [topic], StartingPosition: 'TRIM_HORIZON', ...more });
  const produce: TopicMappings['produce'] = async (topic, values, more = {}) => {
    const producer = clientOf(server).producer();
    await producer.connect();
    const messages = values.map((value) => ({ key: 'k', value, headers: { h: '1' }, timestamp: '1700000000000', ...more }));
    await producer.send({ topic, messages });
    await producer.disconnect();
  };
  return {
    get fixture() {
      return fixture;
    },
    get arn() {
      return arn;
    },
    get server() {
      return server;
    },
    batches,
    valuesIn: (name) =>
      batches(name).map(({ records }) =>
        Object.values(records).flatMap((list) => list.map(({ value }) => Buffer.from(value, 'base64').toString())),
      ),
    until: (isSo) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    topic: async (name, values = [], numPartitions = 1) => {
      const admin = clientOf(server).admin();
      await admin.connect();
      await admin.createTopics({ topics: [{ topic: name, numPartitions }] });
      await admin.disconnect();
      if (values.length > 0) await produce(name, values);
    },
    produce,
    managed: (name, topic, more = {}) => map(name, topic, { EventSourceArn: arn, ...more }),
    own: (name, topic, more = {}, servers = [server]) =>
      map(name, topic, { SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: [...servers] } }, ...more }),
  };
}
