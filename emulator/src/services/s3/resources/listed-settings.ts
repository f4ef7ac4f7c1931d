// A bucket's configurations by id (analytics, inventory, metrics, tiering) and its replication: from templates to the API's form.

import type { Value } from '#core/resources/resource-handlers';
import { flag, list, number, object, tagList, text, texts } from '#core/resources/resource-properties';
import { must, shape } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';
import { table } from '#lib/table';

interface Listed {
  put(Bucket: string, value: Value, ctx: ResourceContext): Promise<unknown>;
  remove(Bucket: string, Id: string, ctx: ResourceContext): Promise<unknown>;
}

const idOf = (value: Value): string => text(object(value).Id)!;
/** The object without keys that have no value. */
const given = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** A single condition stands alone; several are combined in an `And`. */
function filterOf(value: Value): object | undefined {
  const { Prefix, TagFilters, AccessPointArn } = object(value);
  const [prefix, point, tags] = [text(Prefix), text(AccessPointArn), tagList(TagFilters)];
  const count = Number(prefix !== undefined) + Number(point !== undefined) + tags.length;
  if (count === 0) return undefined;
  if (count > 1) return { And: given({ Prefix: prefix, AccessPointArn: point, Tags: tags.length > 0 ? tags : undefined }) };
  return given({ Prefix: prefix, AccessPointArn: point, Tag: tags[0] });
}

/** The member for the account has a different name in each kind of configuration. */
const bucketDestination = (value: Value | undefined, account: 'AccountId' | 'BucketAccountId') => {
  const { BucketArn, BucketAccountId, Format, Prefix } = object(value);
  const S3BucketDestination = { Bucket: text(BucketArn)!, [account]: text(BucketAccountId), Format: text(Format)!, Prefix: text(Prefix) };
  return { S3BucketDestination: given(S3BucketDestination) };
};

const analytics = (value: Value) => {
  const { DataExport } = object(object(value).StorageClassAnalysis);
  const { Destination, OutputSchemaVersion } = object(DataExport);
  const exported = { OutputSchemaVersion: text(OutputSchemaVersion)!, Destination: bucketDestination(Destination, 'BucketAccountId') };
  return given({
    Id: idOf(value),
    Filter: filterOf(value),
    StorageClassAnalysis: DataExport === undefined ? {} : { DataExport: exported },
  });
};

const inventory = (value: Value) => {
  const { Destination, Enabled, IncludedObjectVersions, OptionalFields, Prefix, ScheduleFrequency } = object(value);
  return given({
    Id: idOf(value),
    IsEnabled: flag(Enabled)!,
    IncludedObjectVersions: text(IncludedObjectVersions)!,
    Destination: bucketDestination(Destination, 'AccountId'),
    Schedule: { Frequency: text(ScheduleFrequency)! },
    Filter: Prefix === undefined ? undefined : { Prefix: text(Prefix)! },
    OptionalFields: OptionalFields === undefined ? undefined : texts(OptionalFields),
  });
};

const tiering = (value: Value) => {
  const { Status, Tierings } = object(value);
  return given({
    Id: idOf(value),
    Status: text(Status)!,
    Filter: filterOf(value),
    Tierings: list(Tierings).map((each) => ({ AccessTier: text(object(each).AccessTier)!, Days: number(object(each).Days)! })),
  });
};

/** Keyed by the name of the property. */
export const LISTED: Readonly<Record<string, Listed>> = table({
  AnalyticsConfigurations: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketAnalyticsConfiguration', { Bucket, Id: idOf(value), AnalyticsConfiguration: analytics(value) as never }),
    remove: (Bucket, Id, ctx) => ctx.call('s3', 'DeleteBucketAnalyticsConfiguration', { Bucket, Id }),
  },
  IntelligentTieringConfigurations: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketIntelligentTieringConfiguration', {
        Bucket,
        Id: idOf(value),
        IntelligentTieringConfiguration: tiering(value) as never,
      }),
    remove: (Bucket, Id, ctx) => ctx.call('s3', 'DeleteBucketIntelligentTieringConfiguration', { Bucket, Id }),
  },
  InventoryConfigurations: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketInventoryConfiguration', { Bucket, Id: idOf(value), InventoryConfiguration: inventory(value) as never }),
    remove: (Bucket, Id, ctx) => ctx.call('s3', 'DeleteBucketInventoryConfiguration', { Bucket, Id }),
  },
  MetricsConfigurations: {
    put: (Bucket, value, ctx) =>
      ctx.call('s3', 'PutBucketMetricsConfiguration', {
        Bucket,
        Id: idOf(value),
        MetricsConfiguration: given({ Id: idOf(value), Filter: filterOf(value) }) as never,
      }),
    remove: (Bucket, Id, ctx) => ctx.call('s3', 'DeleteBucketMetricsConfiguration', { Bucket, Id }),
  },
});

/** Puts configurations that differ from before, deletes configurations that are gone. */
export async function applyListed(name: string, Bucket: string, next: Value | undefined, before: Value | undefined, ctx: ResourceContext) {
  const { put, remove } = LISTED[name]!;
  const earlier = new Map(list(before).map((each) => [idOf(each), JSON.stringify(each)]));
  const wanted = new Set(list(next).map(idOf));
  for (const id of earlier.keys()) if (!wanted.has(id)) await remove(Bucket, id, ctx);
  for (const each of list(next)) if (earlier.get(idOf(each)) !== JSON.stringify(each)) await put(Bucket, each, ctx);
}

const status = shape({ Status: text });
const minutes = shape({ Minutes: must(number) });
const replicaDestination = shape({
  AccessControlTranslation: shape({ Owner: text }),
  Account: text,
  Bucket: text,
  EncryptionConfiguration: (value) => (value === undefined ? undefined : { ReplicaKmsKeyID: text(object(value).ReplicaKmsKeyID) }),
  Metrics: shape({ EventThreshold: minutes, Status: text }),
  ReplicationTime: shape({ Status: text, Time: minutes }),
  StorageClass: text,
});

function replicationFilter(value: Value | undefined): object | undefined {
  if (value === undefined) return undefined;
  const { And, Prefix, TagFilter } = object(value);
  if (And === undefined) return given({ Prefix: text(Prefix), Tag: TagFilter === undefined ? undefined : tagList(TagFilter)[0] });
  return { And: given({ Prefix: text(object(And).Prefix), Tags: tagList(object(And).TagFilters) }) };
}

const replicationRule = (value: Value) => {
  const { DeleteMarkerReplication, Destination, Filter, Id, Prefix, Priority, SourceSelectionCriteria, Status } = object(value);
  return given({
    ID: text(Id),
    Prefix: text(Prefix),
    Priority: number(Priority),
    Status: text(Status)!,
    Filter: replicationFilter(Filter),
    DeleteMarkerReplication: status(DeleteMarkerReplication),
    SourceSelectionCriteria: shape({ ReplicaModifications: status, SseKmsEncryptedObjects: status })(SourceSelectionCriteria),
    Destination: replicaDestination(Destination),
  });
};

export const replication = (value: Value) => ({
  Role: text(object(value).Role)!,
  Rules: list(object(value).Rules).map(replicationRule) as never,
});
