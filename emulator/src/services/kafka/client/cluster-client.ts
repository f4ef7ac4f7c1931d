// The brokers of a cluster as one reader or writer of a topic sees them: who leads which partition, who keeps the group, where a log begins.
import { ERRORS, errorName } from '#lib/kafka/error-codes';
import { FIND_COORDINATOR, METADATA } from '#lib/kafka/messages/connection';
import { AT_END, AT_START, LIST_OFFSETS } from '#lib/kafka/messages/records';
import type { KafkaStart } from '#lib/kafka/topic-source';
import { BrokerConnection, type Server } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { KafkaProblem } from './kafka-problem.ts';

export class ClusterClient {
  readonly #servers: readonly string[];
  readonly #credentials: Credentials;
  readonly #signal: AbortSignal;
  readonly #connections = new Map<string, Promise<BrokerConnection>>();
  #brokers = new Map<number, Server>();
  #leaders = new Map<number, number>();

  constructor(servers: readonly string[], credentials: Credentials, signal: AbortSignal) {
    this.#servers = servers;
    this.#credentials = credentials;
    this.#signal = signal;
  }

  close(): void {
    for (const connection of this.#connections.values()) void connection.then((one) => one.close()).catch(() => undefined);
    this.#connections.clear();
  }

  /** `purpose` keeps requests that wait apart from requests that may not. */
  async #to(server: Server, purpose: string): Promise<BrokerConnection> {
    const key = `${purpose} ${server.host}:${server.port}`;
    const known = await this.#connections.get(key);
    if (known?.isOpen) return known;
    const opening = BrokerConnection.open(server, this.#credentials, this.#signal);
    this.#connections.set(key, opening);
    opening.catch(() => this.#connections.delete(key));
    return opening;
  }

  /** The first of the given servers that answers. @throws KafkaProblem of the last one */
  async #any(): Promise<BrokerConnection> {
    let problem: unknown = new KafkaProblem('CONNECTION', 'no server is given');
    for (const server of this.#servers) {
      try {
        return await this.#to(serverIn(server), 'any');
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  /** The partitions of the topic, of which each has a leader. @throws KafkaProblem */
  async partitions(topic: string): Promise<readonly number[]> {
    const connection = await this.#any();
    const request = { topics: [{ name: topic }], createsTopics: false, withClusterRights: false, withTopicRights: false };
    const { brokers, topics } = await connection.request(METADATA, request);
    this.#brokers = new Map(brokers.map(({ id, host, port }) => [id, { host, port }]));
    const [found] = topics;
    if (!found || found.error !== ERRORS.NONE) throw new KafkaProblem('TOPIC', `the topic ${topic}: ${errorName(found?.error ?? 3)}`);
    this.#leaders = new Map(found.partitions.map(({ index, leader }) => [index, leader]));
    return found.partitions.map(({ index }) => index).sort((a, b) => a - b);
  }

  /** Node ids of the partitions' leaders, each with its partitions. */
  byLeader(partitions: readonly number[]): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (const partition of partitions) {
      const leader = this.#leaders.get(partition) ?? -1;
      found.set(leader, [...(found.get(leader) ?? []), partition]);
    }
    return found;
  }

  /** @throws KafkaProblem */
  async node(id: number, purpose: string): Promise<BrokerConnection> {
    const server = this.#brokers.get(id);
    if (!server) throw new KafkaProblem('CONNECTION', 'a partition has no leader');
    return this.#to(server, purpose);
  }

  /** @throws KafkaProblem */
  async coordinator(group: string): Promise<BrokerConnection> {
    const connection = await this.#any();
    const { error, host, port } = await connection.request(FIND_COORDINATOR, { key: group, kind: 0 });
    if (error !== ERRORS.NONE) throw new KafkaProblem('CONNECTION', `the coordinator of the group ${group}: ${errorName(error)}`);
    return this.#to({ host, port }, 'group');
  }

  /** The offset where a partition is begun. @throws KafkaProblem */
  async startOf(topic: string, partition: number, { from, atMs = 0 }: KafkaStart): Promise<number> {
    if (from === 'LATEST') return this.#offset(topic, partition, AT_END);
    if (from === 'TRIM_HORIZON') return this.#offset(topic, partition, AT_START);
    const found = await this.#offset(topic, partition, atMs);
    return found < 0 ? this.#offset(topic, partition, AT_END) : found;
  }

  async #offset(topic: string, partition: number, atMs: number): Promise<number> {
    const connection = await this.node(this.#leaders.get(partition) ?? -1, 'any');
    const partitions = [{ index: partition, leaderEpoch: -1, atMs }];
    const { topics } = await connection.request(LIST_OFFSETS, { replica: -1, isolation: 0, topics: [{ name: topic, partitions }] });
    const found = topics[0]?.partitions[0];
    if (!found || found.error !== ERRORS.NONE)
      throw new KafkaProblem('TOPIC', `the offsets of ${topic}-${partition}: ${errorName(found?.error ?? -1)}`);
    return found.offset;
  }
}

function serverIn(text: string): Server {
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) };
}
