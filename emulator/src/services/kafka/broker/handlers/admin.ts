// Answers requests about the cluster and its topics.
import type { Frozen } from '#core/records';
import { ERRORS } from '#lib/kafka/error-codes';
import { CREATE_PARTITIONS, CREATE_TOPICS, DELETE_TOPICS, DESCRIBE_CONFIGS } from '#lib/kafka/messages/admin';
import { FIND_COORDINATOR, METADATA } from '#lib/kafka/messages/connection';
import { inTurns } from '#lib/kafka/turns';
import { own } from '#lib/table';
import { type BrokerCall, handler, NODE } from '#services/kafka/broker/handler';
import { clusterSettings } from '#services/kafka/cluster-settings';
import { type TopicRecord, topics as topicRecords } from '#services/kafka/state';
import { TOPIC_SETTINGS } from '#services/kafka/topics/topic-configs';
import { changeTopic, deleteTopic, findTopic, newTopicProblem, partitionsProblem, putTopic } from '#services/kafka/topics/topic-records';

const NO_RIGHTS = -0x80000000;
const NO_TRANSACTIONS = 'Transactions are not emulated.';
const KIND_OF_TRANSACTIONS = 1;
const KIND_OF_TOPICS = 2;
/** As DescribeConfigs numbers where a value comes from. */
const [FROM_TOPIC, FROM_DEFAULT] = [1, 5];

const metadata = handler(METADATA, async ({ topics, createsTopics }, call) => {
  const { ctx, cluster, address } = call;
  const named = topics ?? ctx.records(topicRecords).range([cluster.id]);
  const names = [...new Set(named.map(({ name }) => name))];
  return {
    throttleMs: 0,
    brokers: [{ id: NODE, ...address, rack: null }],
    clusterId: cluster.id,
    controllerId: NODE,
    topics: await inTurns(names, (name) => {
      const found = findTopic(cluster.id, name, ctx) ?? (createsTopics ? createdByUse(name, call) : undefined);
      const error = found ? ERRORS.NONE : ERRORS.UNKNOWN_TOPIC_OR_PARTITION;
      return { error, name, isInternal: false, partitions: found ? partitionsOf(found) : [], rights: NO_RIGHTS };
    }),
    rights: NO_RIGHTS,
  };
});

/** Every partition lies on the one broker, however many replicas its topic is said to have. */
const partitionsOf = ({ partitions }: Frozen<TopicRecord>) =>
  Array.from({ length: partitions }, (_, index) => ({
    error: ERRORS.NONE,
    index,
    leader: NODE,
    leaderEpoch: 0,
    replicas: [NODE],
    inSync: [NODE],
    offline: [],
  }));

/** Only where the configuration of the cluster says so, which it does not by default. */
function createdByUse(name: string, { ctx, cluster }: BrokerCall): TopicRecord | undefined {
  const { createsTopics, partitions, brokers } = clusterSettings(cluster, ctx);
  const topic = { name, partitions, replicas: 1, configs: {} };
  return createsTopics && !newTopicProblem(cluster.id, topic, brokers, ctx) ? putTopic(cluster.id, topic, ctx) : undefined;
}

const findCoordinator = handler(FIND_COORDINATOR, ({ kind, key }, { address, refusesTransaction }) => {
  if (kind !== KIND_OF_TRANSACTIONS) return { throttleMs: 0, error: ERRORS.NONE, message: null, node: NODE, ...address };
  refusesTransaction(key);
  return { throttleMs: 0, error: ERRORS.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, message: NO_TRANSACTIONS, node: -1, host: '', port: -1 };
});

const createTopics = handler(CREATE_TOPICS, async ({ topics, onlyValidates }, { ctx, cluster }) => {
  const { brokers, partitions, replicas } = clusterSettings(cluster, ctx);
  const one = ({ name, partitions: count, replicas: copies, assignments, configs }: (typeof topics)[number]) => {
    const topic = {
      name,
      partitions: assignments.length || (count === -1 ? partitions : count),
      replicas: assignments[0]?.brokers.length ?? (copies === -1 ? Math.min(replicas, brokers) : copies),
      configs: Object.fromEntries(configs.flatMap(({ name: key, value }) => (value === null ? [] : [[key, value]]))),
    };
    const problem = newTopicProblem(cluster.id, topic, brokers, ctx);
    if (problem) return { name, error: ERRORS[problem.code], message: problem.message };
    if (!onlyValidates) putTopic(cluster.id, topic, ctx);
    return { name, error: ERRORS.NONE, message: null };
  };
  return { throttleMs: 0, topics: await inTurns(topics, one) };
});

const deleteTopics = handler(DELETE_TOPICS, async ({ topics }, { ctx, cluster }) => ({
  throttleMs: 0,
  topics: await inTurns(topics, (name) => {
    const found = findTopic(cluster.id, name, ctx);
    if (found) deleteTopic(cluster.id, found, ctx);
    return { name, error: found ? ERRORS.NONE : ERRORS.UNKNOWN_TOPIC_OR_PARTITION };
  }),
}));

const createPartitions = handler(CREATE_PARTITIONS, async ({ topics, onlyValidates }, { ctx, cluster }) => {
  const one = ({ name, count }: (typeof topics)[number]) => {
    const found = findTopic(cluster.id, name, ctx);
    if (!found) return { name, error: ERRORS.UNKNOWN_TOPIC_OR_PARTITION, message: 'This server does not host this topic-partition.' };
    if (count <= found.partitions) {
      const message = `The topic ${name} currently has ${found.partitions} partition(s); ${count} would not be an increase.`;
      return { name, error: ERRORS.INVALID_PARTITIONS, message };
    }
    const problem = partitionsProblem(cluster.id, count - found.partitions, ctx);
    if (problem) return { name, error: ERRORS[problem.code], message: problem.message };
    if (!onlyValidates) changeTopic(cluster.id, found, { partitions: count }, ctx);
    return { name, error: ERRORS.NONE, message: null };
  };
  return { throttleMs: 0, topics: await inTurns(topics, one) };
});

const describeConfigs = handler(DESCRIBE_CONFIGS, async ({ resources }, { ctx, cluster, version }) => ({
  throttleMs: 0,
  resources: await inTurns(resources, ({ kind, name, names }) => {
    const topic = kind === KIND_OF_TOPICS ? findTopic(cluster.id, name, ctx) : undefined;
    const isMissing = kind === KIND_OF_TOPICS && !topic;
    return {
      error: isMissing ? ERRORS.UNKNOWN_TOPIC_OR_PARTITION : ERRORS.NONE,
      message: null,
      kind,
      name,
      configs: topic ? configsOf(topic, names, version) : [],
    };
  }),
}));

const configsOf = ({ configs }: Frozen<TopicRecord>, names: readonly string[] | null, version: number) =>
  Object.entries(TOPIC_SETTINGS)
    .filter(([name]) => names === null || names.includes(name))
    .map(([name, { default: fallback, type }]) => ({
      name,
      value: own(configs, name) ?? fallback,
      isReadOnly: false,
      isDefault: own(configs, name) === undefined,
      source: own(configs, name) === undefined ? FROM_DEFAULT : FROM_TOPIC,
      isSecret: false,
      synonyms: [],
      type: version >= 3 ? type : 0,
      documentation: null,
    }));

export const ADMIN_HANDLERS = [metadata, findCoordinator, createTopics, deleteTopics, createPartitions, describeConfigs];
