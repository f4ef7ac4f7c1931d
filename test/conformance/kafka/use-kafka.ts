// A cluster with its broker, and clients of kafkajs, which was written by others.
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import { type Consumer, Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

export interface Cluster {
  readonly arn: string;
  readonly server: string;
  readonly kafka: Kafka;
}

export interface KafkaFixture extends AsyncDisposable {
  readonly emulator: TestEmulator;
  readonly api: KafkaApi;
  cluster(name: string, properties?: string): Promise<Cluster>;
}

export const PROVISIONED = {
  BrokerNodeGroupInfo: { ClientSubnets: ['subnet-a'], InstanceType: 'kafka.t3.small' },
  KafkaVersion: '3.6.0',
  NumberOfBrokerNodes: 1,
};

export const clientOf = (server: string, more: Partial<KafkaConfig> = {}): Kafka =>
  new Kafka({ clientId: 'test', brokers: [server], logLevel: logLevel.NOTHING, retry: { retries: 3, initialRetryTime: 50 }, ...more });

export async function useKafka(options: StartOptions = {}): Promise<KafkaFixture> {
  const emulator = await startTestEmulator(options);
  const api = emulator.client(KafkaApi);
  return {
    [Symbol.asyncDispose]: () => emulator.stop(),
    emulator,
    api,
    cluster: async (name, properties) => {
      const configuration = properties && (await api.createConfiguration({ Name: name, ServerProperties: Buffer.from(properties) }));
      const ConfigurationInfo = configuration ? { Arn: configuration.Arn!, Revision: 1 } : undefined;
      const { ClusterArn: arn } = await api.createCluster({ ClusterName: name, ...PROVISIONED, ConfigurationInfo });
      const { BootstrapBrokerString: server } = await api.getBootstrapBrokers({ ClusterArn: arn });
      return { arn: arn!, server: server!, kafka: clientOf(server!) };
    },
  };
}

/** Resolves with so many values of a topic, read by one member of a group from its position, or from the first record on. */
export async function valuesOf(consumer: Consumer, topic: string, count: number): Promise<string[]> {
  const values: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
    void consumer.run({
      eachMessage: async ({ message }) => {
        values.push(String(message.value));
        if (values.length === count) resolve();
      },
    });
  });
  return values;
}
