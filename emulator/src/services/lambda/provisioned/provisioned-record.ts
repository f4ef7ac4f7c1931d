// What is remembered of provisioned concurrency: of a version, or of an alias.
import { collection } from '#core/records';

export interface ProvisionedRecord {
  readonly name: string;
  readonly qualifier: string;
  readonly requested: number;
  readonly status: 'IN_PROGRESS' | 'READY' | 'FAILED';
  readonly reason?: string | undefined;
  /** Whose environments are kept: what the alias pointed to when it was last looked at. */
  readonly version: number;
  readonly modifiedMs: number;
}

export const provisioned = collection<[name: string, qualifier: string], ProvisionedRecord>('lambda.provisioned');
