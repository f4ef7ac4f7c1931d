// Records of capacity providers, and of the function versions that name each.
import type { Ctx } from '#core/ctx';
import { collection, type Frozen, type Tx } from '#core/records';
import type {
  CapacityProviderPermissionsConfig,
  CapacityProviderScalingConfig,
  CapacityProviderTelemetryConfig,
  CapacityProviderVpcConfig,
  InstanceRequirements,
  PropagateTags,
} from '#model/lambda';
import type { VersionRecord } from '#services/lambda/state';

export interface CapacityRecord {
  readonly name: string;
  readonly vpc: CapacityProviderVpcConfig;
  readonly permissions: CapacityProviderPermissionsConfig;
  readonly instances?: InstanceRequirements | undefined;
  readonly scaling: CapacityProviderScalingConfig;
  readonly kmsKeyArn?: string | undefined;
  readonly propagateTags?: PropagateTags | undefined;
  readonly telemetry?: CapacityProviderTelemetryConfig | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly modifiedMs: number;
}

interface Use {
  readonly name: string;
  readonly version: number;
}

export const capacityProviders = collection<[name: string], CapacityRecord>('lambda.capacity-providers');
export const versionsByCapacity = collection<[provider: string, name: string, version: number], Use>('lambda.versions-by-capacity');

export const capacityNameIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

const providerOf = (version: Frozen<VersionRecord> | undefined): string | undefined =>
  version?.settings.capacity && capacityNameIn(version.settings.capacity.arn);

/** Updated with every write of a version, so that no list has to walk all functions. */
export function indexCapacity(
  tx: Tx,
  name: string,
  before: Frozen<VersionRecord> | undefined,
  after: Frozen<VersionRecord> | undefined,
  ctx: Ctx,
): void {
  const [from, to] = [providerOf(before), providerOf(after)];
  if (from === to) return;
  const records = ctx.records(versionsByCapacity);
  if (from !== undefined) tx.delete(records, [from, name, before!.version]);
  if (to !== undefined) tx.put(records, [to, name, after!.version], { name, version: after!.version });
}
