// Tags of secrets: TagResource, UntagResource.
import type { Frozen, Tx } from '#core/records';
import { operation, type Tag } from '#model/secretsmanager';
import { invalidParameter } from './faults.ts';
import { findOwn, type LocatedSecret } from './find-secret.ts';
import { scheduleReplication } from './replication/replication-schedule.ts';
import { type Secret, secrets } from './state.ts';

const MAX_TAGS = 50;
type Tags = Frozen<Secret['tags']>;

/** The secret's tags changed by the given ones. */
export function mergeTags(before: Tags, given: readonly Tag[]): Tags {
  const merged = new Map(before.map(({ key, value }) => [key, value]));
  for (const { Key, Value } of given) {
    if (Key === undefined) throw invalidParameter('The tag key must not be empty.');
    if (/^aws:/i.test(Key)) throw invalidParameter('Tag keys that start with aws: are reserved.');
    merged.set(Key, Value ?? '');
  }
  if (merged.size > MAX_TAGS) throw invalidParameter(`A secret can have no more than ${MAX_TAGS} tags.`);
  return [...merged].map(([key, value]) => ({ key, value }));
}

export const tagList = (tags: Tags): Tag[] => tags.map(({ key, value }) => ({ Key: key, Value: value }));

export const TagResource = operation('TagResource', ({ SecretId, Tags }, ctx) => {
  const found = findOwn(SecretId, ctx);
  const tags = mergeTags(found.secret.tags, Tags);
  found.there.write((tx) => keepTags(tx, found, tags));
});

export const UntagResource = operation('UntagResource', ({ SecretId, TagKeys }, ctx) => {
  const found = findOwn(SecretId, ctx);
  const gone = new Set(TagKeys);
  const tags = found.secret.tags.filter(({ key }) => !gone.has(key));
  found.there.write((tx) => keepTags(tx, found, tags));
});

function keepTags(tx: Tx, { there, secret }: LocatedSecret, tags: Tags): void {
  const changed = { ...secret, tags, changedMs: there.now() };
  tx.put(there.records(secrets), [secret.name], changed);
  scheduleReplication(tx, changed, there);
}
