// Records of event source mappings.
import { collection, type Frozen } from '#core/records';
import type { KafkaSettings } from './kafka-settings.ts';
import type { LogSettings } from './log-settings.ts';
import type { Pollers } from './pollers.ts';

/** Lasting states, and states on the way to one of them or to deletion. */
export type MappingState = 'Creating' | 'Enabling' | 'Enabled' | 'Disabling' | 'Disabled' | 'Updating' | 'Deleting';

export interface MappingRecord {
  readonly uuid: string;
  /** The source's ARN; for a topic of Kafka the address under which it is read. */
  readonly sourceArn: string;
  readonly functionName: string;
  readonly qualifier?: string | undefined;
  readonly state: MappingState;
  readonly reason: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  readonly windowS: number;
  /** Patterns as the client gave them. Records that match none are deleted from a queue, and passed over in a stream. */
  readonly filters: readonly string[];
  /** The function reports which records failed. */
  readonly partial: boolean;
  readonly maxConcurrency?: number | undefined;
  /** Provisioned pollers of a queue: returned, without effect. */
  readonly pollers?: Pollers | undefined;
  /** The lowest level of a topic's system logs: returned, without effect. */
  readonly logLevel?: string | undefined;
  /** Set for mappings of streams and of topics. */
  readonly log?: LogSettings | undefined;
  /** Set for mappings of topics of Kafka, in addition to `log`. */
  readonly kafka?: KafkaSettings | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly kmsKeyArn?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly lastModifiedMs: number;
}

/** The source as clients know it: its ARN, where it has one. */
export const knownSource = ({ sourceArn, kafka }: Pick<Frozen<MappingRecord>, 'sourceArn' | 'kafka'>): string =>
  kafka?.clusterArn ?? sourceArn;

/** The source as people know it, for log lines. */
export const sourceName = ({ sourceArn, kafka }: Pick<Frozen<MappingRecord>, 'sourceArn' | 'kafka'>): string =>
  kafka ? `${kafka.clusterArn ?? kafka.servers.join()}:topic/${kafka.topic}` : sourceArn;

export const mappings = collection<[uuid: string], MappingRecord>('lambda.mappings');
export const mappingsByFunction = collection<[name: string, uuid: string], { uuid: string }>('lambda.mappings-by-function');
export const mappingsBySource = collection<[sourceArn: string, uuid: string], { uuid: string }>('lambda.mappings-by-source');

/** The outcome of the last batch of a mapping of a stream: `OK`. */
export const processingResults = collection<[uuid: string], { readonly text: string }>('lambda.mapping-results');
