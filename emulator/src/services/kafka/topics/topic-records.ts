// Makes, changes and deletes topics, for the API and for clients of the broker.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { ErrorName } from '#lib/kafka/error-codes';
import { clusterSignal } from '#services/kafka/signals';
import { groupOffsets, type TopicRecord, topics } from '#services/kafka/state';
import { problemOf } from './topic-configs.ts';

const NAME = /^[a-zA-Z0-9._-]{1,249}$/;
/** Limit: partitions of a cluster. The service's brokers hold up to 4,000 each, by their size. */
const MAX_PARTITIONS = 10_000;

/** Why a topic is not made or changed, as Kafka names and words it. */
export interface TopicProblem {
  readonly code: ErrorName;
  readonly message: string;
}

export interface NewTopic {
  readonly name: string;
  readonly partitions: number;
  readonly replicas: number;
  readonly configs: Readonly<Record<string, string>>;
}

export const findTopic = (clusterId: string, name: string, ctx: Ctx): Frozen<TopicRecord> | undefined =>
  ctx.records(topics).get([clusterId, name]);

const problem = (code: ErrorName, message: string): TopicProblem => ({ code, message });

/** The reason why a new topic is refused; undefined for a good one. `brokers`: how many the cluster has. */
export function newTopicProblem(clusterId: string, { name, partitions, replicas, configs }: NewTopic, brokers: number, ctx: Ctx) {
  if (findTopic(clusterId, name, ctx)) return problem('TOPIC_ALREADY_EXISTS', `Topic '${name}' already exists.`);
  if (!NAME.test(name) || name === '.' || name === '..')
    return problem(
      'INVALID_TOPIC',
      `Topic name is invalid: '${name}' is illegal, it contains a character other than ASCII alphanumerics, '.', '_' and '-', or is not 1 to 249 characters long`,
    );
  if (partitions < 1) return problem('INVALID_PARTITIONS', 'Number of partitions must be larger than 0.');
  if (replicas < 1) return problem('INVALID_REPLICATION_FACTOR', 'Replication factor must be larger than 0.');
  if (replicas > brokers)
    return problem(
      'INVALID_REPLICATION_FACTOR',
      `Unable to replicate the partition ${replicas} time(s): The target replication factor of ${replicas} cannot be reached because only ${brokers} broker(s) are registered.`,
    );
  const wrong = problemOf(configs);
  return wrong === undefined ? partitionsProblem(clusterId, partitions, ctx) : problem('INVALID_CONFIG', wrong);
}

/** Why the cluster takes no more partitions. */
export function partitionsProblem(clusterId: string, added: number, ctx: Ctx): TopicProblem | undefined {
  const all = ctx.records(topics).range([clusterId]);
  const sum = all.reduce((before, { partitions }) => before + partitions, added);
  return sum > MAX_PARTITIONS
    ? problem('INVALID_PARTITIONS', `The cluster would have ${sum} partitions; ${MAX_PARTITIONS} are the most here.`)
    : undefined;
}

export function putTopic(clusterId: string, topic: NewTopic, ctx: Ctx): TopicRecord {
  const made: TopicRecord = { ...topic, id: ctx.id() };
  ctx.write((tx) => {
    tx.put(ctx.records(topics), [clusterId, topic.name], made);
    tx.after(() => ctx.wake(clusterSignal(clusterId)));
  });
  return made;
}

export function changeTopic(clusterId: string, topic: Frozen<TopicRecord>, change: Partial<TopicRecord>, ctx: Ctx): void {
  ctx.write((tx) => {
    tx.put(ctx.records(topics), [clusterId, topic.name], { ...topic, ...change });
    tx.after(() => ctx.wake(clusterSignal(clusterId)));
  });
}

/** Its records are removed step by step. */
export function deleteTopic(clusterId: string, { name, id }: Frozen<TopicRecord>, ctx: Ctx): void {
  ctx.write((tx) => {
    tx.delete(ctx.records(topics), [clusterId, name]);
    for (const [key] of ctx.records(groupOffsets).entries([clusterId])) if (key[2] === name) tx.delete(ctx.records(groupOffsets), key);
    ctx.later(tx, 'kafka.forget', [id], ctx.now());
    tx.after(() => ctx.wake(clusterSignal(clusterId)));
  });
}
