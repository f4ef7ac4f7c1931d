// Records of provisioned concurrency, by version or alias.
import { collection } from '#core/records';

export interface ProvisionedRecord {
  readonly name: string;
  readonly qualifier: string;
  readonly requested: number;
  readonly status: 'IN_PROGRESS' | 'READY' | 'FAILED';
  readonly reason?: string | undefined;
  /** The version whose environments are kept. For an alias, the one it pointed to at the last check. */
  readonly version: number;
  readonly modifiedMs: number;
}

export const provisioned = collection<[name: string, qualifier: string], ProvisionedRecord>('lambda.provisioned');
