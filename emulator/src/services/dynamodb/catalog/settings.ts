// Settings of tables that are kept as records, and settings that are refused.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import type { CreateTableInput, OnDemandThroughput, SSESpecification, UpdateTableInput, WarmThroughput } from '#model/dynamodb';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { OnDemand, Table, Units } from '#services/dynamodb/state';

export const onDemandOf = (given: OnDemandThroughput | undefined): OnDemand | undefined =>
  given && { maxRead: given.MaxReadRequestUnits ?? -1, maxWrite: given.MaxWriteRequestUnits ?? -1 };

export const warmOf = (given: WarmThroughput | undefined): Units | undefined =>
  given && { read: given.ReadUnitsPerSecond ?? 0, write: given.WriteUnitsPerSecond ?? 0 };

/** The key that encrypts the table; undefined for the service's own. Nothing is encrypted here. */
export function encryptionOf(
  given: SSESpecification | undefined,
  { region, account }: Pick<Ctx, 'region' | 'account'>,
): Table['encryption'] {
  if (given?.SSEType === 'AES256') throw invalidParameter('SSEType AES256 is not supported');
  if (given?.KMSMasterKeyId !== undefined && !given.Enabled)
    throw invalidParameter('KMSMasterKeyId cannot be specified when Enabled is false');
  if (!given?.Enabled) return undefined;
  const key = given.KMSMasterKeyId ?? 'alias/aws/dynamodb';
  if (key.startsWith('arn:')) return { keyArn: key };
  const resource = key.startsWith('alias/') ? key : `key/${key}`;
  return { keyArn: formatArn({ service: 'kms', region, account, resource }) };
}

const UNSUPPORTED = {
  GlobalTableWitnessUpdates: 'witnesses of global tables are',
  GlobalTableSourceArn: 'global tables over several accounts are',
  GlobalTableSettingsReplicationMode: 'global tables over several accounts are',
  DisassociationProtectionEnabled: 'global tables over several accounts are',
} as const;

/** @throws Fault ValidationException that names a parameter of something that is not emulated */
export function refuseUnsupported(input: CreateTableInput | UpdateTableInput): void {
  for (const [name, what] of Object.entries(UNSUPPORTED))
    if ((input as unknown as Record<string, unknown>)[name] !== undefined)
      throw invalid(`${name} is refused by the emulator: ${what} not emulated. Leave the parameter out.`);
}

/** @throws Fault ValidationException for a table with vector indexes that is to be provisioned */
export function assertOnDemand({ vectors }: Pick<Frozen<Table>, 'vectors'>): void {
  if (vectors?.length) throw invalidParameter('Tables with vector indexes must be in PAY_PER_REQUEST mode');
}
