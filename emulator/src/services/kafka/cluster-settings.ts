// Settings of a cluster's broker, out of the configuration that the cluster has.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type ClusterRecord, configurations } from './state.ts';

export interface ClusterSettings {
  /** A topic that a client names is made where it is missing: `auto.create.topics.enable`. */
  readonly createsTopics: boolean;
  /** `num.partitions`, `default.replication.factor`. */
  readonly partitions: number;
  readonly replicas: number;
  /** Brokers that the cluster is said to have; here it has one. */
  readonly brokers: number;
}

const SERVERLESS_BROKERS = 3;
const MAX_DEFAULT_REPLICAS = 3;

/** The lines `name=value` of a configuration. Pure. */
export function propertiesIn(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const pairs = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => /^([^=\s]+)\s*=\s*(.*)$/.exec(line));
  return new Map(pairs.flatMap((pair) => (pair ? [[pair[1]!, pair[2]!]] : [])));
}

/** https://docs.aws.amazon.com/msk/latest/developerguide/msk-default-configuration.html */
export function clusterSettings({ provisioned }: Frozen<ClusterRecord>, ctx: Ctx): ClusterSettings {
  const { ConfigurationArn: arn, ConfigurationRevision: revision = 1 } = provisioned?.CurrentBrokerSoftwareInfo ?? {};
  const found = arn === undefined ? undefined : ctx.records(configurations).get([arn])?.revisions[revision - 1];
  const properties = propertiesIn(found?.properties ?? '');
  const number = (name: string, fallback: number): number => Number(properties.get(name) ?? fallback) || fallback;
  const brokers = provisioned?.NumberOfBrokerNodes ?? SERVERLESS_BROKERS;
  return {
    createsTopics: properties.get('auto.create.topics.enable') === 'true',
    partitions: number('num.partitions', 1),
    replicas: number('default.replication.factor', Math.min(brokers, MAX_DEFAULT_REPLICAS)),
    brokers,
  };
}

/** Whether clients may come without a name. Where a cluster takes certificates or identities alone, which nothing checks here, they may. */
export const admitsAnybody = ({ provisioned }: Frozen<ClusterRecord>): boolean => {
  const { Unauthenticated: open, Sasl: sasl } = provisioned?.ClientAuthentication ?? {};
  return open?.Enabled ?? !sasl?.Scram?.Enabled;
};

export const takesIdentities = ({ provisioned, serverless }: Frozen<ClusterRecord>): boolean =>
  serverless !== undefined || (provisioned?.ClientAuthentication?.Sasl?.Iam?.Enabled ?? false);

export const takesScram = ({ provisioned }: Frozen<ClusterRecord>): boolean =>
  provisioned?.ClientAuthentication?.Sasl?.Scram?.Enabled ?? false;
