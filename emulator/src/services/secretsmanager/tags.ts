// Tags of secrets: TagResource, UntagResource.
import type { Frozen, Tx } from '#core/records';
import { isReservedTagKey, mergeTags, withoutTags } from '#core/tags';
import { operation, type Tag } from '#model/secretsmanager';
import { invalidParameter } from './faults.ts';
import { findOwn, type LocatedSecret } from './find-secret.ts';
import { scheduleReplication } from './replication/replication-schedule.ts';
import { type Secret, secrets } from './state.ts';

const MAX_TAGS = 50;
type Tags = Frozen<Secret['tags']>;

/** The secret's tags with the added ones. */
export function addTags(before: Tags, added: readonly Tag[]): Tags {
  const tags = added.map(({ Key, Value = '' }) => {
    if (Key === undefined) throw invalidParameter('The tag key must not be empty.');
    if (isReservedTagKey(Key)) throw invalidParameter('Tag keys that start with aws: are reserved.');
    return { key: Key, value: Value };
  });
  const merged = mergeTags(before, tags);
  if (merged.length > MAX_TAGS) throw invalidParameter(`A secret can have no more than ${MAX_TAGS} tags.`);
  return merged;
}

export const TagResource = operation('TagResource', ({ SecretId, Tags }, ctx) => {
  const found = findOwn(SecretId, ctx);
  const tags = addTags(found.secret.tags, Tags);
  found.there.write((tx) => keepTags(tx, found, tags));
});

export const UntagResource = operation('UntagResource', ({ SecretId, TagKeys }, ctx) => {
  const found = findOwn(SecretId, ctx);
  const tags = withoutTags(found.secret.tags, TagKeys);
  found.there.write((tx) => keepTags(tx, found, tags));
});

function keepTags(tx: Tx, { there, secret }: LocatedSecret, tags: Tags): void {
  const changed: Secret = { ...secret, tags, wasTagged: true, changedMs: there.now() };
  tx.put(there.records(secrets), [secret.name], changed);
  scheduleReplication(tx, changed, there);
}
