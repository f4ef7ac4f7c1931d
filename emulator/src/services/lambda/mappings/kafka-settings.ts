// The settings that mappings of topics of Kafka have: read from requests, checked, and told.
// https://docs.aws.amazon.com/lambda/latest/dg/services-kafka-parameters.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { formatTopicSource, type KafkaAccess, type KafkaStart } from '#lib/kafka/topic-source';
import type { CreateEventSourceMappingRequest, EventSourceMappingConfiguration, UpdateEventSourceMappingRequest } from '#model/lambda';
import { assertLicensed, invalidParameter, notEmulated } from '#services/lambda/faults';
import { type Pollers, pollersOf } from './pollers.ts';

export interface KafkaSettings {
  /** ARN of a managed cluster; a self-managed one has servers only. */
  readonly clusterArn?: string | undefined;
  /** As events show them, in order. */
  readonly servers: readonly string[];
  readonly topic: string;
  readonly group: string;
  /** `Stream` if the request names it. All mappings behave so. */
  readonly mode?: string | undefined;
  readonly access: readonly KafkaAccess[];
  readonly pollers?: Pollers | undefined;
}

/** Begins destinations for failures that are topics of the same cluster. */
export const TOPIC = 'kafka://';

export const KAFKA = 'A Kafka event source';
const CLUSTER = /^arn:aws[a-z-]*:kafka:[a-z0-9-]+:\d{12}:cluster\/[^/]+\/[^/]+$/;
const SERVERS = 'KAFKA_BOOTSTRAP_SERVERS';

const LOGINS = ['BASIC_AUTH', 'SASL_SCRAM_256_AUTH', 'SASL_SCRAM_512_AUTH'];
const CERTIFICATES = ['CLIENT_CERTIFICATE_TLS_AUTH', 'SERVER_ROOT_CA_CERTIFICATE'];
/** Networks: accepted without effect. */
const NETWORK = ['VPC_SUBNET', 'VPC_SECURITY_GROUP'];
const MANAGED_KINDS = new Set(['SASL_SCRAM_512_AUTH', 'CLIENT_CERTIFICATE_TLS_AUTH']);

export const isKafka = ({ EventSourceArn: arn, SelfManagedEventSource: own }: CreateEventSourceMappingRequest): boolean =>
  own !== undefined || (arn !== undefined && CLUSTER.test(arn));

/** @throws Fault in the words of the service */
export async function newKafkaSettings(input: CreateEventSourceMappingRequest, uuid: string, ctx: Ctx): Promise<KafkaSettings> {
  assertLicensed(KAFKA, ctx);
  const { EventSourceArn: clusterArn, SelfManagedEventSource: own } = input;
  if (clusterArn !== undefined && own) throw invalidParameter('EventSourceArn and SelfManagedEventSource cannot be given together.');
  const [topic] = input.Topics ?? [];
  if (topic === undefined) throw invalidParameter('Topics must be specified for Kafka event sources.');
  const config = clusterArn === undefined ? input.SelfManagedKafkaEventSourceConfig : input.AmazonManagedKafkaEventSourceConfig;
  refuseOtherConfig(input, clusterArn !== undefined);
  return {
    clusterArn,
    servers: clusterArn === undefined ? ownServers(own?.Endpoints) : await managedServers(clusterArn, ctx),
    topic,
    group: config?.ConsumerGroupId ?? uuid,
    mode: input.SelfManagedKafkaEventSourceConfig?.ConsumptionMode,
    access: accessOf(input.SourceAccessConfigurations ?? [], clusterArn !== undefined),
    pollers: pollersOf(input.ProvisionedPollerConfig, 'topic'),
  };
}

/** Members that are not given stay as they are. @throws Fault in the words of the service */
export function changedKafkaSettings(before: Frozen<KafkaSettings>, input: Omit<UpdateEventSourceMappingRequest, 'UUID'>): KafkaSettings {
  refuseOtherConfig(input, before.clusterArn !== undefined);
  const { SourceAccessConfigurations: access, ProvisionedPollerConfig: pollers } = input;
  const config = input.AmazonManagedKafkaEventSourceConfig ?? input.SelfManagedKafkaEventSourceConfig;
  if (config?.ConsumerGroupId !== undefined && config.ConsumerGroupId !== before.group)
    throw invalidParameter('ConsumerGroupId cannot be changed after the event source mapping was created.');
  return {
    ...before,
    access: access ? accessOf(access, before.clusterArn !== undefined) : before.access,
    pollers: pollers ? pollersOf(pollers, 'topic') : before.pollers,
  };
}

type Configs = Pick<CreateEventSourceMappingRequest, 'AmazonManagedKafkaEventSourceConfig' | 'SelfManagedKafkaEventSourceConfig'>;

function refuseOtherConfig(input: Configs, isManaged: boolean): void {
  const other = isManaged ? 'SelfManagedKafkaEventSourceConfig' : 'AmazonManagedKafkaEventSourceConfig';
  if (input[other]) throw invalidParameter(`Unsupported ${other} parameter for given event source mapping type.`);
  const { SchemaRegistryConfig: registry } = input.AmazonManagedKafkaEventSourceConfig ?? input.SelfManagedKafkaEventSourceConfig ?? {};
  if (registry)
    throw notEmulated('SchemaRegistryConfig', 'no schema registry is asked: functions get keys and values as they are in the topic.');
  if (input.SelfManagedKafkaEventSourceConfig?.ConsumptionMode === 'Queue')
    throw notEmulated('ConsumptionMode', 'share groups are not emulated; consumer groups are (Stream).');
}

function ownServers(endpoints: { readonly [key: string]: readonly string[] } = {}): readonly string[] {
  const servers = endpoints[SERVERS] ?? endpoints['KafkaBootstrapServers'];
  if (!servers?.length || Object.keys(endpoints).length !== 1)
    throw invalidParameter(`SelfManagedEventSource.Endpoints must have the key ${SERVERS}, and no other.`);
  return servers;
}

/** @throws Fault where the cluster does not exist */
async function managedServers(ClusterArn: string, ctx: Ctx): Promise<readonly string[]> {
  try {
    const found = await ctx.call('kafka', 'GetBootstrapBrokers', { ClusterArn });
    return (found.BootstrapBrokerString ?? found.BootstrapBrokerStringSaslScram ?? '').split(',');
  } catch (error) {
    if (error instanceof Fault) throw invalidParameter(`Error when describing the cluster ${ClusterArn}: ${error.message}`);
    throw error;
  }
}

type Accesses = NonNullable<CreateEventSourceMappingRequest['SourceAccessConfigurations']>;

function accessOf(accesses: Accesses, isManaged: boolean): readonly KafkaAccess[] {
  const found = accesses.map(({ Type: kind = '', URI: uri = '' }) => ({ kind, uri }));
  for (const { kind } of found) {
    const isKnown = isManaged ? MANAGED_KINDS.has(kind) : [...LOGINS, ...CERTIFICATES, ...NETWORK].includes(kind);
    if (isKnown) continue;
    if (/OAUTHBEARER|IAM_AUTH/.test(kind)) throw notEmulated(`SourceAccessConfigurations ${kind}`, 'logging in by tokens is not emulated.');
    throw invalidParameter(`Unsupported SourceAccessConfigurations type ${kind} for given event source mapping type.`);
  }
  if (found.filter(({ kind }) => LOGINS.includes(kind)).length > 1)
    throw invalidParameter('SourceAccessConfigurations can name one way to log in.');
  return found;
}

/** A mapping as a reader. */
interface KafkaReading {
  readonly start: KafkaStart;
  readonly role: string;
  readonly uuid: string;
}

/** The address under which a mapping reads the topic. */
export const kafkaAddress = (
  { clusterArn, servers, topic, group, access }: Frozen<KafkaSettings>,
  { start, role, uuid: reader }: KafkaReading,
): string => formatTopicSource({ clusterArn, servers: clusterArn === undefined ? servers : [], topic, group, reader, start, access, role });

export function describeKafka({
  clusterArn,
  servers,
  topic,
  group,
  mode,
  access,
  pollers,
}: Frozen<KafkaSettings>): Partial<EventSourceMappingConfiguration> {
  const config = { ConsumerGroupId: group, ...(mode !== undefined && { ConsumptionMode: mode }) };
  return {
    EventSourceArn: clusterArn,
    Topics: [topic],
    ...(access.length > 0 && { SourceAccessConfigurations: access.map(({ kind, uri }) => ({ Type: kind, URI: uri })) }),
    ...(clusterArn === undefined
      ? { SelfManagedEventSource: { Endpoints: { [SERVERS]: servers } }, SelfManagedKafkaEventSourceConfig: config }
      : { AmazonManagedKafkaEventSourceConfig: config }),
    ...(pollers && { ProvisionedPollerConfig: pollers as EventSourceMappingConfiguration['ProvisionedPollerConfig'] }),
    ParallelizationFactor: undefined,
    TumblingWindowInSeconds: undefined,
  };
}
