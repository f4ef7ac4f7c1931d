// Topics of Kafka as sources of pipes: their parameters, and the address under which they are read.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-msk.html
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-kafka.html
import type { Frozen } from '#core/records';
import { formatTopicSource, type KafkaAccess, type KafkaStart } from '#lib/kafka/topic-source';
import { table } from '#lib/table';
import type { PipeSourceParameters } from '#model/pipes';
import { missingField } from '#services/pipes/faults';
import type { Pipe } from '#services/pipes/state';
import { MANAGED_TOPIC_BLOCK, OWN_CLUSTER, OWN_TOPIC_BLOCK, type TopicBlock } from './source-kinds.ts';

type ManagedTopic = NonNullable<PipeSourceParameters[typeof MANAGED_TOPIC_BLOCK]>;
type OwnTopic = NonNullable<PipeSourceParameters[typeof OWN_TOPIC_BLOCK]>;
export type TopicParameters = Frozen<Omit<ManagedTopic, 'Credentials'> & Omit<OwnTopic, 'TopicName'>>;

/** Where the console begins, too. */
const LATEST = 'LATEST';

/** The kinds of access that sources of topics know. */
const ACCESS: Readonly<Record<string, string>> = table({
  BasicAuth: 'BASIC_AUTH',
  SaslScram256Auth: 'SASL_SCRAM_256_AUTH',
  SaslScram512Auth: 'SASL_SCRAM_512_AUTH',
  ClientCertificateTlsAuth: 'CLIENT_CERTIFICATE_TLS_AUTH',
});
const ROOT_CERTIFICATE = 'SERVER_ROOT_CA_CERTIFICATE';

/** With the defaults filled in. @throws ValidationException */
export function topicBlock(name: TopicBlock, given: Frozen<PipeSourceParameters>, defaultBatch: number): TopicParameters {
  const block = given[name] as TopicParameters | undefined;
  if (!block?.TopicName) throw missingField(`SourceParameters.${name}.TopicName`);
  const members = Object.entries(block).filter(([, value]) => value !== undefined && !isEmpty(value));
  return { BatchSize: defaultBatch, MaximumBatchingWindowInSeconds: 0, ...(Object.fromEntries(members) as unknown as TopicParameters) };
}

/** Blocks that clear what was there before. */
const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Undefined for pipes of other sources. */
export const topicParameters = ({ sourceParameters }: Pick<Frozen<Pipe>, 'sourceParameters'>): TopicParameters | undefined =>
  (sourceParameters[MANAGED_TOPIC_BLOCK] ?? sourceParameters[OWN_TOPIC_BLOCK]) as TopicParameters | undefined;

/** The address under which the source of a pipe is read: its ARN, or for a topic what its readers need. */
export function sourceAddress(pipe: Frozen<Pipe>): string {
  const topic = topicParameters(pipe);
  if (!topic) return pipe.source;
  const isOwn = pipe.source.startsWith(OWN_CLUSTER);
  return formatTopicSource({
    clusterArn: isOwn ? undefined : pipe.source,
    servers: isOwn ? serversOf(pipe.source, topic) : [],
    topic: topic.TopicName,
    group: topic.ConsumerGroupID ?? pipe.consumerGroup ?? pipe.name,
    reader: pipe.name,
    start: { from: (topic.StartingPosition as KafkaStart['from'] | undefined) ?? LATEST },
    access: accessOf(topic),
    role: pipe.roleArn,
  });
}

const serversOf = (source: string, { AdditionalBootstrapServers: more = [] }: TopicParameters): readonly string[] => [
  source.slice(OWN_CLUSTER.length),
  ...more,
];

function accessOf({ Credentials: credentials, ServerRootCaCertificate: root }: TopicParameters): readonly KafkaAccess[] {
  const logins = Object.entries(credentials ?? {}).flatMap(([name, uri]) =>
    typeof uri === 'string' && ACCESS[name] ? { kind: ACCESS[name], uri } : [],
  );
  return [...logins, ...(root ? [{ kind: ROOT_CERTIFICATE, uri: root }] : [])];
}
