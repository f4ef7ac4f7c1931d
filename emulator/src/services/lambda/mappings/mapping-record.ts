// What is remembered of event source mappings.
import { collection } from '#core/records';

/** What runs and what is on its way to run, to rest or to go. */
export type MappingState = 'Creating' | 'Enabling' | 'Enabled' | 'Disabling' | 'Disabled' | 'Updating' | 'Deleting';

export interface MappingRecord {
  readonly uuid: string;
  readonly sourceArn: string;
  readonly functionName: string;
  readonly qualifier?: string | undefined;
  readonly state: MappingState;
  readonly reason: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  readonly windowS: number;
  /** Patterns as they were given; what matches none of them is done with. */
  readonly filters: readonly string[];
  /** The function tells which records failed. */
  readonly partial: boolean;
  readonly maxConcurrency?: number | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly kmsKeyArn?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly lastModifiedMs: number;
}

export const mappings = collection<[uuid: string], MappingRecord>('lambda.mappings');
export const mappingsByFunction = collection<[name: string, uuid: string], { uuid: string }>('lambda.mappings-by-function');
export const mappingsBySource = collection<[sourceArn: string, uuid: string], { uuid: string }>('lambda.mappings-by-source');
