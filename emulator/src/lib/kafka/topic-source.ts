// A topic as a source of records: where its brokers are, how to log in, and the group that reads it, in one text. Pure.
// The function service writes such texts, the service of Kafka reads them.

export interface KafkaAccess {
  /** `SASL_SCRAM_512_AUTH`, as mappings name ways to log in. */
  readonly kind: string;
  /** ARN of a secret. */
  readonly uri: string;
}

export interface KafkaStart {
  readonly from: 'TRIM_HORIZON' | 'LATEST' | 'AT_TIMESTAMP';
  readonly atMs?: number | undefined;
}

export interface TopicSource {
  /** ARN of a managed cluster; otherwise the servers are given. */
  readonly clusterArn?: string | undefined;
  /** `host:9092` */
  readonly servers: readonly string[];
  readonly topic: string;
  readonly group: string;
  /** Unique: members of one group share the partitions out, and two of them may have everything else in common. */
  readonly reader: string;
  /** Where a partition is begun for which the group has no offset. */
  readonly start: KafkaStart;
  readonly access: readonly KafkaAccess[];
  /** The role that reads secrets. */
  readonly role: string;
}

const SCHEME = 'kafka://';

export const formatTopicSource = (source: TopicSource): string => SCHEME + encodeURIComponent(JSON.stringify(source));

/** Undefined for other texts. */
export function parseTopicSource(text: string): TopicSource | undefined {
  if (!text.startsWith(SCHEME)) return undefined;
  try {
    const source = JSON.parse(decodeURIComponent(text.slice(SCHEME.length))) as Partial<TopicSource> | null;
    return typeof source?.topic === 'string' && Array.isArray(source.servers) ? (source as TopicSource) : undefined;
  } catch {
    return undefined;
  }
}

/** A partition as a shard of a log: `orders-0`, as events name it. */
export const shardOf = (topic: string, partition: number): string => `${topic}-${partition}`;
export const partitionOf = (shard: string): number => Number(shard.slice(shard.lastIndexOf('-') + 1));
