// The table that becomes a replica: what its source is, with overrides, in another region. Tags, policies, insights, recovery and deletion
// protection are those of a region, and not copied.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import type { CreateReplicationGroupMemberAction } from '#model/dynamodb';
import { newIndexId, newStoreId } from '#services/dynamodb/catalog/ids';
import { isManagedKey } from '#services/dynamodb/catalog/managed-key';
import { encryptionOf } from '#services/dynamodb/catalog/settings';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Index, Replica, Table } from '#services/dynamodb/state';
import { withIndexOverrides } from './overrides.ts';

/** The key of a replica: of the kind that the others have. @throws Fault ValidationException */
function replicaEncryption({ encryption }: Frozen<Table>, key: string | undefined, there: Ctx): Table['encryption'] {
  const missing = () => invalidParameter('KMSMasterKeyId must be specified for each replica.');
  if (!encryption) {
    if (key !== undefined) throw missing();
    return undefined;
  }
  if (isManagedKey(encryption.keyArn) && key === undefined) return encryptionOf({ Enabled: true }, there);
  if (key === undefined) throw missing();
  if (isManagedKey(encryption.keyArn) !== /(^|:)alias\/aws\/dynamodb$/.test(key))
    throw invalidParameter('All replica keys must either be Customer Managed CMK or AWS Managed CMK.');
  const region = parseArn(key)?.region;
  if (region !== undefined && region !== there.region)
    throw invalid(
      `KMS validation error for region ${there.region}: com.amazonaws.services.kms.model.NotFoundException: Invalid arn ${region}`,
    );
  return encryptionOf({ Enabled: true, KMSMasterKeyId: key }, there);
}

/**
 * @param there the context of the replica's region
 * @param others the tables of the group, as the replica lists them
 * @throws Fault ValidationException
 */
export function newReplica(
  source: Frozen<Table>,
  given: CreateReplicationGroupMemberAction,
  others: readonly Replica[],
  from: string,
  there: Ctx,
): Table {
  const newId = newIndexId(there);
  const indexes = (source.indexes as readonly Index[]).map((index) => ({ ...index, id: newId() }));
  const vectors = (source as Table).vectors?.map((vector) => ({ ...vector, id: newId() }));
  const read = given.ProvisionedThroughputOverride?.ReadCapacityUnits;
  const maxRead = given.OnDemandThroughputOverride?.MaxReadRequestUnits;
  const { tableClass, timeToLive, warm, billing, throughput, onDemand } = source as Table;
  const newClass = given.TableClassOverride ?? tableClass;
  const encryption = replicaEncryption(source, given.KMSMasterKeyId, there);
  return {
    name: source.name,
    id: there.id(),
    storeId: newStoreId(there),
    // Always younger than the source: the oldest table of a group expires its items.
    createdMs: Math.max(there.now(), source.createdMs + 1),
    attributes: source.attributes as Table['attributes'],
    key: source.key,
    indexes: withIndexOverrides(indexes, given.GlobalSecondaryIndexes, billing),
    ...(vectors && { vectors }),
    billing,
    ...(source.onDemandSinceMs !== undefined && { onDemandSinceMs: there.now() }),
    throughput: { read: (billing === 'PROVISIONED' ? read : undefined) ?? throughput.read, write: throughput.write },
    ...((onDemand || maxRead !== undefined) && { onDemand: { ...onDemand, ...(maxRead !== undefined && { maxRead }) } }),
    ...(warm && { warm }),
    protected: false,
    ...(newClass !== undefined && { tableClass: newClass }),
    ...(encryption && { encryption }),
    tags: [],
    ...(timeToLive && { timeToLive }),
    replicas: others,
    copying: { from },
  };
}
