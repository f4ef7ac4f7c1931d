// The collections of Kafka: clusters and their configurations, topics, the batches of each partition, and offsets of consumer groups.
import { type BlobRef, collection } from '#core/records';
import type { Cluster as ClusterShape } from '#model/kafka';

export interface ClusterRecord {
  readonly arn: string;
  readonly name: string;
  /** The last part of the ARN; unique, the first part of the keys of what belongs to it. */
  readonly id: string;
  readonly createdMs: number;
  /** Changes with each update: `K3AEGXETSR30VB`. */
  readonly version: string;
  readonly kind: 'PROVISIONED' | 'SERVERLESS';
  /** The request's description of the cluster, as the API shows it. */
  readonly provisioned?: ClusterShape['Provisioned'];
  readonly serverless?: ClusterShape['Serverless'];
  readonly tags: Readonly<Record<string, string>>;
  readonly policy?: { readonly text: string; readonly version: string } | undefined;
  /** ARNs of secrets with names and passwords. */
  readonly secrets: readonly string[];
  /** Where its broker listens; the same after a restart, where the port is still free. */
  readonly port?: number | undefined;
}
export const clusters = collection<[arn: string], ClusterRecord>('kafka.clusters');

export interface ConfigurationRevisionRecord {
  readonly createdMs: number;
  readonly description: string;
  /** `server.properties`: lines of `name=value`. */
  readonly properties: string;
}
export interface ConfigurationRecord {
  readonly arn: string;
  readonly name: string;
  readonly createdMs: number;
  readonly description: string;
  readonly versions: readonly string[];
  /** Revision 1 is the first. */
  readonly revisions: readonly ConfigurationRevisionRecord[];
}
export const configurations = collection<[arn: string], ConfigurationRecord>('kafka.configurations');

export interface TopicRecord {
  readonly name: string;
  /** Unique; the first part of the keys of its batches, so that a topic of the same name begins empty. */
  readonly id: string;
  readonly partitions: number;
  readonly replicas: number;
  readonly configs: Readonly<Record<string, string>>;
}
export const topics = collection<[clusterId: string, name: string], TopicRecord>('kafka.topics');

/** The offset that comes next in a partition, and the first that is still there. */
export interface PartitionEnds {
  readonly next: number;
  readonly first: number;
}
export const partitionEnds = collection<[topicId: string, index: number], PartitionEnds>('kafka.partition-ends');

export interface BatchRecord {
  /** As the producer sent it, with its offset; a blob where it is large. */
  readonly data: Uint8Array | BlobRef;
  /** Behind its last record. */
  readonly end: number;
  readonly maxMs: number;
  readonly bytes: number;
}
export const batches = collection<[topicId: string, index: number, base: number], BatchRecord>('kafka.batches', { bulk: true });

export interface CommittedOffset {
  readonly offset: number;
  readonly metadata: string;
}
export const groupOffsets = collection<[clusterId: string, group: string, topic: string, partition: number], CommittedOffset>(
  'kafka.group-offsets',
);

/** A change of a cluster, which was done at once. */
export interface OperationRecord {
  readonly arn: string;
  readonly clusterArn: string;
  /** `UPDATE_MONITORING` */
  readonly type: string;
  readonly atMs: number;
}
export const operations = collection<[clusterArn: string, arn: string], OperationRecord>('kafka.operations');
