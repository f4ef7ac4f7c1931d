// Which replication rules concern a new version, and to which destinations they copy it.
import type { Frozen } from '#core/records';
import type { ReplicationConfiguration, ReplicationRule, Tag } from '#model/s3';
import type { Version } from '#services/s3/state';

type Rule = Frozen<ReplicationRule>;

/** One rule per destination: that with the highest priority. */
export function rulesFor(
  { Rules = [] }: Frozen<ReplicationConfiguration>,
  key: string,
  version: Frozen<Version>,
): readonly (Rule & { readonly Destination: { readonly Bucket: string } })[] {
  const byDestination = new Map<string, Rule>();
  for (const rule of Rules) {
    const bucket = rule.Destination?.Bucket;
    if (bucket === undefined || !concerns(rule, key, version)) continue;
    const known = byDestination.get(bucket);
    if (!known || (rule.Priority ?? 0) > (known.Priority ?? 0)) byDestination.set(bucket, rule);
  }
  return [...byDestination.values()] as ReturnType<typeof rulesFor>;
}

function concerns(rule: Rule, key: string, { object }: Frozen<Version>): boolean {
  const { Filter, Prefix } = rule;
  const prefix = Filter?.And?.Prefix ?? Filter?.Prefix ?? Prefix ?? '';
  const tags = Filter?.And?.Tags ?? (Filter?.Tag ? [Filter.Tag] : []);
  if (rule.Status !== 'Enabled' || !key.startsWith(prefix)) return false;
  if (!object) return copiesMarkers(rule, tags);
  if (!tags.every(({ Key, Value }) => object.tags.some((tag) => tag.Key === Key && tag.Value === Value))) return false;
  return !object.encryption.algorithm.startsWith('aws:kms') || rule.SourceSelectionCriteria?.SseKmsEncryptedObjects?.Status === 'Enabled';
}

/** Rules of the older form, which have no filter, always copy delete markers; rules that filter by tags never do. */
const copiesMarkers = ({ Filter, DeleteMarkerReplication }: Rule, tags: readonly Frozen<Tag>[]): boolean =>
  Filter === undefined || (DeleteMarkerReplication?.Status === 'Enabled' && tags.length === 0);
