// Applies a change of one table of a global table to the others: capacity, limits of writing, indexes, the kind of encryption, the class and warm
// throughput are the same everywhere; reading may have an override, and protection is each table's own.
import type { Frozen } from '#core/records';
import type {
  GlobalSecondaryIndexUpdate,
  OnDemandThroughput,
  ProvisionedThroughput,
  StreamSpecification,
  UpdateTableInput,
} from '#model/dynamodb';
import type { Member } from '#services/dynamodb/catalog/replication-group';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Table } from '#services/dynamodb/state';

/** @throws Fault ValidationException: the stream of a global table stays as it is */
export function refuseStreamChange({ name }: Frozen<Table>, { StreamEnabled }: StreamSpecification): never {
  throw StreamEnabled
    ? invalid(`Table already has an enabled stream: TableName: ${name}`)
    : invalidParameter('Disabling Stream is not allowed for a Global Table replica.');
}

type Units = Pick<Frozen<Table>, 'throughput' | 'onDemand'>;

/** Reading follows, unless this region had another value before. */
const sharedUnits = (given: ProvisionedThroughput | undefined, own: Partial<Units>, other: Partial<Units>) =>
  given && own.throughput?.read !== other.throughput?.read && other.throughput
    ? { ...given, ReadCapacityUnits: other.throughput.read }
    : given;

const sharedLimits = (given: OnDemandThroughput | undefined, own: Partial<Units>, other: Partial<Units>) =>
  given && own.onDemand?.maxRead !== other.onDemand?.maxRead ? { ...given, MaxReadRequestUnits: other.onDemand?.maxRead } : given;

/** The part of a change of `own` that another table of the group makes, too. */
export function sharedChanges(input: UpdateTableInput, own: Frozen<Table>, { table: other }: Pick<Member, 'table'>): UpdateTableInput {
  const { SSESpecification: encryption, DeletionProtectionEnabled: _, ...shared } = input;
  const isOwnKey = encryption?.KMSMasterKeyId !== undefined && !encryption.KMSMasterKeyId.endsWith('alias/aws/dynamodb');
  const indexOf = (table: Frozen<Table>, name: string) => table.indexes.find((index) => index.name === name) ?? {};
  const updates = input.GlobalSecondaryIndexUpdates?.map(({ Update, ...rest }): GlobalSecondaryIndexUpdate => {
    if (!Update) return rest;
    const [mine, theirs] = [indexOf(own, Update.IndexName), indexOf(other, Update.IndexName)];
    const { ProvisionedThroughput: units, OnDemandThroughput: limits } = Update;
    return {
      Update: {
        ...Update,
        ProvisionedThroughput: sharedUnits(units, mine, theirs),
        OnDemandThroughput: sharedLimits(limits, mine, theirs),
      },
    };
  });
  const wasOnDemand = other.billing === 'PAY_PER_REQUEST';
  return {
    ...shared,
    ...(encryption && !isOwnKey && { SSESpecification: encryption }),
    ProvisionedThroughput: wasOnDemand ? input.ProvisionedThroughput : sharedUnits(input.ProvisionedThroughput, own, other),
    OnDemandThroughput: sharedLimits(input.OnDemandThroughput, own, other),
    GlobalSecondaryIndexUpdates: updates,
  };
}
