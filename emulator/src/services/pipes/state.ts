// Records of pipes. Parameters are stored in the shapes of the model, as clients get them back.
import { collection } from '#core/records';
import type { PipeEnrichmentParameters, PipeLogConfigurationParameters, PipeSourceParameters, PipeTargetParameters } from '#model/pipes';

/** Lasting states, failures, and states on the way to one of them. */
export type PipeState =
  | 'RUNNING'
  | 'STOPPED'
  | 'CREATING'
  | 'UPDATING'
  | 'DELETING'
  | 'STARTING'
  | 'STOPPING'
  | 'CREATE_FAILED'
  | 'UPDATE_FAILED'
  | 'START_FAILED';

export interface Pipe {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly roleArn: string;
  readonly description?: string | undefined;
  readonly desiredState: 'RUNNING' | 'STOPPED' | 'DELETED';
  readonly state: PipeState;
  readonly stateReason?: string | undefined;
  /** With its defaults filled in. */
  readonly sourceParameters: Omit<PipeSourceParameters, 'KinesisStreamParameters'> & {
    readonly KinesisStreamParameters?: Omit<NonNullable<PipeSourceParameters['KinesisStreamParameters']>, 'StartingPositionTimestamp'>;
  };
  /** The time at which reading a data stream begins. */
  readonly startsAtMs?: number | undefined;
  /** The group that reads a topic of Kafka, unless the parameters name one. */
  readonly consumerGroup?: string | undefined;
  /** The address under which the source is read now, where that is not its ARN. */
  readonly readsFrom?: string | undefined;
  readonly enrichment?: string | undefined;
  readonly enrichmentParameters?: PipeEnrichmentParameters | undefined;
  readonly targetParameters?: PipeTargetParameters | undefined;
  readonly logConfiguration?: PipeLogConfigurationParameters | undefined;
  readonly kmsKeyIdentifier?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** The patterns of the filter criteria. */
  readonly filters: readonly string[];
}

export const pipes = collection<[name: string], Pipe>('pipes.pipes');
