// Batches of topics as functions and destinations get them. Pure. https://docs.aws.amazon.com/lambda/latest/dg/with-kafka-process.html
import type { LogRecord } from '#core/log-records';
import type { Frozen } from '#core/records';
import type { KafkaSettings } from './kafka-settings.ts';

interface Batch {
  readonly shard: string;
  readonly records: readonly Pick<LogRecord, 'text'>[];
}

/** The event: JSON. */
export function kafkaPayload({ clusterArn, servers }: Frozen<KafkaSettings>, { shard, records }: Batch): string {
  const facts = {
    eventSource: clusterArn === undefined ? 'SelfManagedKafka' : 'aws:kafka',
    ...(clusterArn !== undefined && { eventSourceArn: clusterArn }),
    bootstrapServers: servers.join(','),
  };
  const list = `${JSON.stringify(shard)}:[${records.map(({ text }) => text).join(',')}]`;
  return `${JSON.stringify(facts).slice(0, -1)},"records":{${list}}}`;
}

/** Functions name a failed record by its partition and its offset: `{"partition":"orders-0","offset":5}`. Undefined for anything else. */
export function failedOffset(identifier: unknown, shard: string): string | undefined {
  const { partition, offset } = (identifier ?? {}) as { partition?: unknown; offset?: unknown };
  const isHere = partition === shard && (typeof offset === 'number' || typeof offset === 'string');
  return isHere ? String(offset) : undefined;
}

interface FailedBatch {
  readonly shard: string;
  readonly records: readonly LogRecord[];
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** The facts about a batch in failure records. https://docs.aws.amazon.com/lambda/latest/dg/kafka-on-failure.html */
export function kafkaBatchInfo(kafka: Frozen<KafkaSettings>, { shard, records }: FailedBatch): object {
  const [first, last] = [records[0]!, records.at(-1)!];
  return {
    ...batchFacts(kafka, { shard, records }),
    recordsInfo: {
      [shard]: {
        firstRecordOffset: first.id,
        lastRecordOffset: last.id,
        firstRecordTimestamp: instant(first.arrivedMs),
        lastRecordTimestamp: instant(last.arrivedMs),
      },
    },
  };
}

/** The same, of one record that is told to a topic. https://docs.aws.amazon.com/lambda/latest/dg/kafka-on-failure-destination.html */
export const kafkaRecordInfo = (kafka: Frozen<KafkaSettings>, record: LogRecord, shard: string): object => ({
  ...batchFacts(kafka, { shard, records: [record] }),
  recordInfo: { offset: record.id, timestamp: instant(record.arrivedMs) },
});

const batchFacts = (kafka: Frozen<KafkaSettings>, lost: FailedBatch) => ({
  batchSize: lost.records.length,
  ...(kafka.clusterArn !== undefined && { eventSourceArn: kafka.clusterArn }),
  bootstrapServers: kafka.servers.join(','),
  payloadSize: Buffer.byteLength(kafkaPayload(kafka, lost)),
});
