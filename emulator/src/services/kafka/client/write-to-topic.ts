// Writes one record to a topic, for destinations of failed batches: to the partition of its key, as Kafka's own producers choose it.
import type { Ctx } from '#core/ctx';
import { type NewRecord, writeBatch } from '#lib/kafka/batches/record-batch';
import { ERRORS, errorName } from '#lib/kafka/error-codes';
import { PRODUCE } from '#lib/kafka/messages/records';
import { murmur2 } from '#lib/kafka/murmur2';
import type { TopicSource } from '#lib/kafka/topic-source';
import { ClusterClient } from './cluster-client.ts';
import { credentialsOf } from './credentials.ts';
import { KafkaProblem } from './kafka-problem.ts';
import { serversOf } from './servers.ts';

const TIMEOUT_MS = 30_000;
const ALL_REPLICAS = -1;

/** @throws KafkaProblem */
export async function writeToTopic(source: TopicSource, topic: string, record: NewRecord, ctx: Ctx): Promise<void> {
  const client = new ClusterClient(await serversOf(source, ctx), await credentialsOf(source, ctx), ctx.signal);
  try {
    const partitions = await client.partitions(topic);
    const chosen = record.key ? (murmur2(record.key) & 0x7fffffff) % partitions.length : Math.floor(Math.random() * partitions.length);
    const index = partitions[chosen]!;
    const [node] = [...client.byLeader([index]).keys()];
    const connection = await client.node(node!, 'produce');
    const topics = [{ name: topic, partitions: [{ index, records: writeBatch([record]) }] }];
    const answer = await connection.request(PRODUCE, { transactionalId: null, acks: ALL_REPLICAS, timeoutMs: TIMEOUT_MS, topics });
    const { error = ERRORS.UNKNOWN_SERVER_ERROR, message } = answer.topics[0]?.partitions[0] ?? {};
    if (error !== ERRORS.NONE) throw new KafkaProblem('CONNECTION', `${topic}-${index}: ${message ?? errorName(error)}`);
  } finally {
    client.close();
  }
}
