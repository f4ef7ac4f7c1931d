// Records of provisioned concurrency, by version or alias.
import type { Ctx } from '#core/ctx';
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

/** Sum of the environments that the versions and aliases of a function request, but for one qualifier. Failed requests do not count. */
export function provisionedInAll(name: string, ctx: Ctx, except?: string): number {
  let sum = 0;
  for (const { qualifier, requested, status } of ctx.records(provisioned).range([name]))
    if (qualifier !== except && status !== 'FAILED') sum += requested;
  return sum;
}

/** How many of them are for one version. */
export function provisionedFor(name: string, version: number, ctx: Ctx): number {
  let sum = 0;
  for (const record of ctx.records(provisioned).range([name]))
    if (record.version === version && record.status === 'READY') sum += record.requested;
  return sum;
}
